// Limits of one HTTP/2 session: how many streams, how often a client may cancel them or send frames
// that ask for nothing, and how long it may be silent.

import { constants, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2'
import type { AddressCounts } from '../connections.ts'
import { endSilent } from './stream-message.ts'

/** A session without open streams is closed after this, as an idle connection of HTTP/1 is. */
const IDLE_MS = 65_000

/** A request whose body has not come completely after this is ended, as with HTTP/1. */
const REQUEST_MS = 30 * 60_000

/**
 * Cancelled streams, pings and changes of settings: so many at once, and so many a second. A page
 * that is left cancels a few dozen; an attacker cancels millions (CVE-2023-44487).
 */
const NOISE_BURST = 300
const NOISE_PER_SECOND = 20

export class SessionLimits {
  readonly #addresses: AddressCounts

  constructor(addresses: AddressCounts) {
    this.#addresses = addresses
  }

  watch(session: ServerHttp2Session): void {
    let open = 0
    const makeNoise = noiseLimit(session)
    session.on('ping', makeNoise)
    session.on('remoteSettings', makeNoise)
    session.setTimeout(IDLE_MS, () => {
      if (open === 0) session.destroy()
    })
    // Before Node's own listener, which begins the request.
    session.prependListener('stream', (stream: ServerHttp2Stream) => {
      // The connection itself is counted already.
      const leave = open === 0 ? () => {} : this.#addresses.enter(session.socket.remoteAddress)
      if (!leave) return stream.close(constants.NGHTTP2_REFUSED_STREAM)
      open++
      stream.on('timeout', () => endSilent(stream))
      const end = limitBody(stream)
      stream.once('close', () => {
        open--
        leave()
        clearTimeout(end)
        if (stream.rstCode !== constants.NGHTTP2_NO_ERROR) makeNoise()
      })
    })
  }
}

/** Ends a request whose body does not end. */
function limitBody(stream: ServerHttp2Stream): NodeJS.Timeout | undefined {
  if (stream.endAfterHeaders) return undefined
  const timer = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), REQUEST_MS).unref()
  stream.once('end', () => clearTimeout(timer))
  return timer
}

/** @returns counts one noise; the session ends when there are too many */
function noiseLimit(session: ServerHttp2Session): () => void {
  let left = NOISE_BURST
  let at = performance.now()
  return () => {
    const now = performance.now()
    left = Math.min(NOISE_BURST, left + ((now - at) / 1000) * NOISE_PER_SECOND) - 1
    at = now
    if (left < 0 && !session.destroyed)
      session.destroy(constants.NGHTTP2_ENHANCE_YOUR_CALM as never)
  }
}

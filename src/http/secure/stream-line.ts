// The requests of one HTTP/2 session: a few are worked on at once, the others wait in order.

import type { IncomingMessage } from 'node:http'
import type { Line, Routed } from '../response.ts'

/**
 * Requests of one session that are being worked on, or whose answers wait in memory. Browsers open
 * six connections of HTTP/1 for as many. Held polls and files do not count.
 */
const MOST_AT_WORK = 8

/** Bytes of answers that the client has not taken; until it has, its next requests wait. */
const MOST_UNREAD = 4 * 1024 * 1024

type Handle = (req: IncomingMessage, res: Routed) => void

export class StreamLine implements Line<Routed> {
  readonly #handle: Handle
  readonly #working = new Set<Routed>()
  #waiting: [req: IncomingMessage, res: Routed][] = []
  /** Requests that had come in, and wait again until the client has taken answers. */
  readonly #held = new Map<Routed, () => void>()

  constructor(handle: Handle) {
    this.#handle = handle
  }

  enter(req: IncomingMessage, res: Routed): void {
    this.#waiting.push([req, res])
    this.#advance()
  }

  leave(res: Routed): void {
    this.#held.delete(res)
    if (!this.#working.delete(res)) {
      this.#waiting = this.#waiting.filter(([, other]) => other !== res)
      return
    }
    this.#advance()
  }

  rest(res: Routed): void {
    if (this.#working.delete(res)) this.#advance()
  }

  room(res: Routed): Promise<void> | undefined {
    if (this.#hasRoom()) return undefined
    return new Promise((go) => this.#held.set(res, go))
  }

  #advance() {
    // Each goes on by itself, and asks for room again before its work begins.
    if (this.#held.size > 0 && this.#hasRoom()) {
      for (const go of this.#held.values()) go()
      this.#held.clear()
    }
    while (this.#working.size < MOST_AT_WORK && this.#hasRoom()) {
      const next = this.#waiting.shift()
      if (!next) return
      this.#working.add(next[1])
      this.#handle(...next)
    }
  }

  /** Whether the client has taken enough of its answers to be given more. */
  #hasRoom(): boolean {
    let bytes = 0
    for (const res of this.#working) bytes += res.unreadBytes()
    return bytes < MOST_UNREAD
  }
}

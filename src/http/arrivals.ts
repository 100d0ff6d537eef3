// Requests that arrive together, in hundreds: a few are begun in each turn of the event loop.

import type { IncomingMessage } from 'node:http'
import { noteCrowd } from '../base/heap.ts'
import { onceATurn } from '../base/once-a-turn.ts'
import { Turns } from '../base/turns.ts'
import type { IdleConnections } from './idle-connections.ts'
import type { Routed } from './response.ts'

/** For so long requests are begun as they are read: those of a dozen clients that ask together. */
const TAKING_IN_MS = 1

/** Of those that had to wait, so many of each caller are begun in a turn, if that takes no longer. */
const AT_ONCE = 8

/** Bytes of bodies that may wait, which Node has read with the requests; with more, all are begun. */
const MOST_BYTES = 16 * 1024 * 1024

type Handle = (req: IncomingMessage, res: Routed) => void
type Arrival = [req: IncomingMessage, res: Routed]

/**
 * Node reads all connections that have something to read before anything else runs. To find out whose
 * a request is and to read its body takes five times as long as that, so two hundred of them kept
 * everyone waiting for 20 ms. Here they wait for the next turns: those of a caller in the order of
 * arrival, and all callers in turns, so that a single request passes the hundreds of another.
 */
export class Arrivals {
  readonly #handle: Handle
  readonly #connections: IdleConnections
  readonly #waiting = new Turns<string, Arrival>()
  /** When the first request of this turn was read; undefined: there was none. */
  #since: number | undefined
  #bytes = 0
  /** Whether the last turn began one request of each caller only. */
  #beganFew = false

  constructor(connections: IdleConnections, handle: Handle) {
    this.#connections = connections
    this.#handle = handle
  }

  readonly enter: Handle = (req, res) => {
    const now = performance.now()
    this.#since ??= now
    this.#endLater()
    const isLate = now - this.#since >= TAKING_IN_MS
    if (isLate) this.#connections.hold()
    const isEarly = this.#waiting.length === 0 && !isLate
    const bytes = bytesOf(req)
    if (isEarly || this.#bytes + bytes > MOST_BYTES) return this.#handle(req, res)
    this.#bytes += bytes
    this.#waiting.push(callerOf(req), [req, res])
    if (this.#waiting.length > AT_ONCE) noteCrowd()
  }

  readonly #endLater = onceATurn(() => {
    const took = this.#since === undefined ? 0 : performance.now() - this.#since
    this.#since = undefined
    if (this.#connections.areHeld) {
      this.#connections.release(took < TAKING_IN_MS / 2)
      this.#endLater()
    }
    if (this.#waiting.length === 0) return
    this.#endLater()
    // Where reading alone took long, most of what waits leaves this turn to others.
    this.#beganFew = took >= TAKING_IN_MS && !this.#beganFew
    const ofEach = this.#beganFew ? 1 : AT_ONCE
    this.#begin(ofEach * this.#waiting.owners, performance.now() + TAKING_IN_MS)
  })

  #begin(count: number, until: number) {
    const next = count > 0 && performance.now() < until && this.#waiting.shift()
    if (!next) return
    const [req, res] = next
    this.#bytes -= bytesOf(req)
    // Its client may be gone.
    if (!res.destroyed) this.#handle(req, res)
    // What it does at once comes first, such as reading its body.
    process.nextTick(() => this.#begin(count - 1, until))
  }
}

/** Bytes of a body that are in memory before anyone reads it: Node stops reading when there are so many. */
const bytesOf = ({ headers, readableHighWaterMark }: IncomingMessage): number =>
  Math.min(Number(headers['content-length'] ?? readableHighWaterMark), readableHighWaterMark)

/** Who asks, as they say: it only decides about turns. */
const callerOf = ({ headers, socket }: IncomingMessage): string =>
  headers.authorization ?? headers.cookie ?? socket.remoteAddress ?? ''

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

  constructor(handle: Handle) {
    this.#handle = handle
  }

  enter(req: IncomingMessage, res: Routed): void {
    this.#waiting.push([req, res])
    this.#advance()
  }

  leave(res: Routed): void {
    if (!this.#working.delete(res)) {
      this.#waiting = this.#waiting.filter(([, other]) => other !== res)
      return
    }
    this.#advance()
  }

  rest(res: Routed): void {
    if (this.#working.delete(res)) this.#advance()
  }

  #advance() {
    while (this.#working.size < MOST_AT_WORK && this.#unread() < MOST_UNREAD) {
      const next = this.#waiting.shift()
      if (!next) return
      this.#working.add(next[1])
      this.#handle(...next)
    }
  }

  #unread(): number {
    let bytes = 0
    for (const res of this.#working) bytes += res.unreadBytes()
    return bytes
  }
}

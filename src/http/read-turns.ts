// Keeps many costly requests of one person, sent at once, from keeping everyone else waiting.

import type { Endpoint } from '../api/index.ts'
import { nextTurn } from '../base/jobs.ts'
import { isLargeRead } from './memory-guard.ts'

/** Requests that may take some 20 ms each, beside large reads. */
const COSTLY = new Set(['POST /messages/flags/narrow', 'POST /messages/render'])

/**
 * Lets one costly request of a person in for each turn of the event loop, so that others are answered
 * in between: twenty of 20 ms at once would hold them up for 400 ms.
 */
export class ReadTurns {
  /** When the next may come in, by person, while there is something to wait for. */
  readonly #next = new Map<number, Promise<void>>()

  /** @returns undefined where there is nothing to wait for */
  enter({ method, path }: Pick<Endpoint, 'method' | 'path'>, userId: number) {
    if (!isLargeRead(method, path) && !COSTLY.has(`${method} ${path}`)) return undefined
    const turn = this.#next.get(userId)
    const next = (turn ?? Promise.resolve()).then(nextTurn)
    this.#next.set(userId, next)
    next.then(() => {
      if (this.#next.get(userId) === next) this.#next.delete(userId)
    })
    return turn
  }
}

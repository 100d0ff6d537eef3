// Keeps track of work in the background, so that a server that stops can wait for it; and divides long
// work into pieces.

import { nextTurn, pieceMs, workingSince } from './shares.ts'

/** Work that goes on after its request was answered. */
export class BackgroundJobs {
  readonly #running = new Set<Promise<void>>()
  #isStopping = false

  /**
   * @param work calls `isStopping` regularly and returns soon after it is true; it must not reject
   */
  start(work: (isStopping: () => boolean) => Promise<void>): void {
    const running = work(() => this.#isStopping).finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  /** Resolves when nothing is running any more. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all(this.#running)
  }
}

/**
 * Makes a function for work over much data to await after each step. It lets others run once the work
 * has held the event loop for `pieceMs`, and says whether it did: what was read before may have changed.
 * @param turn lets others run
 */
export function makePause(turn: () => Promise<void> = nextTurn): () => Promise<boolean> {
  // What a request did before in this turn counts: others wait for all of it.
  let began = workingSince()
  return async () => {
    if (performance.now() - began < pieceMs()) return false
    await turn()
    began = performance.now()
    return true
  }
}

/** Does work that is divided into steps, and lets others run between them. */
export async function inTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  const pause = makePause()
  let step = steps.next()
  for (; !step.done; step = steps.next()) await pause()
  return step.value
}

export { nextTurn, pieceMs }

// Keeps track of work in the background, so that a server that stops can wait for it.

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

export { nextTurn, pieceMs } from './shares.ts'

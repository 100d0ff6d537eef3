/** Work that goes on after the request that asked for it; a server that stops waits for it. */
export class Jobs {
  readonly #running = new Set<Promise<void>>()
  #isStopping = false

  /**
   * @param work asks now and then whether the server is stopping, and then ends soon; it deals with
   *   its own errors
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

/** Lets everything else that waits have its turn: whoever goes through much says this now and then. */
export const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

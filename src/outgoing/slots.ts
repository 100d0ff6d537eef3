import { NotCalled } from './call-failed.ts'

/** Lets a few things happen at once, in the order they were asked for. */
export class Slots {
  #free: number
  readonly #room: number
  readonly #waiting: (() => void)[] = []

  /** @param room how many may wait */
  constructor(atOnce: number, room: number) {
    this.#free = atOnce
    this.#room = room
  }

  /** @throws NotCalled where too many are waiting */
  async use<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else if (this.#waiting.length >= this.#room)
      throw new NotCalled('too many calls are waiting on this server')
    else await new Promise<void>((turn) => this.#waiting.push(turn))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }
}

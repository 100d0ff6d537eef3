// A timer wheel for tens of thousands of timers that are mostly cancelled.

import type { Clock } from './clock.ts'

const SLOTS = 512
const TICK_MS = 1000

/** A pending call on a wheel. */
export class Timer {
  readonly #slot: Set<Timer>
  /** Full turns of the wheel still to wait. */
  rounds: number
  work: (() => void) | undefined

  constructor(slot: Set<Timer>, rounds: number, work: () => void) {
    this.#slot = slot
    this.rounds = rounds
    this.work = work
    slot.add(this)
  }

  cancel() {
    this.work = undefined
    this.#slot.delete(this)
  }
}

/**
 * A hashed timer wheel: setting and cancelling a timer cost the same whether ten or ten thousand
 * are pending, which one system timer per waiting client would not. Timers fire within two seconds
 * after they are due, never before.
 */
export class TimerWheel {
  readonly #slots: Set<Timer>[] = Array.from({ length: SLOTS }, () => new Set())
  readonly #clock: Clock
  readonly #stop: () => void
  #now: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#now = Math.floor(clock.elapsed() / TICK_MS)
    this.#stop = clock.every(TICK_MS, () => this.turn())
  }

  /** Milliseconds of the clock that the timers follow. */
  elapsed(): number {
    return this.#clock.elapsed()
  }

  after(ms: number, work: () => void): Timer {
    // Counted from the clock: after the machine was suspended the wheel itself is behind.
    const due = Math.ceil((this.#clock.elapsed() + ms) / TICK_MS)
    const ticks = Math.max(1, due - this.#now)
    const slot = this.#slots[(this.#now + ticks) % SLOTS]!
    return new Timer(slot, Math.floor((ticks - 1) / SLOTS), work)
  }

  /** Fires the timers that came due since the last turn. */
  turn() {
    const now = Math.floor(this.#clock.elapsed() / TICK_MS)
    while (this.#now < now) {
      this.#now++
      const slot = this.#slots[this.#now % SLOTS]!
      // A copy, because a timer of exactly one turn, set by the work of another, lands here again.
      for (const entry of [...slot]) {
        if (entry.rounds > 0) {
          entry.rounds--
          continue
        }
        slot.delete(entry)
        entry.work?.()
      }
    }
  }

  stop() {
    this.#stop()
  }
}

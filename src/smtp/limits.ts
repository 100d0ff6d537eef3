import type { Clock } from '../base/clock.ts'

/** Mails one address takes; whoever sends more is asked to try again later. */
const LIMITS = [
  { mails: 30, ms: 60_000 },
  { mails: 200, ms: 3_600_000 },
]
const LONGEST_MS = Math.max(...LIMITS.map((limit) => limit.ms))

/** Counts mails by address, so that one that got into wrong hands floods nothing. */
export class MailLimits {
  readonly #clock: Clock
  readonly #arrivals = new Map<string, number[]>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Whether one more mail may come to this address now. */
  admits(token: string): boolean {
    const now = this.#clock.elapsed()
    const arrivals = this.#recent(token, now)
    return LIMITS.every(
      ({ mails, ms }) => arrivals.filter((arrived) => now - arrived < ms).length < mails,
    )
  }

  count(token: string) {
    const now = this.#clock.elapsed()
    this.#arrivals.set(token, [...this.#recent(token, now), now])
    for (const [other, arrivals] of this.#arrivals) {
      if (now - arrivals.at(-1)! >= LONGEST_MS) this.#arrivals.delete(other)
    }
  }

  #recent(token: string, now: number) {
    return (this.#arrivals.get(token) ?? []).filter((arrived) => now - arrived < LONGEST_MS)
  }
}

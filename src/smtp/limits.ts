// Limits how much mail comes in: to one address, from one server or sender, and in all.

import { isIP } from 'node:net'
import type { Clock } from '../base/clock.ts'

interface Limit {
  mails: number
  ms: number
}

const MINUTE = 60_000
const HOUR = 3_600_000

/** A leaked address cannot flood its channel, and one sender cannot use up what all may send. */
const LIMITS = {
  address: [
    { mails: 30, ms: MINUTE },
    { mails: 200, ms: HOUR },
  ],
  /** A mail server sends for all its people. */
  client: [
    { mails: 120, ms: MINUTE },
    { mails: 1200, ms: HOUR },
  ],
  sender: [
    { mails: 60, ms: MINUTE },
    { mails: 400, ms: HOUR },
  ],
  all: [
    { mails: 240, ms: MINUTE },
    { mails: 4000, ms: HOUR },
  ],
} satisfies Record<string, Limit[]>

type Kind = keyof typeof LIMITS

/** What a mail counts toward: several addresses, and one of each other kind. */
export type Counted = readonly (readonly [kind: Kind, key: string])[]

/** Whether a client is on this machine: a relay there passes on mail from everywhere. */
export const isOwn = (address: string) => /^(?:::ffff:)?127\.|^::1$/.test(address)

/** What a mail of this sender, from this client, counts toward besides its addresses. */
export const countedFor = (client: string, sender: string): Counted => [
  ['all', ''],
  ['sender', sender.toLowerCase().slice(0, 254)],
  ...(isIP(client) !== 0 && !isOwn(client) ? ([['client', client]] as const) : []),
]

/** Counts mails, also those that turn out to be unreadable. */
export class MailLimits {
  readonly #clock: Clock
  /** By kind and key; never more than all may send in an hour. */
  readonly #arrivals = new Map<string, number[]>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Whether one more mail may come now. */
  admits(counted: Counted): boolean {
    const now = this.#clock.elapsed()
    return counted.every(([kind, key]) => {
      const arrivals = this.#recent(`${kind} ${key}`, now)
      return LIMITS[kind].every(
        ({ mails, ms }) => arrivals.filter((arrived) => now - arrived < ms).length < mails,
      )
    })
  }

  count(counted: Counted): void {
    const now = this.#clock.elapsed()
    for (const [kind, key] of counted) {
      const name = `${kind} ${key}`
      this.#arrivals.set(name, [...this.#recent(name, now), now])
    }
    for (const [other, arrivals] of this.#arrivals) {
      if (now - arrivals.at(-1)! >= HOUR) this.#arrivals.delete(other)
    }
  }

  #recent(name: string, now: number) {
    return (this.#arrivals.get(name) ?? []).filter((arrived) => now - arrived < HOUR)
  }
}

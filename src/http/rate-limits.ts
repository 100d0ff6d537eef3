import { createHash } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import { refuse } from '../errors.ts'

/** At most `max` requests in `seconds` for each key. */
export interface RateRule {
  name: string
  seconds: number
  max: number
}

/** Events 5. */
export const RATE_RULES = {
  user: { name: 'api_by_user', seconds: 60, max: 200 },
  address: { name: 'api_by_ip', seconds: 60, max: 100 },
  /** Polls return at once while much happens, so they count apart from what a person does. */
  polls: { name: 'polls_by_user', seconds: 60, max: 1000 },
  /** Of one file by everybody without an account (messages 8.3). */
  publicFile: { name: 'spectator_attachment_access', seconds: 86_400, max: 1000 },
  login: { name: 'authenticate_by_username', seconds: 1800, max: 5 },
  addressChange: { name: 'email_change_by_user', seconds: 3600, max: 2 },
  addressChangeOfDay: { name: 'email_change_by_user_a_day', seconds: 86_400, max: 5 },
  passwordReset: { name: 'password_reset_form_by_email', seconds: 3600, max: 2 },
  passwordResetOfDay: { name: 'password_reset_form_by_email_a_day', seconds: 86_400, max: 5 },
} satisfies Record<string, RateRule>

/** What a limited answer says of the limit. */
export type RateHeaders = Record<
  'X-RateLimit-Limit' | 'X-RateLimit-Remaining' | 'X-RateLimit-Reset',
  number
>

interface Bucket {
  rule: RateRule
  tokens: number
  /** In milliseconds of the clock's `elapsed`. */
  at: number
}

/** Buckets that are full again hold no information; they are swept when this many have gathered. */
const SWEEP_AT = 10_000

/** Those beyond are forgotten, the oldest first: strangers make buckets for nothing. */
const MOST_BUCKETS = 1_000_000

/**
 * Token buckets: a key may use its whole allowance at once and earns it back evenly, so nobody can
 * double it by waiting for a window to turn over.
 */
export class RateLimits {
  readonly #clock: Clock
  readonly #enabled: boolean
  readonly #buckets = new Map<string, Bucket>()
  #sweepAt = SWEEP_AT

  constructor(clock: Clock, enabled: boolean) {
    this.#clock = clock
    this.#enabled = enabled
  }

  /**
   * Takes one request of the allowance, and puts into `headers` what the answer says of it; of
   * several limits the one with least left counts.
   *
   * @throws RequestError RATE_LIMIT_HIT where nothing is left
   */
  take(rule: RateRule, key: string, headers: Partial<RateHeaders>) {
    if (!this.#enabled) return
    const now = this.#clock.elapsed()
    const bucket = this.#filled(rule, nameOf(rule, key), now)
    const isSpent = bucket.tokens < 1
    if (!isSpent) bucket.tokens -= 1
    const untilFull = ((rule.max - bucket.tokens) * rule.seconds) / rule.max
    const remaining = Math.floor(bucket.tokens)
    if (isSpent || remaining < (headers['X-RateLimit-Remaining'] ?? Number.POSITIVE_INFINITY)) {
      headers['X-RateLimit-Limit'] = rule.max
      headers['X-RateLimit-Remaining'] = remaining
      headers['X-RateLimit-Reset'] = Math.ceil(this.#clock.now() / 1000 + untilFull)
    }
    if (!isSpent) return
    const wait = Math.ceil(((1 - bucket.tokens) * rule.seconds) / rule.max)
    refuse('RATE_LIMIT_HIT', `API usage exceeded rate limit, try again in ${wait} s`, {
      'retry-after': wait,
    })
  }

  /** Gives a key its whole allowance back, as a right password does. */
  clear(rule: RateRule, key: string) {
    this.#buckets.delete(nameOf(rule, key))
  }

  #filled(rule: RateRule, key: string, now: number): Bucket {
    const known = this.#buckets.get(key)
    if (!known) {
      if (this.#buckets.size >= this.#sweepAt) this.#sweep(now)
      const fresh = { rule, tokens: rule.max, at: now }
      this.#buckets.set(key, fresh)
      return fresh
    }
    const earned = ((now - known.at) / 1000) * (rule.max / rule.seconds)
    known.tokens = Math.min(rule.max, known.tokens + Math.max(0, earned))
    known.at = now
    return known
  }

  #sweep(now: number) {
    for (const [key, { rule, at }] of this.#buckets)
      if (now - at > rule.seconds * 1000) this.#buckets.delete(key)
    for (const key of this.#buckets.keys()) {
      if (this.#buckets.size <= MOST_BUCKETS) break
      this.#buckets.delete(key)
    }
    // Where few could go, the next look comes after as many again, or each newcomer would cost one.
    this.#sweepAt = Math.max(SWEEP_AT, 2 * this.#buckets.size)
  }
}

/** Keys may be what strangers typed, a million characters of it; they are kept for hours. */
const nameOf = (rule: RateRule, key: string) =>
  `${rule.name}:${key.length <= 100 ? key : createHash('sha256').update(key).digest('base64')}`

// Token buckets: how many requests each user, address or key may still make.

import { createHash } from 'node:crypto'
import type { RateRule } from '../api/core/limits.ts'
import type { Clock } from '../base/clock.ts'
import { RATE_LIMITED } from '../errors/callers.ts'
import { refuse } from '../errors.ts'

/** The headers of an answer that counted against a limit. */
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

/** Number of buckets at which those that are full again are removed: they hold no information. */
const SWEEP_AT = 10_000

/** Above this the oldest buckets are dropped: strangers can create buckets without an account. */
const MAX_BUCKETS = 1_000_000

/**
 * Token buckets: a key may use its whole allowance at once and earns it back evenly. With fixed
 * windows a client could send twice the allowance around the end of one.
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
   * Takes one request of the allowance and fills `headers`; of several limits they show the one with
   * the least left.
   *
   * @throws RequestError RATE_LIMIT_HIT if nothing is left
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
    refuse(RATE_LIMITED, { 'retry-after': wait })
  }

  /** Takes one, where there is one left. */
  admits(rule: RateRule, key: string): boolean {
    try {
      this.take(rule, key, {})
      return true
    } catch {
      return false
    }
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
      if (this.#buckets.size <= MAX_BUCKETS) break
      this.#buckets.delete(key)
    }
    // If few could be removed, the next sweep waits until the number has doubled.
    this.#sweepAt = Math.max(SWEEP_AT, 2 * this.#buckets.size)
  }
}

/** Hashes long keys: strangers may type a million characters, and buckets stay for hours. */
const nameOf = (rule: RateRule, key: string) =>
  `${rule.name}:${key.length <= 100 ? key : createHash('sha256').update(key).digest('base64')}`

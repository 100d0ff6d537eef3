// How long push services ask to be left alone (RFC 9110, Retry-After).

import { seconds } from '../../base/clock.ts'
import type { Context } from '../kernel/context.ts'

/** A longer pause is cut: a wrong header must not silence a device for days. */
const LONGEST_SECONDS = 4 * 3600

/**
 * When a pause ends that a Retry-After asks for, as a number of seconds or as a date.
 * @returns UNIX seconds; undefined if it asks for none
 */
export function pauseEnd(ctx: Context, retryAfter: string | undefined): number | undefined {
  if (retryAfter === undefined) return undefined
  const now = seconds(ctx.clock)
  const asked = /^\s*\d+\s*$/.test(retryAfter) ? Number(retryAfter) : until(retryAfter, now)
  return asked > 0 ? now + Math.min(asked, LONGEST_SECONDS) : undefined
}

/** NaN for what is no date. */
const until = (date: string, now: number) => Math.ceil(Date.parse(date) / 1000) - now

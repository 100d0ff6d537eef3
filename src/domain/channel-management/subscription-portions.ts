// Bounds how many subscriptions one request changes, and divides them among transactions.

import { refuse } from '../../errors.ts'
import type { User } from '../users/users.ts'

/** Channels of one request, and subscriptions it may make or end. */
const MAX_CHANNELS = 500
const MAX_SUBSCRIPTIONS = 100_000

/** Subscriptions of one transaction, so that others wait for milliseconds only. */
const PORTION = 100

/** @param people undefined: one */
export function requireFew(channels: number, people: readonly unknown[] | undefined) {
  if (channels > MAX_CHANNELS)
    refuse('BAD_REQUEST', `Too many channels at once (maximum: ${MAX_CHANNELS})`)
  if (channels * (people?.length ?? 1) > MAX_SUBSCRIPTIONS)
    refuse('BAD_REQUEST', `Too many subscriptions at once (maximum: ${MAX_SUBSCRIPTIONS})`)
}

/** People in groups for one transaction each; at least one person. */
export function inPortions(people: readonly User[], channels: number): User[][] {
  const size = Math.max(1, Math.floor(PORTION / Math.max(1, channels)))
  return Array.from({ length: Math.ceil(people.length / size) }, (_, at) =>
    people.slice(at * size, (at + 1) * size),
  )
}

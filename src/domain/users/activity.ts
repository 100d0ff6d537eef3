// Whether people use the chat at this moment, also those who hide their presence.

import { seconds } from '../../base/clock.ts'
import type { Context } from '../kernel/context.ts'
import type { User } from './users.ts'

/** Clients say every minute that their user is active. */
const ACTIVE_WITHIN_SECONDS = 140

/** A client that polled within this time is connected. */
const CONNECTED_WITHIN_MS = 600_000

/** UNIX seconds by user; by server, because a process may run several. */
const known = new WeakMap<object, Map<number, number>>()

/** Notes that a person is active. It is kept in memory: after a restart clients say it again. */
export function noteActive(ctx: Context, user: User) {
  const times = known.get(ctx.server) ?? new Map<number, number>()
  known.set(ctx.server, times)
  times.set(user.id, seconds(ctx.clock))
}

/**
 * When a person was active last, in UNIX seconds; of people who hide their presence it is known until
 * the next restart.
 */
export const activeAt = (ctx: Context, user: User): number | null | undefined =>
  known.get(ctx.server)?.get(user.id) ?? ctx.store.presence.ofUser(user.id)?.active_at

/** Whether a person uses the chat now. */
export function isActiveNow(ctx: Context, user: User): boolean {
  const now = seconds(ctx.clock)
  const at = activeAt(ctx, user)
  return at != null && at <= now && now - at <= ACTIVE_WITHIN_SECONDS
}

/** Whether a person has a client that is connected, active or not. */
export const isConnected = (ctx: Context, user: User): boolean =>
  ctx.hub.isPolledBy(user.id, CONNECTED_WITHIN_MS)

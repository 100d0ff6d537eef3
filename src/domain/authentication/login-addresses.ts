// Remembers from where people log in, so that strangers who guess passwords do not lock them out.

import { seconds } from '../../base/clock.ts'
import type { App, Context } from '../kernel/context.ts'
import type { User } from '../users/users.ts'

/** Addresses remembered for one person: home, work, a phone on the way. */
const MOST_ADDRESSES = 20

/** A login refreshes an address that was used longer ago than this. */
const REFRESH_SECONDS = 86_400

/** An address that was not used for so long counts as unknown again. */
const FORGET_SECONDS = 90 * 86_400

/** A keyed hash: the database holds no readable addresses. */
const hashOf = (ctx: Context, address: string) => ctx.keys.sign('login-address', address)

/** Whether a user has logged in from an address in the last 90 days. */
export function hasLoggedInFrom(ctx: Context, userId: number, address: string): boolean {
  const usedAt = ctx.store.loginAddresses.usedAt(userId, hashOf(ctx, address))
  return usedAt !== undefined && seconds(ctx.clock) - usedAt < FORGET_SECONDS
}

/** Remembers the address of a login that succeeded. */
export async function rememberAddress(ctx: App, user: User, address: string): Promise<void> {
  const now = seconds(ctx.clock)
  const hash = hashOf(ctx, address)
  const usedAt = ctx.store.loginAddresses.usedAt(user.id, hash)
  if (usedAt !== undefined && now - usedAt < REFRESH_SECONDS) return
  await ctx.commit((tx) => tx.store.loginAddresses.save(user.id, hash, now, MOST_ADDRESSES))
}

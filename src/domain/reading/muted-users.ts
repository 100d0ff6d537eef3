// People a person has muted.

import { refuse } from '../../errors.ts'
import type { App, Context } from '../kernel/context.ts'
import { type User, visibleUser } from '../users/users.ts'
import { markSenderRead } from './mark-read.ts'

/** The users that a person has muted, with the time. */
export const ownMutedUsers = (ctx: Context, user: User) => ctx.store.mutedUsers.ofUser(user.id)

/** POST /users/me/muted_users/{id}: mutes a user and marks their messages as read. */
export async function muteUser(ctx: App, user: User, mutedId: number) {
  await ctx.commit((tx) => {
    if (mutedId === user.id) refuse('BAD_REQUEST', 'Cannot mute self')
    visibleUser(tx, user, mutedId)
    if (!tx.store.mutedUsers.add(user.id, mutedId, tx.now))
      refuse('BAD_REQUEST', 'User already muted')
    tx.emit({ type: 'muted_users', muted_users: ownMutedUsers(tx, user) }, [user.id])
  })
  await markSenderRead(ctx, user, mutedId)
}

/** DELETE /users/me/muted_users/{id}. */
export const unmuteUser = (ctx: App, user: User, mutedId: number) =>
  ctx.commit((tx) => {
    visibleUser(tx, user, mutedId)
    if (!tx.store.mutedUsers.remove(user.id, mutedId)) refuse('BAD_REQUEST', 'User is not muted')
    tx.emit({ type: 'muted_users', muted_users: ownMutedUsers(tx, user) }, [user.id])
  })

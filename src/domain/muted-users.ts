import { seconds } from '../base/clock.ts'
import { refuse } from '../errors.ts'
import type { Context } from './context.ts'
import { type User, visibleUser } from './users.ts'

export const ownMutedUsers = (ctx: Context, user: User) => ctx.store.mutedUsers.ofUser(user.id)

/** POST /users/me/muted_users/{id}: what the muted person wrote counts as read from now on. */
export const muteUser = (ctx: Context, user: User, mutedId: number) =>
  ctx.commit((emit) => {
    const { mutedUsers, userMessages } = ctx.store
    if (mutedId === user.id) refuse('BAD_REQUEST', 'Cannot mute self')
    visibleUser(ctx, user, mutedId)
    if (!mutedUsers.add(user.id, mutedId, seconds(ctx.clock)))
      refuse('BAD_REQUEST', 'User already muted')
    emit({ type: 'muted_users', muted_users: ownMutedUsers(ctx, user) }, [user.id])
    const messages = mutedUsers.unreadFrom(user.id, mutedId)
    if (messages.length === 0) return
    for (const id of messages) userMessages.markRead(user.id, id)
    const change = { op: 'add', operation: 'add', flag: 'read', messages, all: false } as const
    emit({ type: 'update_message_flags', ...change }, [user.id])
  })

/** DELETE /users/me/muted_users/{id}. */
export const unmuteUser = (ctx: Context, user: User, mutedId: number) =>
  ctx.commit((emit) => {
    visibleUser(ctx, user, mutedId)
    if (!ctx.store.mutedUsers.remove(user.id, mutedId)) refuse('BAD_REQUEST', 'User is not muted')
    emit({ type: 'muted_users', muted_users: ownMutedUsers(ctx, user) }, [user.id])
  })

// People a person has muted.

import { refuse } from '../../errors.ts'
import type { App, Context } from '../kernel/context.ts'
import { type User, visibleUser } from '../users/users.ts'

/** The users that a person has muted, with the time. */
export const ownMutedUsers = (ctx: Context, user: User) => ctx.store.mutedUsers.ofUser(user.id)

/** POST /users/me/muted_users/{id}: mutes a user and marks their messages as read. */
export const muteUser = (ctx: App, user: User, mutedId: number) =>
  ctx.commit((tx) => {
    const { mutedUsers, userMessages } = tx.store
    if (mutedId === user.id) refuse('BAD_REQUEST', 'Cannot mute self')
    visibleUser(tx, user, mutedId)
    if (!mutedUsers.add(user.id, mutedId, tx.now)) refuse('BAD_REQUEST', 'User already muted')
    tx.emit({ type: 'muted_users', muted_users: ownMutedUsers(tx, user) }, [user.id])
    const messages = mutedUsers.unreadFrom(user.id, mutedId)
    if (messages.length === 0) return
    for (const id of messages) userMessages.markRead(user.id, id)
    const change = { op: 'add', operation: 'add', flag: 'read', messages, all: false } as const
    tx.emit({ type: 'update_message_flags', ...change }, [user.id])
  })

/** DELETE /users/me/muted_users/{id}. */
export const unmuteUser = (ctx: App, user: User, mutedId: number) =>
  ctx.commit((tx) => {
    visibleUser(tx, user, mutedId)
    if (!tx.store.mutedUsers.remove(user.id, mutedId)) refuse('BAD_REQUEST', 'User is not muted')
    tx.emit({ type: 'muted_users', muted_users: ownMutedUsers(tx, user) }, [user.id])
  })

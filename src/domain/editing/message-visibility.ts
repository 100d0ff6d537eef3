// Which users can read which of some messages, before and after a move.

import type { Channel } from '../../store/tables/channels.ts'
import { hasContentAccess } from '../access/access.ts'
import type { Context } from '../kernel/context.ts'

/**
 * For long moves, receivers are looked up only for this many of the newest messages. Unsubscribed
 * users who have only older ones see the move at their next fetch.
 */
const SAMPLED_MESSAGES = 20

/** Connected users who may be affected by a move between channels. */
export function connectedUsersAffected(
  ctx: Context,
  channels: readonly Channel[],
  messageId: number,
  ids: readonly number[],
): number[] {
  const { subscriptions, userMessages } = ctx.store
  const users = new Set<number>()
  for (const channel of channels)
    for (const userId of subscriptions.subscribers(channel.id)) users.add(userId)
  for (const id of new Set([messageId, ...ids.slice(-SAMPLED_MESSAGES)]))
    for (const userId of userMessages.owners(id)) users.add(userId)
  return [...users].filter((userId) => ctx.hub.isListening(userId))
}

/**
 * Which of some messages of a channel each user may read. Users who may read all share the given
 * array; users who may read none have no entry.
 * @param ids ascending
 */
export function readableIdsByUser(
  ctx: Context,
  channel: Channel,
  userIds: readonly number[],
  ids: readonly number[],
): Map<number, readonly number[]> {
  const readable = new Map<number, readonly number[]>()
  for (const userId of userIds) {
    if (!hasContentAccess(ctx, ctx.store.users.find(userId), channel)) continue
    // A user subscribed since before the first message has received all of them.
    const hasAll =
      channel.history_public_to_subscribers === 1 ||
      ctx.store.messageMoves.isSubscribedSince(userId, channel.id, ids[0]!)
    const seen = hasAll ? ids : receivedIds(ctx, userId, ids)
    if (seen.length > 0) readable.set(userId, seen)
  }
  return readable
}

function receivedIds(ctx: Context, userId: number, ids: readonly number[]): readonly number[] {
  const received = new Set(ctx.store.userMessages.between(userId, ids[0]!, ids.at(-1)!))
  const seen = ids.filter((id) => received.has(id))
  return seen.length === ids.length ? ids : seen
}

import type { Channel } from '../store/channels.ts'
import { hasContentAccess } from './access.ts'
import type { Context } from './context.ts'

/**
 * Of a long list only these are asked who has them. Who is not subscribed and has older ones alone
 * learns of the move from the next fetch.
 */
const ASKED = 20

/** Connected users who may have to hear of a move of messages out of one channel into another. */
export function concernedBy(
  ctx: Context,
  channels: readonly Channel[],
  messageId: number,
  ids: readonly number[],
): number[] {
  const { subscriptions, userMessages } = ctx.store
  const users = new Set<number>()
  for (const channel of channels)
    for (const userId of subscriptions.subscribers(channel.id)) users.add(userId)
  for (const id of new Set([messageId, ...ids.slice(-ASKED)]))
    for (const userId of userMessages.owners(id)) users.add(userId)
  return [...users].filter((userId) => ctx.hub.isListening(userId))
}

/**
 * Which of some messages in a channel each user may read: the list itself for all of them, a
 * shorter one for some, nothing for none.
 * @param ids ascending
 */
export function sightOf(
  ctx: Context,
  channel: Channel,
  userIds: readonly number[],
  ids: readonly number[],
): Map<number, readonly number[]> {
  const sight = new Map<number, readonly number[]>()
  for (const userId of userIds) {
    if (!hasContentAccess(ctx, ctx.store.users.find(userId), channel)) continue
    // Whoever has been here since before the first of them has received them all.
    const hasAll =
      channel.history_public_to_subscribers === 1 ||
      ctx.store.messageMoves.isSubscribedSince(userId, channel.id, ids[0]!)
    const seen = hasAll ? ids : receivedOf(ctx, userId, ids)
    if (seen.length > 0) sight.set(userId, seen)
  }
  return sight
}

function receivedOf(ctx: Context, userId: number, ids: readonly number[]): readonly number[] {
  const received = new Set(ctx.store.userMessages.between(userId, ids[0]!, ids.at(-1)!))
  const seen = ids.filter((id) => received.has(id))
  return seen.length === ids.length ? ids : seen
}

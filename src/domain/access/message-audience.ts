// Who receives events about a message.

import type { Message } from '../../store/tables/messages.ts'
import type { Context } from '../kernel/context.ts'
import { hasContentAccess } from './access.ts'

/**
 * Receivers of events about a message: users who received it, and with shared history all
 * subscribers; of these, users who may read it.
 */
export const messageAudience = (ctx: Context, message: Pick<Message, 'id' | 'channel_id'>) =>
  audienceReader(ctx, message.channel_id, () => true)(message.id)

/** The same for many messages of a channel, or of no channel; of these users, the connected ones. */
export const connectedAudience = (ctx: Context, channelId: number | null) =>
  audienceReader(ctx, channelId, (userId) => ctx.hub.isListening(userId))

/**
 * Makes a function that lists the receivers of events about a message of the channel. What is the same
 * for all its messages is read once, here.
 * @param counts whether a user may be a receiver at all
 */
function audienceReader(
  ctx: Context,
  channelId: number | null,
  counts: (userId: number) => boolean,
): (messageId: number) => number[] {
  const { channels, subscriptions, userMessages, users } = ctx.store
  if (channelId === null) return (id) => userMessages.owners(id).filter(counts)
  const channel = channels.find(channelId)!
  const subscribers = new Set(subscriptions.subscribers(channelId).filter(counts))
  const isShared = channel.history_public_to_subscribers === 1
  const reaches = (userId: number) =>
    subscribers.has(userId) ||
    (counts(userId) && hasContentAccess(ctx, users.find(userId), channel))
  return (id) => {
    const readers = userMessages.owners(id).filter(reaches)
    return isShared ? [...new Set([...subscribers, ...readers])] : readers
  }
}

// Who receives events about a message.

import type { Channel } from '../../store/tables/channels.ts'
import type { Message } from '../../store/tables/messages.ts'
import type { Context } from '../kernel/context.ts'
import { hasContentAccess } from './access.ts'

/**
 * Receivers of events about a message: users who received it, and with shared history all
 * subscribers; of these, users who may read it.
 */
export function messageAudience(ctx: Context, message: Pick<Message, 'id' | 'channel_id'>) {
  const owners = ctx.store.userMessages.owners(message.id)
  if (message.channel_id === null) return owners
  return channelReaders(ctx, ctx.store.channels.find(message.channel_id)!, owners)
}

/** The owners of a message who may still read the channel, and with shared history its subscribers. */
function channelReaders(ctx: Context, channel: Channel, owners: readonly number[]): number[] {
  const subscribers = new Set(ctx.store.subscriptions.subscribers(channel.id))
  const reaches = (userId: number) =>
    subscribers.has(userId) || hasContentAccess(ctx, ctx.store.users.find(userId), channel)
  const readers = owners.filter(reaches)
  return channel.history_public_to_subscribers === 1
    ? [...new Set([...subscribers, ...readers])]
    : readers
}

import type { Channel } from '../store/channels.ts'
import type { Message } from '../store/messages.ts'
import { hasContentAccess } from './access.ts'
import type { Context } from './context.ts'

/**
 * Who hears of what happens to a message: whoever received it, and where history is shared
 * whoever is subscribed; of these, who may read it (messages 2.1 and 5).
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

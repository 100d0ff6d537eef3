import type { Channel } from '../store/channels.ts'
import { channelAudience } from './access.ts'
import type { Context } from './context.ts'
import type { Emit } from './unit-of-work.ts'

/** Tells clients that know a channel which message is its first one now. */
export function tellFirstMessage(
  ctx: Context,
  emit: Emit,
  channel: Channel,
  messageId: number | null,
) {
  ctx.store.channels.setFirstMessage(channel.id, messageId)
  tell(ctx, emit, channel, 'first_message_id', messageId)
}

/** The same after messages came or went, if that made a difference. */
export function findFirstMessage(ctx: Context, emit: Emit, channelId: number) {
  const channel = ctx.store.channels.find(channelId)!
  const first = ctx.store.messageMoves.oldestInChannel(channelId)
  if (first !== channel.first_message_id) tellFirstMessage(ctx, emit, channel, first)
}

/** Somebody wrote in a channel that had been quiet for long. */
export function tellRecentlyActive(ctx: Context, emit: Emit, channel: Channel) {
  ctx.store.channels.change(channel.id, { is_recently_active: 1 })
  tell(ctx, emit, channel, 'is_recently_active', true)
}

const tell = (ctx: Context, emit: Emit, channel: Channel, property: string, value: unknown) =>
  emit(
    { type: 'stream', op: 'update', stream_id: channel.id, name: channel.name, property, value },
    channelAudience(ctx, channel),
  )

import { channelAudience } from './access.ts'
import { type Channel, describeChannel } from './channels.ts'
import type { Context } from './context.ts'
import type { Emit } from './unit-of-work.ts'
import { tellChoicesIn } from './user-topics.ts'

/** One changed property of a channel, with what belongs to it; `name` only where it is the old one. */
export interface Update extends Record<string, unknown> {
  property: string
  value: unknown
}

/**
 * Says how a channel has changed: to those who know it still, what is different; to those who may
 * know it now, that there is one; to those who may no longer, that there is none.
 *
 * @param knew who was listening and knew of it before
 */
export function tellChannelUpdates(
  ctx: Context,
  emit: Emit,
  channel: Channel,
  knew: readonly number[],
  updates: readonly Update[],
) {
  if (updates.length === 0) return
  const before = new Set(knew)
  const now = channelAudience(ctx, channel)
  const after = new Set(now)
  const lost = knew.filter((userId) => !after.has(userId))
  const gained = now.filter((userId) => !before.has(userId))
  const stream_ids = [channel.id]
  if (lost.length > 0) {
    emit({ type: 'stream', op: 'delete', stream_ids, streams: [{ stream_id: channel.id }] }, lost)
  }
  if (gained.length > 0) {
    emit({ type: 'stream', op: 'create', streams: [describeChannel(ctx, channel)] }, gained)
    const user_ids = ctx.store.subscriptions.subscribers(channel.id)
    if (user_ids.length > 0)
      emit({ type: 'subscription', op: 'peer_add', stream_ids, user_ids }, gained)
    tellChoicesIn(ctx, emit, channel.id, gained)
  }
  const kept = now.filter((userId) => before.has(userId))
  for (const update of updates) tellUpdate(ctx, emit, channel, update, kept)
}

/** Tells one changed property to people who know the channel; by default everyone who does. */
export function tellUpdate(
  ctx: Context,
  emit: Emit,
  channel: Channel,
  update: Update,
  to: readonly number[] = channelAudience(ctx, channel),
) {
  const { id: stream_id, name } = channel
  const isArchived = channel.is_archived === 1 && { of_archived: true }
  emit({ type: 'stream', op: 'update', stream_id, name, ...update, ...isArchived }, to)
}

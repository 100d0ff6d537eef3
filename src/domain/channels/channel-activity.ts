// Facts about a channel that change with its messages: the first one, and whether it is active.

import type { Channel } from '../../store/tables/channels.ts'
import { channelAudience } from '../access/access.ts'
import type { Tx } from '../kernel/context.ts'

/** Stores the ID of a channel's first message and emits it. */
export function setFirstMessage(tx: Tx, channel: Channel, messageId: number | null) {
  tx.store.channels.setFirstMessage(channel.id, messageId)
  emitChannelProperty(tx, channel, 'first_message_id', messageId)
}

/** Finds the first message again after messages were added or removed, and emits it if it changed. */
export function findFirstMessage(tx: Tx, channelId: number) {
  const channel = tx.store.channels.find(channelId)!
  const first = tx.store.messageMoves.oldestInChannel(channelId)
  if (first !== channel.first_message_id) setFirstMessage(tx, channel, first)
}

/** Marks a channel as active after a message in a quiet channel. */
export function markRecentlyActive(tx: Tx, channel: Channel) {
  tx.store.channels.change(channel.id, { is_recently_active: 1 })
  emitChannelProperty(tx, channel, 'is_recently_active', true)
}

const emitChannelProperty = (
  tx: Tx,
  channel: Channel,
  property: string,
  value: number | boolean | null,
) =>
  tx.emit(
    { type: 'stream', op: 'update', stream_id: channel.id, name: channel.name, property, value },
    channelAudience(tx, channel),
  )

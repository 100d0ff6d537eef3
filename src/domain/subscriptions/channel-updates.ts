// Events about changed channels, by what each receiver can see.

import type { ChangedChannelProperty } from '../../events/types/channel-events.ts'
import { channelAudience } from '../access/access.ts'
import type { Channel } from '../channels/channels.ts'
import type { Tx } from '../kernel/context.ts'
import { emitDiscoveredWithSubscribers, emitLost } from './channel-discovery.ts'

/**
 * Emits a changed channel by audience: `update` to users who still see it, `create` to users who
 * gained access, `delete` to users who lost it.
 *
 * @param knew connected users who could see it before the change
 */
export function emitChannelUpdates(
  tx: Tx,
  channel: Channel,
  knew: readonly number[],
  updates: readonly ChangedChannelProperty[],
) {
  if (updates.length === 0) return
  const before = new Set(knew)
  const now = channelAudience(tx, channel)
  const after = new Set(now)
  emitLost(tx, new Map([[channel, knew.filter((userId) => !after.has(userId))]]))
  const gained = now.filter((userId) => !before.has(userId))
  emitDiscoveredWithSubscribers(tx, new Map([[channel, gained]]))
  const kept = now.filter((userId) => before.has(userId))
  for (const update of updates) emitChannelUpdate(tx, channel, update, kept)
}

/** Emits one changed property, by default to all users who can see the channel. */
export function emitChannelUpdate(
  tx: Tx,
  channel: Channel,
  update: ChangedChannelProperty,
  to: readonly number[] = channelAudience(tx, channel),
) {
  const { id: stream_id, name } = channel
  const isArchived = channel.is_archived === 1 && { of_archived: true }
  tx.emit({ type: 'stream', op: 'update', stream_id, name, ...update, ...isArchived }, to)
}

// Channels that new accounts are subscribed to.

import { PRIVATE_DEFAULT_CHANNEL } from '../../errors/channels.ts'
import { refuse } from '../../errors.ts'
import { visibleChannel } from '../access/access.ts'
import { nonGuests } from '../access/audiences.ts'
import { ROLE } from '../access/roles.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import type { User } from '../users/users.ts'

/** IDs of the channels that new accounts are subscribed to; empty for guests. */
export const defaultChannelIds = (ctx: Context, viewer: User): number[] =>
  viewer.role === ROLE.guest ? [] : idsOfDefaults(ctx)

const idsOfDefaults = (ctx: Context) => ctx.store.channels.defaults().map((channel) => channel.id)

/** POST and DELETE /default_streams. */
export const setDefaultChannel = (ctx: App, by: User, channelId: number, isDefault: boolean) =>
  ctx.commit((tx) => markDefault(tx, by, channelId, isDefault))

/** Makes a channel a default one, or no longer so. @throws RequestError if it may not be one */
export function markDefault(tx: Tx, by: User, channelId: number, isDefault: boolean) {
  const channel = visibleChannel(tx, by, channelId)
  if (isDefault && channel.invite_only) refuseMixture()
  if (isDefault && channel.is_archived) {
    refuse('BAD_REQUEST', 'An archived channel cannot be a default channel.')
  }
  if ((channel.is_default === 1) === isDefault) return
  tx.store.channels.change(channelId, { is_default: isDefault ? 1 : 0 })
  emitDefaultChannels(tx)
}

/** @throws RequestError: a default channel must not be private */
export function refuseMixture(): never {
  refuse(PRIVATE_DEFAULT_CHANNEL)
}

/** Emits the list of default channels to all users except guests. */
export function emitDefaultChannels(tx: Tx) {
  tx.emit({ type: 'default_streams', default_streams: idsOfDefaults(tx) }, nonGuests(tx))
}

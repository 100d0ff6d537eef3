import { refuse } from '../errors.ts'
import { visibleChannel } from './access.ts'
import { nonGuests } from './audiences.ts'
import type { Context } from './context.ts'
import { ROLE } from './roles.ts'
import type { Emit } from './unit-of-work.ts'
import type { User } from './users.ts'

/** IDs of the channels that new accounts are subscribed to; guests are not told. */
export const defaultChannelIds = (ctx: Context, viewer: User): number[] =>
  viewer.role === ROLE.guest ? [] : idsOfDefaults(ctx)

const idsOfDefaults = (ctx: Context) => ctx.store.channels.defaults().map((channel) => channel.id)

/** POST and DELETE /default_streams. */
export const setDefaultChannel = (ctx: Context, by: User, channelId: number, isDefault: boolean) =>
  ctx.commit((emit) => markDefault(ctx, emit, by, channelId, isDefault))

export function markDefault(
  ctx: Context,
  emit: Emit,
  by: User,
  channelId: number,
  isDefault: boolean,
) {
  const channel = visibleChannel(ctx, by, channelId)
  if (isDefault && channel.invite_only) refuseMixture()
  if (isDefault && channel.is_archived) {
    refuse('BAD_REQUEST', 'An archived channel cannot be a default channel.')
  }
  if ((channel.is_default === 1) === isDefault) return
  ctx.store.channels.change(channelId, { is_default: isDefault ? 1 : 0 })
  tellDefaultChannels(ctx, emit)
}

export function refuseMixture(): never {
  refuse('BAD_REQUEST', 'A default channel cannot be private.')
}

export function tellDefaultChannels(ctx: Context, emit: Emit) {
  emit({ type: 'default_streams', default_streams: idsOfDefaults(ctx) }, nonGuests(ctx))
}

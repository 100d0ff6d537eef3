// Named sets of channels that new members may choose.

import { INVALID_CHANNEL_NAME, PRIVATE_DEFAULT_CHANNEL } from '../../errors/channels.ts'
import { refuse } from '../../errors.ts'
import type { DefaultChannelGroup } from '../../store/tables/default-channel-groups.ts'
import { hasMetadataAccess } from '../access/access.ts'
import { nonGuests } from '../access/audiences.ts'
import { ROLE } from '../access/roles.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import type { User } from '../users/users.ts'
import { type Channel, channelKey } from './channels.ts'

/** All sets of default channels; empty for guests. */
export const listDefaultGroups = (ctx: Context, viewer: User) =>
  viewer.role === ROLE.guest ? [] : describeAll(ctx)

const describeAll = (ctx: Context) =>
  ctx.store.defaultChannelGroups.all().map(({ id, name, description }) => ({
    id,
    name,
    description,
    streams: ctx.store.defaultChannelGroups.channelIds(id),
  }))

function emitDefaultGroups(tx: Tx) {
  const default_stream_groups = describeAll(tx)
  tx.emit({ type: 'default_stream_groups', default_stream_groups }, nonGuests(tx))
}

/** @returns its ID */
export const createDefaultGroup = (
  ctx: App,
  by: User,
  name: string,
  description: string,
  channelNames: readonly string[],
): Promise<number> =>
  ctx.commit((tx) => {
    const { defaultChannelGroups } = tx.store
    requireNameFree(tx, name)
    const channels = channelsNamed(tx, by, channelNames)
    const id = defaultChannelGroups.create(name, description)
    addChannels(tx, { id, name, description }, channels)
    emitDefaultGroups(tx)
    return id
  })

/** Renames or describes a set of default channels. @throws RequestError */
export const changeDefaultGroup = (
  ctx: App,
  id: number,
  changes: { name: string | undefined; description: string | undefined },
) =>
  ctx.commit((tx) => {
    const group = findGroup(tx, id)
    const { name = group.name, description = group.description } = changes
    if (changes.name === undefined && changes.description === undefined) {
      refuse('BAD_REQUEST', 'You must pass "new_description" or "new_group_name".')
    }
    if (name !== group.name) requireNameFree(tx, name)
    tx.store.defaultChannelGroups.save({ id, name, description })
    emitDefaultGroups(tx)
  })

/** Removes a set of default channels. @throws RequestError */
export const removeDefaultGroup = (ctx: App, id: number) =>
  ctx.commit((tx) => {
    tx.store.defaultChannelGroups.remove(findGroup(tx, id).id)
    emitDefaultGroups(tx)
  })

/** Adds or removes all named channels, or none. */
export const changeDefaultGroupChannels = (
  ctx: App,
  by: User,
  id: number,
  op: 'add' | 'remove',
  channelNames: readonly string[],
) =>
  ctx.commit((tx) => {
    const group = findGroup(tx, id)
    const change = op === 'add' ? addChannels : removeChannels
    change(tx, group, channelsNamed(tx, by, channelNames))
    emitDefaultGroups(tx)
  })

/** Takes an archived channel out of every set. */
export function leaveDefaultGroups(tx: Tx, channelId: number) {
  if (tx.store.defaultChannelGroups.removeEverywhere(channelId)) emitDefaultGroups(tx)
}

function addChannels(tx: Tx, group: DefaultChannelGroup, channels: readonly Channel[]) {
  const { defaultChannelGroups } = tx.store
  const present = new Set(defaultChannelGroups.channelIds(group.id))
  for (const { id, name, is_default } of channels) {
    if (is_default) {
      refuse('BAD_REQUEST', `'${name}' is a default channel and cannot be added to '${group.name}'`)
    }
    if (present.has(id)) refuse('BAD_REQUEST', `Channel '${name}' is already in '${group.name}'`)
    defaultChannelGroups.addChannel(group.id, id)
  }
}

function removeChannels(tx: Tx, group: DefaultChannelGroup, channels: readonly Channel[]) {
  const { defaultChannelGroups } = tx.store
  const present = new Set(defaultChannelGroups.channelIds(group.id))
  for (const { id, name } of channels) {
    if (!present.has(id)) refuse('BAD_REQUEST', `Channel '${name}' is not in '${group.name}'`)
    defaultChannelGroups.removeChannel(group.id, id)
  }
}

function channelsNamed(ctx: Context, by: User, names: readonly string[]): Channel[] {
  const channels = names.map((name) => {
    const channel = ctx.store.channels.findByName(channelKey(name))
    if (!channel || channel.is_archived || !hasMetadataAccess(ctx, by, channel)) {
      refuse(INVALID_CHANNEL_NAME, { name })
    }
    if (channel.invite_only) refuse(PRIVATE_DEFAULT_CHANNEL)
    return channel
  })
  return [...new Map(channels.map((channel) => [channel.id, channel])).values()]
}

const findGroup = (ctx: Context, id: number) =>
  ctx.store.defaultChannelGroups.find(id) ??
  refuse('BAD_REQUEST', `Default channel group with id '${id}' does not exist.`)

function requireNameFree(ctx: Context, name: string) {
  if (ctx.store.defaultChannelGroups.findByName(name)) {
    refuse('BAD_REQUEST', `Default channel group '${name}' already exists`)
  }
}

import { refuse } from '../errors.ts'
import type { DefaultChannelGroup } from '../store/default-channel-groups.ts'
import { hasMetadataAccess } from './access.ts'
import { nonGuests } from './audiences.ts'
import { type Channel, channelKey } from './channels.ts'
import type { Context } from './context.ts'
import { ROLE } from './roles.ts'
import type { Emit } from './unit-of-work.ts'
import type { User } from './users.ts'

/** Named sets of default channels (organization 1.6); guests are not told. */
export const listDefaultGroups = (ctx: Context, viewer: User) =>
  viewer.role === ROLE.guest ? [] : describeAll(ctx)

const describeAll = (ctx: Context) =>
  ctx.store.defaultChannelGroups.all().map(({ id, name, description }) => ({
    id,
    name,
    description,
    streams: ctx.store.defaultChannelGroups.channelIds(id),
  }))

function tellAll(ctx: Context, emit: Emit) {
  const default_stream_groups = describeAll(ctx)
  emit({ type: 'default_stream_groups', default_stream_groups }, nonGuests(ctx))
}

/** @returns its ID */
export const createDefaultGroup = (
  ctx: Context,
  by: User,
  name: string,
  description: string,
  channelNames: readonly string[],
): Promise<number> =>
  ctx.commit((emit) => {
    const { defaultChannelGroups } = ctx.store
    requireNameFree(ctx, name)
    const channels = channelsNamed(ctx, by, channelNames)
    const id = defaultChannelGroups.create(name, description)
    for (const channel of channels) add(ctx, { id, name, description }, channel)
    tellAll(ctx, emit)
    return id
  })

export const changeDefaultGroup = (
  ctx: Context,
  id: number,
  changes: { name: string | undefined; description: string | undefined },
) =>
  ctx.commit((emit) => {
    const group = findGroup(ctx, id)
    const { name = group.name, description = group.description } = changes
    if (changes.name === undefined && changes.description === undefined) {
      refuse('BAD_REQUEST', 'You must pass "new_description" or "new_group_name".')
    }
    if (name !== group.name) requireNameFree(ctx, name)
    ctx.store.defaultChannelGroups.save({ id, name, description })
    tellAll(ctx, emit)
  })

export const removeDefaultGroup = (ctx: Context, id: number) =>
  ctx.commit((emit) => {
    ctx.store.defaultChannelGroups.remove(findGroup(ctx, id).id)
    tellAll(ctx, emit)
  })

/** All of the channels named, or none. */
export const changeDefaultGroupChannels = (
  ctx: Context,
  by: User,
  id: number,
  op: 'add' | 'remove',
  channelNames: readonly string[],
) =>
  ctx.commit((emit) => {
    const group = findGroup(ctx, id)
    for (const channel of channelsNamed(ctx, by, channelNames)) {
      if (op === 'add') add(ctx, group, channel)
      else remove(ctx, group, channel)
    }
    tellAll(ctx, emit)
  })

/** An archived channel is offered to nobody. */
export function leaveDefaultGroups(ctx: Context, emit: Emit, channelId: number) {
  if (ctx.store.defaultChannelGroups.removeEverywhere(channelId)) tellAll(ctx, emit)
}

function add(ctx: Context, group: DefaultChannelGroup, channel: Channel) {
  const { defaultChannelGroups } = ctx.store
  if (channel.is_default) {
    refuse(
      'BAD_REQUEST',
      `'${channel.name}' is a default channel and cannot be added to '${group.name}'`,
    )
  }
  if (defaultChannelGroups.channelIds(group.id).includes(channel.id)) {
    refuse('BAD_REQUEST', `Channel '${channel.name}' is already in '${group.name}'`)
  }
  defaultChannelGroups.addChannel(group.id, channel.id)
}

function remove(ctx: Context, group: DefaultChannelGroup, channel: Channel) {
  const { defaultChannelGroups } = ctx.store
  if (!defaultChannelGroups.channelIds(group.id).includes(channel.id)) {
    refuse('BAD_REQUEST', `Channel '${channel.name}' is not in '${group.name}'`)
  }
  defaultChannelGroups.removeChannel(group.id, channel.id)
}

function channelsNamed(ctx: Context, by: User, names: readonly string[]): Channel[] {
  const channels = names.map((name) => {
    const channel = ctx.store.channels.findByName(channelKey(name))
    if (!channel || channel.is_archived || !hasMetadataAccess(ctx, by, channel)) {
      refuse('BAD_REQUEST', `Invalid channel name '${name}'`)
    }
    if (channel.invite_only) refuse('BAD_REQUEST', 'A default channel cannot be private.')
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

import { refuse } from '../errors.ts'
import { channelAudience, hasContentAccess, hasMetadataAccess } from './access.ts'
import {
  type Channel,
  channelKey,
  checkChannelName,
  createChannel,
  describeChannel,
} from './channels.ts'
import type { Context } from './context.ts'
import { holds, isInGroup } from './groups.ts'
import { ROLE } from './roles.ts'
import type { Emit } from './unit-of-work.ts'
import { findByEmail, type User } from './users.ts'

/** Colours given to new subscriptions, the first unused one first (organization 1.1). */
const PALETTE = (
  '76ce90 fae589 a6c7e5 e79ab5 bfd56f f4ae55 b0a5fd addfe5 f5ce6e c2726a 94c849 bd86e5 ' +
  'ee7e4a a6dcbf 95a5fd 53a063 9987e1 e4523d c2c2c2 4f8de4 c6a8ad e7cc4d c8bebf a47462'
)
  .split(' ')
  .map((hex) => `#${hex}`)

function pickColor(ctx: Context, userId: number, channelId: number): string {
  const used = new Set(
    ctx.store.subscriptions.ofUser(userId).map((subscription) => subscription.color),
  )
  return PALETTE.find((color) => !used.has(color)) ?? PALETTE[channelId % PALETTE.length]!
}

/** What was asked for one channel: its name and, for a new one, how it should look. */
export interface Wanted {
  name: string
  color?: string | undefined
  description?: string | undefined
}

/**
 * Subscribes users to channels without asking who may; says what changed to each of them and to
 * the others who know the channel.
 * @returns channel IDs newly subscribed, by user
 */
export function subscribe(
  ctx: Context,
  emit: Emit,
  channels: readonly Channel[],
  userIds: readonly number[],
  colors: ReadonlyMap<number, string> = new Map(),
): Map<number, Channel[]> {
  const { subscriptions, channels: rows } = ctx.store
  const added = new Map<number, Channel[]>()
  const newcomers = new Map<Channel, number[]>()
  for (const channel of channels) {
    for (const userId of userIds) {
      if (subscriptions.isSubscribed(userId, channel.id)) continue
      const knewIt = hasMetadataAccess(ctx, ctx.store.users.find(userId), channel)
      subscriptions.subscribe(
        userId,
        channel.id,
        colors.get(channel.id) ?? pickColor(ctx, userId, channel.id),
      )
      rows.addToSubscriberCount(channel.id, 1)
      if (!knewIt) {
        const known = rows.find(channel.id)!
        emit({ type: 'stream', op: 'create', streams: [describeChannel(ctx, known)] }, [userId])
      }
      added.set(userId, [...(added.get(userId) ?? []), channel])
      newcomers.set(channel, [...(newcomers.get(channel) ?? []), userId])
    }
  }
  for (const [userId, joined] of added) {
    const described = joined.map((channel) => describeSubscription(ctx, userId, channel.id, true))
    emit({ type: 'subscription', op: 'add', subscriptions: described }, [userId])
  }
  for (const [channel, userIds] of newcomers) {
    const knows = channelAudience(ctx, channel)
    emit(
      { type: 'subscription', op: 'peer_add', stream_ids: [channel.id], user_ids: userIds },
      (userId) => !userIds.includes(userId) && knows(userId),
    )
  }
  return added
}

/** POST /users/me/subscriptions. */
export interface SubscribeRequest {
  wanted: readonly Wanted[]
  principals: readonly (number | string)[] | undefined
  unauthorizedIsFatal: boolean
  isPrivate: boolean
  isWebPublic: boolean
  isDefault: boolean
  sharesHistory: boolean | undefined
}

export const subscribeUsers = (ctx: Context, by: User, request: SubscribeRequest) =>
  ctx.commit((emit) => {
    const targets = request.principals ? request.principals.map((who) => principal(ctx, who)) : [by]
    const others = targets.some((user) => user.id !== by.id)
    const existing: Channel[] = []
    const missing: Wanted[] = []
    const unauthorized: string[] = []
    for (const wanted of request.wanted) {
      const channel = ctx.store.channels.findByName(channelKey(checkChannelName(wanted.name)))
      if (!channel) missing.push(wanted)
      else if (!channel.is_archived && mayJoin(ctx, by, channel)) existing.push(channel)
      else if (request.unauthorizedIsFatal)
        refuse('BAD_REQUEST', `Unable to access channel (${wanted.name}).`)
      else unauthorized.push(channel.name)
    }
    if (others) for (const channel of existing) requireMayAdd(ctx, by, channel)
    const created = missing.map((wanted) => create(ctx, emit, by, wanted, request))
    const channels = [...existing, ...created]
    const colors = new Map<number, string>()
    for (const wanted of request.wanted) {
      const channel = channels.find((known) => channelKey(known.name) === channelKey(wanted.name))
      if (channel && wanted.color) colors.set(channel.id, wanted.color)
    }

    const targetIds = targets.map((user) => user.id)
    const added = subscribe(ctx, emit, channels, targetIds, colors)
    const subscribed: Record<string, string[]> = {}
    const already: Record<string, string[]> = {}
    for (const userId of targetIds) {
      const fresh = new Set(added.get(userId))
      for (const channel of channels) {
        const list = fresh.has(channel) ? subscribed : already
        list[userId] = [...(list[userId] ?? []), channel.name]
      }
    }
    return { subscribed, already_subscribed: already, unauthorized }
  })

function create(
  ctx: Context,
  emit: Emit,
  by: User,
  wanted: Wanted,
  request: SubscribeRequest,
): Channel {
  const { isPrivate, isWebPublic, isDefault } = request
  const permission = isPrivate
    ? 'can_create_private_channel_group'
    : isWebPublic
      ? 'can_create_web_public_channel_group'
      : 'can_create_public_channel_group'
  if (!holds(ctx, by, permission)) refuse('BAD_REQUEST', 'Insufficient permission')
  if (isDefault && by.role > ROLE.administrator) refuse('BAD_REQUEST', 'Insufficient permission')
  if (isDefault && isPrivate) refuse('BAD_REQUEST', 'A default channel cannot be private.')
  if (isWebPublic && (isPrivate || request.sharesHistory === false))
    refuse('BAD_REQUEST', 'Invalid parameters')
  if (!isPrivate && request.sharesHistory === false) refuse('BAD_REQUEST', 'Invalid parameters')
  return createChannel(ctx, emit, by, {
    name: wanted.name,
    isPrivate,
    isWebPublic,
    isDefault,
    ...(wanted.description !== undefined && { description: wanted.description }),
    ...(request.sharesHistory !== undefined && { sharesHistory: request.sharesHistory }),
  })
}

const mayJoin = (ctx: Context, user: User, channel: Channel) =>
  hasContentAccess(ctx, user, channel) &&
  (user.role !== ROLE.guest || ctx.store.subscriptions.isSubscribed(user.id, channel.id))

function requireMayAdd(ctx: Context, by: User, channel: Channel) {
  const may =
    holds(ctx, by, 'can_add_subscribers_group') ||
    isInGroup(ctx, by, channel.can_add_subscribers_group) ||
    administers(ctx, by, channel)
  if (!may) refuse('BAD_REQUEST', 'Insufficient permission')
}

export const administers = (ctx: Context, user: User, channel: Channel) =>
  user.role <= ROLE.administrator ||
  (user.role !== ROLE.guest && isInGroup(ctx, user, channel.can_administer_channel_group))

function principal(ctx: Context, who: number | string): User {
  const user = typeof who === 'number' ? ctx.store.users.find(who) : findByEmail(ctx, who)
  if (!user?.is_active || user.system_bot !== null) refuse('BAD_REQUEST', 'No such user')
  return user
}

/** DELETE /users/me/subscriptions. */
export const unsubscribeUsers = (
  ctx: Context,
  by: User,
  names: readonly string[],
  principals: readonly (number | string)[] | undefined,
) =>
  ctx.commit((emit) => {
    const unknown: string[] = []
    const channels: Channel[] = []
    for (const name of names) {
      const channel = ctx.store.channels.findByName(channelKey(name))
      if (channel && hasMetadataAccess(ctx, by, channel)) channels.push(channel)
      else unknown.push(name)
    }
    if (unknown.length > 0) refuse('BAD_REQUEST', `Channel(s) (${unknown.join(', ')}) do not exist`)
    const targets = principals ? principals.map((who) => principal(ctx, who)) : [by]
    if (targets.some((user) => user.id !== by.id && user.bot_owner_id !== by.id)) {
      for (const channel of channels) requireMayRemove(ctx, by, channel)
    }
    const removed = new Set<string>()
    const notRemoved = new Set<string>()
    for (const channel of channels) {
      for (const user of targets) {
        if (unsubscribe(ctx, emit, channel, user)) removed.add(channel.name)
        else notRemoved.add(channel.name)
      }
    }
    return { removed: [...removed], not_removed: [...notRemoved] }
  })

function requireMayRemove(ctx: Context, by: User, channel: Channel) {
  const may =
    administers(ctx, by, channel) ||
    (by.role !== ROLE.guest && isInGroup(ctx, by, channel.can_remove_subscribers_group))
  if (!may) refuse('BAD_REQUEST', 'Insufficient permission')
}

/** @returns whether the user was subscribed until now */
function unsubscribe(ctx: Context, emit: Emit, channel: Channel, user: User): boolean {
  const { subscriptions, channels, userMessages } = ctx.store
  if (!subscriptions.isSubscribed(user.id, channel.id)) return false
  const others = channelAudience(ctx, channel)
  subscriptions.unsubscribe(user.id, channel.id)
  channels.addToSubscriberCount(channel.id, -1)
  // Unread messages live in subscribed channels only.
  const read = userMessages.markChannelRead(user.id, channel.id)
  if (read.length > 0) {
    emit(
      {
        type: 'update_message_flags',
        op: 'add',
        operation: 'add',
        flag: 'read',
        messages: read,
        all: false,
      },
      [user.id],
    )
  }
  emit(
    {
      type: 'subscription',
      op: 'remove',
      subscriptions: [{ stream_id: channel.id, name: channel.name }],
    },
    [user.id],
  )
  if (!hasMetadataAccess(ctx, user, channel)) {
    emit(
      {
        type: 'stream',
        op: 'delete',
        stream_ids: [channel.id],
        streams: [{ stream_id: channel.id }],
      },
      [user.id],
    )
  }
  emit(
    { type: 'subscription', op: 'peer_remove', stream_ids: [channel.id], user_ids: [user.id] },
    (userId) => userId !== user.id && others(userId),
  )
  return true
}

/** The subscription object of specification 2.4. */
export function describeSubscription(
  ctx: Context,
  userId: number,
  channelId: number,
  withSubscribers: boolean,
) {
  const channel = ctx.store.channels.find(channelId)!
  const own = ctx.store.subscriptions.find(userId, channelId)!
  const optional = (value: 0 | 1 | null) => (value === null ? null : value === 1)
  return {
    ...describeChannel(ctx, channel),
    desktop_notifications: optional(own.desktop_notifications),
    audible_notifications: optional(own.audible_notifications),
    push_notifications: optional(own.push_notifications),
    email_notifications: optional(own.email_notifications),
    wildcard_mentions_notify: optional(own.wildcard_mentions_notify),
    pin_to_top: own.pin_to_top === 1,
    is_muted: own.is_muted === 1,
    in_home_view: own.is_muted === 0,
    color: own.color,
    ...(withSubscribers && { subscribers: ctx.store.subscriptions.subscribers(channelId) }),
  }
}

/** GET /users/me/subscriptions: archived channels are left out. */
export function ownSubscriptions(ctx: Context, user: User, withSubscribers: boolean) {
  return ctx.store.subscriptions
    .ofUser(user.id)
    .filter((own) => own.is_active && !ctx.store.channels.find(own.channel_id)!.is_archived)
    .map((own) => describeSubscription(ctx, user.id, own.channel_id, withSubscribers))
}

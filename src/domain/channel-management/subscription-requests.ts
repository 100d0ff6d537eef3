// Subscribes and unsubscribes people on request, creating channels that are missing.

import { INSUFFICIENT_PERMISSION, NOT_FOR_GUESTS } from '../../errors/callers.ts'
import { NO_SUCH_USER } from '../../errors/users.ts'
import { refuse } from '../../errors.ts'
import {
  canAdministerChannel,
  hasChannelPermission,
  hasContentAccess,
  hasMetadataAccess,
} from '../access/access.ts'
import { hasPermission } from '../access/groups.ts'
import { ROLE } from '../access/roles.ts'
import { type Channel, channelKey, checkChannelName } from '../channels/channels.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { readColor } from '../subscriptions/subscription-settings.ts'
import { subscribe, unsubscribe } from '../subscriptions/subscriptions.ts'
import { findByKnownEmail, seesUser, type User } from '../users/users.ts'
import { type CreationOptions, createChannels } from './channel-creation.ts'
import {
  MAX_NOTIFIED_SUBSCRIBERS,
  postNewChannels,
  sendSubscribedDms,
} from './channel-system-messages.ts'

/** One channel to subscribe to: its name, and its properties in case it has to be created. */
export interface ChannelRequest {
  name: string
  color?: string | undefined
  description?: string | undefined
}

/** User IDs or addresses; undefined: the caller. */
export type Principals = readonly (number | string)[] | undefined

/** POST /users/me/subscriptions. */
export interface SubscribeRequest {
  wanted: readonly ChannelRequest[]
  principals: Principals
  /** If false, channels the caller may not join are skipped and listed in the answer. */
  unauthorizedIsFatal: boolean
  /** Whether users who are subscribed by the caller get a direct message. */
  notify: boolean
  creation: CreationOptions
}

/**
 * POST /users/me/subscriptions.
 * @returns who was subscribed to what, by user, and the channels out of reach
 * @throws RequestError if users are unknown or permission is missing
 */
export const subscribeUsers = (ctx: App, by: User, request: SubscribeRequest) =>
  ctx.commit((tx) => subscribeAll(tx, by, request))

/** DELETE /users/me/subscriptions. */
export const unsubscribeUsers = (
  ctx: App,
  by: User,
  names: readonly string[],
  principals: Principals,
) => ctx.commit((tx) => unsubscribeAll(tx, by, names, principals))

/** PATCH /users/me/subscriptions: joins some channels and leaves others, all or nothing. */
export function changeSubscriptions(
  ctx: App,
  by: User,
  wanted: readonly ChannelRequest[],
  leaving: readonly string[],
) {
  if (wanted.length + leaving.length === 0) {
    refuse('BAD_REQUEST', 'Nothing to do. Specify at least one of "add" or "delete".')
  }
  if (wanted.length > 0 && by.role === ROLE.guest) {
    refuse(NOT_FOR_GUESTS)
  }
  const request = { wanted, principals: undefined, unauthorizedIsFatal: true, notify: true }
  return ctx.commit((tx) => ({
    ...subscribeAll(tx, by, { ...request, creation: DEFAULT_CREATION }),
    ...unsubscribeAll(tx, by, leaving, undefined),
  }))
}

const DEFAULT_CREATION: CreationOptions = {
  privacy: { isPrivate: undefined, isWebPublic: undefined, sharesHistory: undefined },
  isDefault: false,
  retention: undefined,
  topicsPolicy: undefined,
  folderId: undefined,
  permissions: {},
  announce: false,
}

function subscribeAll(tx: Tx, by: User, request: SubscribeRequest) {
  const targets = principalsOf(tx, by, request.principals)
  const { existing, missing, unauthorized } = partitionChannels(tx, by, request)
  const addsOthers = targets.some((user) => user.id !== by.id)
  if (addsOthers) for (const channel of existing) requireMayAdd(tx, by, channel)

  const created = createChannels(tx, by, missing, request.creation)
  const channels = [...existing, ...created]
  const targetIds = targets.map((user) => user.id)
  const added = subscribe(tx, channels, targetIds, colorsOf(tx, request.wanted))
  postNewChannels(tx, by, created, request.creation.announce)

  const mayNotify = added.size <= MAX_NOTIFIED_SUBSCRIBERS
  if (request.notify && mayNotify) sendSubscribedDms(tx, by, withoutNew(added, created))
  return {
    ...outcome(targets, channels, added),
    ...(!request.unauthorizedIsFatal && { unauthorized }),
    ...(request.notify && { new_subscription_messages_sent: mayNotify }),
  }
}

/**
 * Sorts the requested channels: existing ones, ones to create, and ones the caller may not join.
 */
function partitionChannels(
  ctx: Context,
  by: User,
  { wanted, unauthorizedIsFatal }: SubscribeRequest,
) {
  const existing = new Map<number, Channel>()
  const missing = new Map<string, ChannelRequest>()
  const unauthorized = new Set<string>()
  for (const one of wanted) {
    const key = channelKey(checkChannelName(one.name))
    const channel = ctx.store.channels.findByName(key)
    if (!channel) missing.set(key, missing.get(key) ?? one)
    else if (!channel.is_archived && hasContentAccess(ctx, by, channel))
      existing.set(channel.id, channel)
    else if (unauthorizedIsFatal)
      refuse('BAD_REQUEST', `Unable to access channel (${one.name.trim()}).`)
    else unauthorized.add(one.name.trim())
  }
  return {
    existing: [...existing.values()],
    missing: [...missing.values()],
    unauthorized: [...unauthorized],
  }
}

function colorsOf(ctx: Context, wanted: readonly ChannelRequest[]) {
  const colors = new Map<number, string>()
  for (const { name, color } of wanted) {
    if (color === undefined) continue
    const channel = ctx.store.channels.findByName(channelKey(name))
    if (channel) colors.set(channel.id, readColor(color))
  }
  return colors
}

const withoutNew = (
  added: ReadonlyMap<number, readonly Channel[]>,
  created: readonly Channel[],
): ReadonlyMap<number, readonly Channel[]> =>
  new Map(
    [...added].map(([userId, channels]) => [
      userId,
      channels.filter((channel) => !created.includes(channel)),
    ]),
  )

function outcome(
  targets: readonly User[],
  channels: readonly Channel[],
  added: ReadonlyMap<number, readonly Channel[]>,
) {
  const subscribed: Record<string, string[]> = {}
  const already_subscribed: Record<string, string[]> = {}
  for (const { id } of targets) {
    const joined = added.get(id) ?? []
    const known = channels.filter((channel) => !joined.includes(channel))
    if (joined.length > 0) subscribed[id] = joined.map((channel) => channel.name)
    if (known.length > 0) already_subscribed[id] = known.map((channel) => channel.name)
  }
  return { subscribed, already_subscribed }
}

function requireMayAdd(ctx: Context, by: User, channel: Channel) {
  const may =
    hasPermission(ctx, by, 'can_add_subscribers_group') ||
    hasChannelPermission(ctx, by, channel, 'can_add_subscribers_group') ||
    canAdministerChannel(ctx, by, channel)
  if (!may) refuse(INSUFFICIENT_PERMISSION)
}

function principalsOf(ctx: Context, by: User, principals: Principals): User[] {
  if (principals === undefined) return [by]
  const users = principals.map((who) => {
    const user =
      typeof who === 'number' ? ctx.store.users.find(who) : findByKnownEmail(ctx, by, who)
    if (!user?.is_active || user.system_bot !== null || !seesUser(ctx, by, user))
      refuse(NO_SUCH_USER)
    return user
  })
  return [...new Map(users.map((user) => [user.id, user])).values()]
}

function unsubscribeAll(tx: Tx, by: User, names: readonly string[], principals: Principals) {
  const channels = channelsNamed(tx, by, names)
  const targets = principalsOf(tx, by, principals)
  if (targets.some((user) => user.id !== by.id && user.bot_owner_id !== by.id)) {
    for (const channel of channels) requireMayRemove(tx, by, channel)
  }
  const leavers = unsubscribe(tx, channels, targets)
  const left = (channel: Channel) => leavers.get(channel)?.length ?? 0
  return {
    removed: channels.filter((channel) => left(channel) > 0).map(({ name }) => name),
    not_removed: channels
      .filter((channel) => left(channel) < Math.max(targets.length, 1))
      .map(({ name }) => name),
  }
}

function channelsNamed(ctx: Context, by: User, names: readonly string[]): Channel[] {
  const channels = new Map<number, Channel>()
  const unknown: string[] = []
  for (const name of names) {
    const channel = ctx.store.channels.findByName(channelKey(name))
    if (channel && hasMetadataAccess(ctx, by, channel)) channels.set(channel.id, channel)
    else unknown.push(name)
  }
  if (unknown.length > 0) refuse('BAD_REQUEST', `Channel(s) (${unknown.join(', ')}) do not exist`)
  return [...channels.values()]
}

function requireMayRemove(ctx: Context, by: User, channel: Channel) {
  const may =
    canAdministerChannel(ctx, by, channel) ||
    // Guests cannot remove others, even if everyone has this permission.
    (by.role !== ROLE.guest &&
      hasChannelPermission(ctx, by, channel, 'can_remove_subscribers_group'))
  if (!may) refuse(INSUFFICIENT_PERMISSION)
}

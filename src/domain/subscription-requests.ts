import { refuse } from '../errors.ts'
import { administers, hasContentAccess, hasMetadataAccess, holdsInChannel } from './access.ts'
import { type CreationOptions, createChannels } from './channel-creation.ts'
import { announceChannels, MAX_NOTIFIED_SUBSCRIBERS, tellSubscribed } from './channel-notices.ts'
import { type Channel, channelKey, checkChannelName } from './channels.ts'
import type { Context } from './context.ts'
import { holds } from './groups.ts'
import { ROLE } from './roles.ts'
import { readColor } from './subscription-settings.ts'
import { subscribe, unsubscribe } from './subscriptions.ts'
import type { Emit } from './unit-of-work.ts'
import { findByKnownEmail, type User } from './users.ts'

/** One channel to subscribe to: its name and, where it has to be created, how it should look. */
export interface Wanted {
  name: string
  color?: string | undefined
  description?: string | undefined
}

/** User IDs or addresses; undefined: the caller. */
export type Principals = readonly (number | string)[] | undefined

/** POST /users/me/subscriptions. */
export interface SubscribeRequest {
  wanted: readonly Wanted[]
  principals: Principals
  /** Else channels out of reach are left out and named. */
  unauthorizedIsFatal: boolean
  /** Whether to write to those whom somebody else has subscribed. */
  notify: boolean
  creation: CreationOptions
}

export const subscribeUsers = (ctx: Context, by: User, request: SubscribeRequest) =>
  ctx.commit((emit) => subscribeAll(ctx, emit, by, request))

/** DELETE /users/me/subscriptions. */
export const unsubscribeUsers = (
  ctx: Context,
  by: User,
  names: readonly string[],
  principals: Principals,
) => ctx.commit((emit) => unsubscribeAll(ctx, emit, by, names, principals))

/** PATCH /users/me/subscriptions: the caller joins some channels and leaves others, or neither. */
export function changeSubscriptions(
  ctx: Context,
  by: User,
  wanted: readonly Wanted[],
  leaving: readonly string[],
) {
  if (wanted.length + leaving.length === 0) {
    refuse('BAD_REQUEST', 'Nothing to do. Specify at least one of "add" or "delete".')
  }
  if (wanted.length > 0 && by.role === ROLE.guest) {
    refuse('BAD_REQUEST', 'Not allowed for guest users')
  }
  const request = { wanted, principals: undefined, unauthorizedIsFatal: true, notify: true }
  return ctx.commit((emit) => ({
    ...subscribeAll(ctx, emit, by, { ...request, creation: USUAL }),
    ...unsubscribeAll(ctx, emit, by, leaving, undefined),
  }))
}

const USUAL: CreationOptions = {
  kind: { isPrivate: undefined, isWebPublic: undefined, sharesHistory: undefined },
  isDefault: false,
  retention: undefined,
  topicsPolicy: undefined,
  folderId: undefined,
  permissions: {},
  announce: false,
}

function subscribeAll(ctx: Context, emit: Emit, by: User, request: SubscribeRequest) {
  const targets = principalsOf(ctx, by, request.principals)
  const { existing, missing, unauthorized } = sortOut(ctx, by, request)
  const addsOthers = targets.some((user) => user.id !== by.id)
  if (addsOthers) for (const channel of existing) requireMayAdd(ctx, by, channel)

  const created = createChannels(ctx, emit, by, missing, request.creation)
  const channels = [...existing, ...created]
  const targetIds = targets.map((user) => user.id)
  const added = subscribe(ctx, emit, channels, targetIds, colorsOf(ctx, request.wanted))
  if (request.creation.announce) announceChannels(ctx, emit, by, created)

  const mayNotify = added.size <= MAX_NOTIFIED_SUBSCRIBERS
  if (request.notify && mayNotify) tellSubscribed(ctx, emit, by, withoutNew(added, created))
  return {
    ...outcome(targets, channels, added),
    ...(!request.unauthorizedIsFatal && { unauthorized }),
    ...(request.notify && { new_subscription_messages_sent: mayNotify }),
  }
}

/** The channels asked for: those there are, those to create, and those out of the caller's reach. */
function sortOut(ctx: Context, by: User, { wanted, unauthorizedIsFatal }: SubscribeRequest) {
  const existing = new Map<number, Channel>()
  const missing = new Map<string, Wanted>()
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

function colorsOf(ctx: Context, wanted: readonly Wanted[]) {
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
    holds(ctx, by, 'can_add_subscribers_group') ||
    holdsInChannel(ctx, by, channel, 'can_add_subscribers_group') ||
    administers(ctx, by, channel)
  if (!may) refuse('BAD_REQUEST', 'Insufficient permission')
}

function principalsOf(ctx: Context, by: User, principals: Principals): User[] {
  if (principals === undefined) return [by]
  const users = principals.map((who) => {
    const user =
      typeof who === 'number' ? ctx.store.users.find(who) : findByKnownEmail(ctx, by, who)
    if (!user?.is_active || user.system_bot !== null) refuse('BAD_REQUEST', 'No such user')
    return user
  })
  return [...new Map(users.map((user) => [user.id, user])).values()]
}

function unsubscribeAll(
  ctx: Context,
  emit: Emit,
  by: User,
  names: readonly string[],
  principals: Principals,
) {
  const channels = channelsNamed(ctx, by, names)
  const targets = principalsOf(ctx, by, principals)
  if (targets.some((user) => user.id !== by.id && user.bot_owner_id !== by.id)) {
    for (const channel of channels) requireMayRemove(ctx, by, channel)
  }
  const leavers = unsubscribe(ctx, emit, channels, targets)
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
    administers(ctx, by, channel) ||
    // Guests remove nobody, although this permission may be everyone's.
    (by.role !== ROLE.guest && holdsInChannel(ctx, by, channel, 'can_remove_subscribers_group'))
  if (!may) refuse('BAD_REQUEST', 'Insufficient permission')
}

// Subscribes and unsubscribes people on request, creating channels that are missing.

import { INSUFFICIENT_PERMISSION, NOT_FOR_GUESTS } from '../../errors/callers.ts'
import { NO_SUCH_USER } from '../../errors/users.ts'
import { refuse } from '../../errors.ts'
import {
  canAdministerChannel,
  canSeeChannel,
  hasChannelPermission,
  membershipFor,
} from '../access/access.ts'
import { hasPermission } from '../access/groups.ts'
import { ROLE } from '../access/roles.ts'
import { type Channel, channelKey } from '../channels/channels.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { commitPortion } from '../kernel/portions.ts'
import { finishReading } from '../subscriptions/left-unread.ts'
import { readColor } from '../subscriptions/subscription-settings.ts'
import { subscribe, unsubscribe } from '../subscriptions/subscriptions.ts'
import { findByKnownEmail, seesUser, type User } from '../users/users.ts'
import { type CreationOptions, checkCreation, createChannels } from './channel-creation.ts'
import {
  MAX_NOTIFIED_SUBSCRIBERS,
  postNewChannels,
  sendSubscribedDms,
} from './channel-system-messages.ts'
import {
  type ChannelRequest,
  channelPortions,
  colorsOf,
  partitionChannels,
} from './requested-channels.ts'
import {
  addOutcome,
  outcome,
  type Subscribed,
  whatWasLeft,
  withoutNew,
} from './subscription-outcomes.ts'
import { inPortions, requireFew } from './subscription-portions.ts'

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
export async function subscribeUsers(ctx: App, by: User, request: SubscribeRequest) {
  requireFew(request.wanted.length, request.principals)
  const targets = principalsOf(ctx, by, request.principals)
  const addsOthers = targets.some((user) => user.id !== by.id)
  const [first = [], ...others] = inPortions(targets, request.wanted.length)
  const [wanted = [], ...more] = channelPortions(request.wanted)
  const isDivided = others.length + more.length > 0
  const checked = { ...request, wanted, addsOthers, notify: request.notify && !isDivided }
  const all = await ctx.commit((tx) => {
    if (more.length > 0) requireAll(tx, by, { ...request, addsOthers })
    return subscribeAll(tx, by, checked, stillActive(tx, first))
  })
  for (const wanted of more) {
    const next = await commitPortion(ctx, (tx) =>
      subscribeAll(tx, by, { ...checked, wanted }, stillActive(tx, first)),
    )
    addOutcome(all, next)
  }
  return isDivided ? subscribeOthers(ctx, by, request, all, others) : all.answer
}

/** Refuses before the first of several transactions what would be refused in a later one. */
function requireAll(tx: Tx, by: User, request: SubscribeRequest & { addsOthers: boolean }) {
  const { existing, missing } = partitionChannels(tx, by, request)
  if (request.addsOthers) for (const channel of existing) requireMayAdd(tx, by, channel)
  if (missing.length > 0) checkCreation(tx, by, missing, request.creation)
  for (const { color } of request.wanted) if (color !== undefined) readColor(color)
}

/** Goes on where the first of several transactions has checked everything and created channels. */
async function subscribeOthers(
  ctx: App,
  by: User,
  request: SubscribeRequest,
  { answer, channels, created, added }: Subscribed,
  portions: readonly User[][],
) {
  for (const users of portions) {
    const more = await commitPortion(ctx, (tx) => {
      const present = channels.map(({ id }) => tx.store.channels.find(id)!)
      const open = present.filter((channel) => !channel.is_archived)
      const people = stillActive(tx, users)
      const joined = subscribe(tx, open, idsOf(people), colorsOf(tx, request.wanted))
      return { joined, outcome: outcome(people, open, joined) }
    })
    for (const [userId, joined] of more.joined) added.set(userId, joined)
    Object.assign(answer.subscribed, more.outcome.subscribed)
    Object.assign(answer.already_subscribed, more.outcome.already_subscribed)
  }
  if (!request.notify) return answer
  const mayNotify = added.size <= MAX_NOTIFIED_SUBSCRIBERS
  const news = mayNotify ? [...withoutNew(added, created)] : []
  for (let at = 0; at < news.length; at += NOTIFIED_AT_ONCE) {
    const some = new Map(news.slice(at, at + NOTIFIED_AT_ONCE))
    await ctx.commit((tx) => sendSubscribedDms(tx, by, some))
  }
  return { ...answer, new_subscription_messages_sent: mayNotify }
}

/** Messages to new subscribers in one transaction. */
const NOTIFIED_AT_ONCE = 20

const idsOf = (users: readonly User[]) => users.map(({ id }) => id)

const stillActive = (tx: Tx, users: readonly User[]) =>
  users.filter(({ id }) => tx.store.users.find(id)?.is_active)

/** DELETE /users/me/subscriptions. */
export async function unsubscribeUsers(
  ctx: App,
  by: User,
  names: readonly string[],
  principals: Principals,
) {
  requireFew(names.length, principals)
  const channels = channelsNamed(ctx, by, names)
  const targets = principalsOf(ctx, by, principals)
  requireMayRemoveAll(ctx, by, channels, targets)
  const left = new Map<number, number>()
  for (const users of inPortions(targets, names.length)) {
    const portion = await commitPortion(ctx, (tx) => leaveChannels(tx, by, channels, users))
    for (const [channel, userIds] of portion.leavers)
      left.set(channel.id, (left.get(channel.id) ?? 0) + userIds.length)
    await finishReading(ctx, portion.unread)
  }
  return whatWasLeft(channels, left, targets.length)
}

/** PATCH /users/me/subscriptions: joins some channels and leaves others, all or nothing. */
export async function changeSubscriptions(
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
  requireFew(wanted.length + leaving.length, undefined)
  const request = {
    wanted,
    principals: undefined,
    unauthorizedIsFatal: true,
    notify: true,
    addsOthers: false,
  }
  const { answer, unread } = await ctx.commit((tx) => {
    const { answer } = subscribeAll(tx, by, { ...request, creation: DEFAULT_CREATION }, [by])
    const channels = channelsNamed(tx, by, leaving)
    const { leavers, unread } = leaveChannels(tx, by, channels, [by])
    const counts = new Map([...leavers].map(([{ id }, userIds]) => [id, userIds.length]))
    return { answer: { ...answer, ...whatWasLeft(channels, counts, 1) }, unread }
  })
  await finishReading(ctx, unread)
  return answer
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

/** Subscribes these people, the first of all, and creates channels that are missing. */
function subscribeAll(
  tx: Tx,
  by: User,
  request: SubscribeRequest & { addsOthers: boolean },
  targets: readonly User[],
): Subscribed {
  const { existing, missing, unauthorized } = partitionChannels(tx, by, request)
  if (request.addsOthers) for (const channel of existing) requireMayAdd(tx, by, channel)

  const created = createChannels(tx, by, missing, request.creation)
  const channels = [...existing, ...created]
  const targetIds = targets.map((user) => user.id)
  const added = subscribe(tx, channels, targetIds, colorsOf(tx, request.wanted))
  postNewChannels(tx, by, created, request.creation.announce)

  const mayNotify = added.size <= MAX_NOTIFIED_SUBSCRIBERS
  if (request.notify && mayNotify) sendSubscribedDms(tx, by, withoutNew(added, created))
  const answer = {
    ...outcome(targets, channels, added),
    ...(!request.unauthorizedIsFatal && { unauthorized }),
    ...(request.notify && { new_subscription_messages_sent: mayNotify }),
  }
  return { answer, channels, created, added }
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

function leaveChannels(tx: Tx, by: User, channels: readonly Channel[], users: readonly User[]) {
  requireMayRemoveAll(tx, by, channels, users)
  return unsubscribe(tx, channels, users)
}

function requireMayRemoveAll(
  ctx: Context,
  by: User,
  channels: readonly Channel[],
  users: readonly User[],
) {
  if (users.every((user) => user.id === by.id || user.bot_owner_id === by.id)) return
  for (const channel of channels) requireMayRemove(ctx, by, channel)
}

function channelsNamed(ctx: Context, by: User, names: readonly string[]): Channel[] {
  const channels = new Map<number, Channel>()
  const unknown: string[] = []
  const membership = membershipFor(ctx, by, names.length)
  for (const name of names) {
    const channel = ctx.store.channels.findByName(channelKey(name))
    if (channel && canSeeChannel(membership, channel)) channels.set(channel.id, channel)
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

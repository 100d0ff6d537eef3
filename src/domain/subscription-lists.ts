import { seconds } from '../base/clock.ts'
import { type Inherited, withoutNull } from '../events/channel-events.ts'
import type { Capability } from '../events/client-shape.ts'
import type { Subscription } from '../store/subscriptions.ts'
import { mayKnow, maySeeSubscribers, type Standing, standingOf } from './access.ts'
import { type Channel, channelDescriber } from './channels.ts'
import type { Context } from './context.ts'
import { userSettings } from './user-settings.ts'
import type { User, Viewer } from './users.ts'

export type SubscriberLists = 'true' | 'false' | 'partial'

/** The register snapshot lists the subscribers of smaller channels to everyone (specification 4.21). */
const ALWAYS_LISTED_BELOW = 250

/** A partial list names bots and whoever was here in this time (specification 2.4). */
const RECENT_SECONDS = 14 * 86_400

/** What a person's own settings put in the place of null. */
export function inheritedSettings(user: User): Inherited {
  const own = userSettings(user)
  return {
    desktop_notifications: own.enable_stream_desktop_notifications,
    audible_notifications: own.enable_stream_audible_notifications,
    push_notifications: own.enable_stream_push_notifications,
    email_notifications: own.enable_stream_email_notifications,
    wildcard_mentions_notify: own.wildcard_mentions_notify,
  }
}

/**
 * Describes subscriptions as specification 2.4 does, with all subscribers. What people in the same
 * channel share is read once, so that adding hundreds to it stays quick.
 */
export function subscriptionDescriber(ctx: Context) {
  const { subscriptions } = ctx.store
  const describe = channelDescriber(ctx)
  const shared = new Map<number, ReturnType<typeof describe> & { subscribers: number[] }>()
  return (userId: number, channel: Channel) => {
    const described = shared.get(channel.id) ?? {
      ...describe(channel),
      subscribers: subscriptions.subscribers(channel.id),
    }
    shared.set(channel.id, described)
    return { ...described, ...describeOwn(subscriptions.find(userId, channel.id)!) }
  }
}

const optional = (value: 0 | 1 | null) => (value === null ? null : value === 1)

/** The personal part of a subscription object. */
const describeOwn = (own: Subscription) => ({
  // No channel has a default of its own for push notifications.
  default_push_notifications: false,
  desktop_notifications: optional(own.desktop_notifications),
  audible_notifications: optional(own.audible_notifications),
  push_notifications: optional(own.push_notifications),
  email_notifications: optional(own.email_notifications),
  wildcard_mentions_notify: optional(own.wildcard_mentions_notify),
  pin_to_top: own.pin_to_top === 1,
  is_muted: own.is_muted === 1,
  in_home_view: own.is_muted === 0,
  color: own.color,
})

/** What somebody chose for the channels they are in. */
export const personalSubscriptions = (ctx: Context, user: User) =>
  [...subscriptionsByChannel(ctx, user)]
    .filter(([, own]) => own.is_active)
    .map(([stream_id, own]) => ({ stream_id, ...describeOwn(own) }))

/** GET /users/me/subscriptions: archived channels are left out. */
export function ownSubscriptions(ctx: Context, user: User, lists: SubscriberLists) {
  const describe = channelDescriber(ctx)
  const standing = standingOf(ctx, user)
  const own = subscriptionsByChannel(ctx, user)
  const listOf = lists === 'false' ? () => ({}) : subscriberLists(ctx, standing, lists)
  return ctx.store.channels
    .all()
    .filter((channel) => !channel.is_archived && standing.isSubscribed(channel.id))
    .map((channel) => ({
      ...describe(channel),
      ...describeOwn(own.get(channel.id)!),
      ...listOf(channel),
    }))
}

const subscriptionsByChannel = (ctx: Context, user: User) =>
  new Map(ctx.store.subscriptions.ofUser(user.id).map((own) => [own.channel_id, own]))

/** The part of the register snapshot that says which channels there are (events 1.4). */
export function channelSnapshot(
  ctx: Context,
  user: User,
  options: { capabilities: ReadonlySet<Capability> },
) {
  const standing = standingOf(ctx, user)
  return { streams: knownChannels(ctx, standing, options.capabilities).map(channelDescriber(ctx)) }
}

const knownChannels = (
  ctx: Context,
  standing: Standing | undefined,
  capabilities: ReadonlySet<Capability>,
): Channel[] =>
  ctx.store.channels
    .all()
    .filter(
      (channel) =>
        (!channel.is_archived || capabilities.has('archived_channels')) &&
        mayKnow(standing, channel),
    )

/**
 * The part of the register snapshot that says where a person stands with each channel (events 1.4).
 * The public stands nowhere: it is shown the web-public channels, and not who is in them.
 */
export function subscriptionSnapshot(
  ctx: Context,
  viewer: Viewer,
  options: { includeSubscribers: SubscriberLists; capabilities: ReadonlySet<Capability> },
) {
  const describe = channelDescriber(ctx)
  const standing = viewer && standingOf(ctx, viewer)
  const own = viewer ? subscriptionsByChannel(ctx, viewer) : new Map<number, Subscription>()
  const listOf = standing ? subscriberLists(ctx, standing, options.includeSubscribers) : () => ({})
  const inherited =
    viewer && !options.capabilities.has('notification_settings_null')
      ? inheritedSettings(viewer)
      : undefined

  const subscriptions: object[] = []
  const unsubscribed: object[] = []
  const never_subscribed: object[] = []
  for (const channel of knownChannels(ctx, standing, options.capabilities)) {
    const subscription = own.get(channel.id)
    if (!subscription) {
      never_subscribed.push({ ...describe(channel), ...listOf(channel) })
      continue
    }
    const personal = describeOwn(subscription)
    const described = {
      ...describe(channel),
      ...(inherited ? withoutNull(personal, inherited) : personal),
      ...listOf(channel),
    }
    if (subscription.is_active) subscriptions.push(described)
    else unsubscribed.push(described)
  }
  return { subscriptions, unsubscribed, never_subscribed }
}

/** Who is subscribed, for each channel as far as the viewer asked and may know. */
function subscriberLists(ctx: Context, viewer: Standing, wanted: SubscriberLists) {
  const { subscriptions } = ctx.store
  const all = subscriptions.lists(wanted === 'true' ? Number.MAX_SAFE_INTEGER : ALWAYS_LISTED_BELOW)
  const partial =
    wanted === 'partial'
      ? subscriptions.partialLists(ALWAYS_LISTED_BELOW, seconds(ctx.clock) - RECENT_SECONDS)
      : undefined
  return (channel: Channel) => {
    const isListed = wanted === 'true' || channel.subscriber_count < ALWAYS_LISTED_BELOW
    if (!isListed && !partial) return {}
    if (!maySeeSubscribers(viewer, channel)) return { subscribers: [] }
    return isListed
      ? { subscribers: all.get(channel.id)! }
      : { partial_subscribers: partial!.get(channel.id)! }
  }
}

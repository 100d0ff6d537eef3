// Subscriptions as answers and the snapshot list them.

import { listOfBytes, utf8Of } from '../../base/json.ts'
import { type Inherited, withoutNull } from '../../events/types/channel-events.ts'
import type { Capability } from '../../events/types/client-format.ts'
import type { Subscription } from '../../store/tables/subscriptions.ts'
import { type ChannelMembership, canSeeChannel, loadMembership } from '../access/access.ts'
import { type Channel, describeChannel } from '../channels/channels.ts'
import { channelsAsJson } from '../channels/channels-as-json.ts'
import type { Context } from '../kernel/context.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { userSettings } from '../users/user-settings.ts'
import type { User } from '../users/users.ts'
import {
  readSubscriberLists,
  type SubscriberLists,
  subscriberField,
  type WantedLists,
} from './subscriber-lists.ts'

/** The user's own settings that apply to a subscription where it has null. */
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
 * Makes a function that describes subscriptions with all subscribers. The shared part of a channel is
 * read once, so that adding hundreds of people stays fast.
 */
export function subscriptionDescriber(ctx: Context) {
  const { subscriptions } = ctx.store
  const shared = new Map<number, ReturnType<typeof describeChannel> & { subscribers: number[] }>()
  return (userId: number, channel: Channel) => {
    const described = shared.get(channel.id) ?? {
      ...describeChannel(ctx, channel),
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

/** The personal parts of a user's subscriptions, for the export. */
export const personalSubscriptions = (ctx: Context, user: User) =>
  [...subscriptionsByChannel(ctx, user)]
    .filter(([, own]) => own.is_active)
    .map(([stream_id, own]) => ({ stream_id, ...describeOwn(own) }))

/** GET /users/me/subscriptions: archived channels are left out. */
export async function ownSubscriptions(ctx: Context, user: User, wanted: WantedLists) {
  const lists = await readSubscriberLists(ctx, wanted)
  const membership = loadMembership(ctx, user)
  const own = subscriptionsByChannel(ctx, user)
  const listOf = subscriberField(ctx, membership, lists)
  const shown = channelsAsJson(ctx).filter(
    ({ channel }) => !channel.is_archived && membership.isSubscribed(channel.id),
  )
  return listOfBytes(
    shown.map(({ channel, prefix }) =>
      withFields(prefix, describeOwn(own.get(channel.id)!), listOf(channel)),
    ),
  )
}

const subscriptionsByChannel = (ctx: Context, user: User) =>
  new Map(ctx.store.subscriptions.ofUser(user.id).map((own) => [own.channel_id, own]))

/** The section of the snapshot with all channels the viewer can see. */
export function channelSnapshot(
  ctx: Context,
  user: User,
  options: { capabilities: ReadonlySet<Capability> },
) {
  const membership = loadMembership(ctx, user)
  const visible = visibleChannels(ctx, membership, options.capabilities)
  return { streams: listOfBytes(visible.map(({ prefix }) => `${prefix}}`)) }
}

const visibleChannels = (
  ctx: Context,
  membership: ChannelMembership | undefined,
  capabilities: ReadonlySet<Capability>,
) =>
  channelsAsJson(ctx).filter(
    ({ channel }) =>
      (!channel.is_archived || capabilities.has('archived_channels')) &&
      canSeeChannel(membership, channel),
  )

/**
 * The section of the snapshot that sorts channels into subscribed, left and never subscribed.
 * Spectators get the web-public channels, without subscribers.
 */
export function subscriptionSnapshot(
  ctx: Context,
  viewer: Viewer,
  options: { subscriberLists: SubscriberLists | undefined; capabilities: ReadonlySet<Capability> },
) {
  const membership = viewer && loadMembership(ctx, viewer)
  const own = viewer ? subscriptionsByChannel(ctx, viewer) : new Map<number, Subscription>()
  const { subscriberLists } = options
  const listOf =
    membership && subscriberLists ? subscriberField(ctx, membership, subscriberLists) : () => ''
  const inherited =
    viewer && !options.capabilities.has('notification_settings_null')
      ? inheritedSettings(viewer)
      : undefined

  const subscriptions: string[] = []
  const unsubscribed: string[] = []
  const never_subscribed: string[] = []
  for (const { channel, prefix } of visibleChannels(ctx, membership, options.capabilities)) {
    const subscription = own.get(channel.id)
    if (!subscription) {
      never_subscribed.push(withFields(prefix, {}, listOf(channel)))
      continue
    }
    const personal = describeOwn(subscription)
    const filled = inherited ? withoutNull(personal, inherited) : personal
    const described = withFields(prefix, filled, listOf(channel))
    if (subscription.is_active) subscriptions.push(described)
    else unsubscribed.push(described)
  }
  return {
    subscriptions: listOfBytes(subscriptions),
    unsubscribed: listOfBytes(unsubscribed),
    never_subscribed: listOfBytes(never_subscribed),
  }
}

/**
 * @param prefix an object in JSON, in UTF-8, that has fields and lacks its closing brace
 * @param field one more, in JSON; empty: none
 */
function withFields(prefix: string, fields: object, field: string): string {
  let bytes = prefix
  for (const more of [utf8Of(JSON.stringify(fields).slice(1, -1)), field])
    if (more !== '') bytes += `,${more}`
  // Not a `join`: that would copy the lists of all channels, and the answer is copied once anyway.
  return `${bytes}}`
}

// Endpoints: subscriptions and their settings.

import * as z from 'zod'
import {
  changeSubscriptions,
  subscribeUsers,
  unsubscribeUsers,
} from '../../../domain/channel-management/subscription-requests.ts'
import { isSubscribed, subscribedChannels } from '../../../domain/channels/channel-lists.ts'
import { ownSubscriptions } from '../../../domain/subscriptions/subscription-lists.ts'
import { changeSubscriptionSettings } from '../../../domain/subscriptions/subscription-settings.ts'
import { endpoint } from '../../core/endpoint.ts'
import { bool, either, int, ints, text, texts } from '../../core/params.ts'
import { withFewer } from '../../core/value-count.ts'
import { creationOptions, creationParams } from '../../wire/channel-params.ts'
import { subscription } from '../../wire/channels.ts'

export const getOwnSubscriptions = endpoint('GET /users/me/subscriptions', {
  summary: "Lists the channels the caller is subscribed to, with the caller's settings for them.",
  tier: 'user',
  params: {
    include_subscribers: z
      .enum(['true', 'false', 'partial'])
      .default('false')
      .describe(
        'Whether channels list their subscribers; partial leaves them out of large channels.',
      ),
  },
  returns: { subscriptions: z.array(subscription) },
  handle: async (ctx, { include_subscribers }, call) => ({
    subscriptions: await ownSubscriptions(ctx, call.user, include_subscribers),
  }),
})

/** Fewer than other lists may have: each principal is checked as an ID and as an address. */
const MOST_PRINCIPALS = 10_000

/** Names of channels: ten times as many as one request may change (subscription-portions.ts). */
const MOST_NAMES = 5000

const principals = withFewer(MOST_PRINCIPALS, z.union([ints, texts]).optional())
const wanted = z.array(
  z.object({ name: text, color: text.optional(), description: text.optional() }),
)
const names = texts
const namesByUser = z.record(z.string(), names)

const subscribeReturns = {
  subscribed: namesByUser,
  already_subscribed: namesByUser,
  new_subscription_messages_sent: bool.optional(),
}

export const subscribeEndpoint = endpoint('POST /users/me/subscriptions', {
  summary:
    'Subscribes the caller or other people to channels; creates the channels that do not exist.',
  tier: 'non-guest',
  errors: ['UNAUTHORIZED_PRINCIPAL', 'CHANNEL_ALREADY_EXISTS'],
  params: {
    subscriptions: wanted.describe(
      'The channels by name; color and description are for the subscription and for a channel that is created.',
    ),
    principals: principals.describe(
      'The people to act for, all by ID or all by e-mail address, at most 10,000; without it the caller.',
    ),
    authorization_errors_fatal: bool
      .default(true)
      .describe(
        'Whether a channel the caller may not use refuses the request; otherwise it is listed in unauthorized.',
      ),
    send_new_subscription_messages: bool
      .default(true)
      .describe(
        'Whether people who are added to existing channels receive a direct message about it.',
      ),
    ...creationParams,
  },
  returns: { ...subscribeReturns, unauthorized: names.optional() },
  handle: (ctx, params, call) =>
    subscribeUsers(ctx, call.user, {
      wanted: params.subscriptions,
      principals: params.principals,
      unauthorizedIsFatal: params.authorization_errors_fatal,
      notify: params.send_new_subscription_messages,
      creation: creationOptions(params),
    }),
})

export const unsubscribeEndpoint = endpoint('DELETE /users/me/subscriptions', {
  summary: 'Unsubscribes the caller or other people from channels.',
  tier: 'user',
  params: {
    subscriptions: withFewer(MOST_NAMES, names).describe('The names of the channels.'),
    principals: principals.describe(
      'The people to act for, all by ID or all by e-mail address, at most 10,000; without it the caller.',
    ),
  },
  returns: { removed: names, not_removed: names },
  handle: (ctx, params, call) =>
    unsubscribeUsers(ctx, call.user, params.subscriptions, params.principals),
})

export const changeSubscriptionsEndpoint = endpoint('PATCH /users/me/subscriptions', {
  summary: 'Subscribes the caller to some channels and unsubscribes them from others, in one step.',
  tier: 'user',
  errors: ['CHANNEL_ALREADY_EXISTS'],
  params: {
    add: wanted.default([]).describe('The channels to subscribe to, as in POST.'),
    delete: withFewer(MOST_NAMES, names.default([])).describe(
      'The names of the channels to leave.',
    ),
  },
  returns: { ...subscribeReturns, removed: names, not_removed: names },
  handle: (ctx, params, call) => changeSubscriptions(ctx, call.user, params.add, params.delete),
})

export const changeSubscriptionSettingsEndpoint = endpoint(
  'POST /users/me/subscriptions/properties',
  {
    summary: "Changes settings of the caller's subscriptions.",
    tier: 'user',
    params: {
      subscription_data: z
        .array(z.object({ stream_id: int, property: text, value: z.union([bool, text]) }))
        .describe(
          'The changes, in this order. property is color, is_muted, in_home_view (the opposite), pin_to_top, or one of desktop_notifications, audible_notifications, push_notifications, email_notifications and wildcard_mentions_notify.',
        ),
    },
    handle: (ctx, { subscription_data }, call) =>
      changeSubscriptionSettings(ctx, call.user, subscription_data),
  },
)

export const changeSubscriptionSetting = endpoint('PATCH /users/me/subscriptions/:stream_id', {
  summary: "Changes one setting of one of the caller's subscriptions.",
  tier: 'user',
  params: {
    stream_id: int,
    property: text.describe(
      'Color, is_muted, in_home_view (the opposite), pin_to_top, or one of desktop_notifications, audible_notifications, push_notifications, email_notifications and wildcard_mentions_notify.',
    ),
    value: either(z.union([bool, text])).describe(
      'A color such as "#76ce90" for color, else true or false.',
    ),
  },
  handle: (ctx, change, call) => changeSubscriptionSettings(ctx, call.user, [change]),
})

export const getSubscriptionStatus = endpoint('GET /users/:user_id/subscriptions/:stream_id', {
  summary: 'Says whether a user is subscribed to a channel.',
  tier: 'user',
  params: { user_id: int, stream_id: int },
  returns: { is_subscribed: bool },
  handle: (ctx, { user_id, stream_id }, call) => ({
    is_subscribed: isSubscribed(ctx, call.user, user_id, stream_id),
  }),
})

export const getSubscribedChannels = endpoint('GET /users/:user_id/channels', {
  summary: 'Lists the channels a user is subscribed to, without those that the caller cannot see.',
  tier: 'user',
  params: { user_id: int },
  returns: { subscribed_channel_ids: ints },
  handle: (ctx, { user_id }, call) => ({
    subscribed_channel_ids: subscribedChannels(ctx, call.user, user_id),
  }),
})

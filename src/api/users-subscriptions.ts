import * as z from 'zod'
import { isSubscribed, subscribedChannels } from '../domain/channel-lists.ts'
import { ownSubscriptions } from '../domain/subscription-lists.ts'
import {
  changeSubscriptions,
  subscribeUsers,
  unsubscribeUsers,
} from '../domain/subscription-requests.ts'
import { changeSubscriptionSettings } from '../domain/subscription-settings.ts'
import { creationOptions, creationParams } from './channel-params.ts'
import { endpoint } from './endpoint.ts'
import { bool, either, int, ints, text } from './params.ts'
import { subscription } from './wire/channels.ts'

export const getOwnSubscriptions = endpoint('GET /users/me/subscriptions', {
  tier: 'user',
  params: { include_subscribers: z.enum(['true', 'false', 'partial']).default('false') },
  returns: { subscriptions: z.array(subscription) },
  handle: (ctx, { include_subscribers }, call) => ({
    subscriptions: ownSubscriptions(ctx, call.user, include_subscribers),
  }),
})

const principals = z.union([ints, z.array(z.string())]).optional()
const wanted = z.array(
  z.object({ name: text, color: text.optional(), description: text.optional() }),
)
const names = z.array(text)
const namesByUser = z.record(z.string(), names)

const subscribeReturns = {
  subscribed: namesByUser,
  already_subscribed: namesByUser,
  new_subscription_messages_sent: bool.optional(),
}

export const subscribeEndpoint = endpoint('POST /users/me/subscriptions', {
  tier: 'non-guest',
  params: {
    subscriptions: wanted,
    principals,
    authorization_errors_fatal: bool.default(true),
    send_new_subscription_messages: bool.default(true),
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
  tier: 'user',
  params: { subscriptions: names, principals },
  returns: { removed: names, not_removed: names },
  handle: (ctx, params, call) =>
    unsubscribeUsers(ctx, call.user, params.subscriptions, params.principals),
})

export const changeSubscriptionsEndpoint = endpoint('PATCH /users/me/subscriptions', {
  tier: 'user',
  params: { add: wanted.default([]), delete: names.default([]) },
  returns: { ...subscribeReturns, removed: names, not_removed: names },
  handle: (ctx, params, call) => changeSubscriptions(ctx, call.user, params.add, params.delete),
})

export const changeSubscriptionSettingsEndpoint = endpoint(
  'POST /users/me/subscriptions/properties',
  {
    tier: 'user',
    params: {
      subscription_data: z.array(
        z.object({ stream_id: int, property: text, value: z.union([bool, text]) }),
      ),
    },
    handle: (ctx, { subscription_data }, call) =>
      changeSubscriptionSettings(ctx, call.user, subscription_data),
  },
)

export const changeSubscriptionSetting = endpoint('PATCH /users/me/subscriptions/:stream_id', {
  tier: 'user',
  params: { stream_id: int, property: text, value: either(z.union([bool, text])) },
  handle: (ctx, change, call) => changeSubscriptionSettings(ctx, call.user, [change]),
})

export const getSubscriptionStatus = endpoint('GET /users/:user_id/subscriptions/:stream_id', {
  tier: 'user',
  params: { user_id: int, stream_id: int },
  returns: { is_subscribed: bool },
  handle: (ctx, { user_id, stream_id }, call) => ({
    is_subscribed: isSubscribed(ctx, call.user, user_id, stream_id),
  }),
})

export const getSubscribedChannels = endpoint('GET /users/:user_id/channels', {
  tier: 'user',
  params: { user_id: int },
  returns: { subscribed_channel_ids: ints },
  handle: (ctx, { user_id }, call) => ({
    subscribed_channel_ids: subscribedChannels(ctx, call.user, user_id),
  }),
})

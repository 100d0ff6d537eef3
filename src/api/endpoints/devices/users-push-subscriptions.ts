// Endpoints: where the caller is pushed to.

import * as z from 'zod'
import {
  addPushSubscription,
  listPushSubscriptions,
  removePushSubscription,
  testPushSubscription,
} from '../../../domain/notifications/push-subscriptions.ts'
import { endpoint } from '../../core/endpoint.ts'
import { bool, filledText, int, text, textUpTo } from '../../core/params.ts'

const kind = z.enum(['web', 'ntfy', 'unifiedpush'])

export const getPushSubscriptions = endpoint('GET /users/me/push_subscriptions', {
  summary: 'Lists where the caller is pushed to, and the key that browsers subscribe with.',
  tier: 'human',
  returns: {
    vapid_public_key: text,
    push_subscriptions: z.array(
      z.object({
        id: int,
        kind,
        name: text,
        host: text,
        created_at: int,
        used_at: int.nullable().describe('UNIX seconds of the last push that arrived.'),
        failure: text.nullable().describe('Why the last push did not arrive.'),
        is_current: bool.describe('Whether it is the browser that asks.'),
      }),
    ),
  },
  handle: (ctx, _, call) => listPushSubscriptions(ctx, call.user, call.csrfToken),
})

export const addPushSubscriptionEndpoint = endpoint('POST /users/me/push_subscriptions', {
  summary:
    'Pushes what the caller is notified of to a browser, or to an address of ntfy or UnifiedPush.',
  tier: 'human',
  params: {
    kind: kind.describe(
      'web: a browser; ntfy: a topic of an ntfy server; unifiedpush: an address that takes what web takes, or plain JSON without keys.',
    ),
    endpoint: filledText(2000).describe('Where pushes are sent by POST; it is a secret.'),
    p256dh: textUpTo(200).optional().describe("The browser's public key, base64url."),
    auth: textUpTo(100).optional().describe("The browser's secret, base64url."),
    name: textUpTo(60).default('').describe('What the list calls it.'),
  },
  returns: { id: int },
  async handle(ctx, { kind, endpoint, p256dh, auth, name }, call) {
    const keys = p256dh === undefined || auth === undefined ? undefined : { p256dh, auth }
    const id = await addPushSubscription(
      ctx,
      call.user,
      { kind, endpoint, keys, name },
      call.csrfToken,
    )
    return { id }
  },
})

const subscription_id = int.describe('Its ID in the list.')

export const removePushSubscriptionEndpoint = endpoint(
  'DELETE /users/me/push_subscriptions/:subscription_id',
  {
    summary: 'Stops pushing to one of the places.',
    tier: 'human',
    params: { subscription_id },
    handle: (ctx, { subscription_id }, call) =>
      removePushSubscription(ctx, call.user, subscription_id),
  },
)

export const testPushSubscriptionEndpoint = endpoint(
  'POST /users/me/push_subscriptions/:subscription_id/test',
  {
    summary: 'Pushes a test to one of the places and says whether it arrived.',
    tier: 'human',
    params: { subscription_id },
    returns: { problem: text.nullable().describe('Why it did not arrive; null if it did.') },
    handle: async (ctx, { subscription_id }, call) => ({
      problem: await testPushSubscription(ctx, call.user, subscription_id),
    }),
  },
)

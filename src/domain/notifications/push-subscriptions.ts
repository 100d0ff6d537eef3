// Where people want to be pushed to: their browsers, and addresses of ntfy and UnifiedPush.

import { refuse } from '../../errors.ts'
import { areBrowserKeys } from '../../outgoing-push/encryption.ts'
import type { PushSubscription, SubscriptionKind } from '../../store/tables/push-subscriptions.ts'
import type { App, Context } from '../kernel/context.ts'
import { canNotify } from '../mail/outbox.ts'
import type { User } from '../users/users.ts'
import { pushForTest, sendPush } from './push-sending.ts'
import { vapidOf } from './vapid-keys.ts'

const MAX_SUBSCRIPTIONS = 20

export interface NewSubscription {
  kind: SubscriptionKind
  endpoint: string
  /** Of a browser, and of UnifiedPush apps that decrypt. */
  keys: { p256dh: string; auth: string } | undefined
  name: string
}

/** GET /users/me/push_subscriptions. @param session CSRF token of the browser session that asks */
export const listPushSubscriptions = (ctx: Context, user: User, session: string | undefined) => ({
  vapid_public_key: vapidOf(ctx).publicKey,
  push_subscriptions: ctx.store.pushSubscriptions.ofUser(user.id).map((one) => ({
    id: one.id,
    kind: one.kind,
    name: one.name,
    host: new URL(one.endpoint).host,
    created_at: one.created_at,
    used_at: one.used_at,
    failure: one.failure,
    is_current: one.session !== null && one.session === session,
  })),
})

/**
 * POST /users/me/push_subscriptions. A browser is pushed to as long as its session lasts.
 * @param session CSRF token of the browser session that asks
 * @returns its ID
 */
export function addPushSubscription(
  ctx: App,
  user: User,
  { kind, endpoint, keys, name }: NewSubscription,
  session: string | undefined,
): Promise<number> {
  if (!ctx.pushCaller.takes(endpoint)) refuse('BAD_REQUEST', ADDRESS_RULE)
  if (kind === 'web' && keys === undefined)
    refuse('BAD_REQUEST', 'A browser needs p256dh and auth, its keys.')
  if (kind === 'ntfy' && new URL(endpoint).pathname === '/')
    refuse('BAD_REQUEST', 'endpoint needs a topic: https://ntfy.example.org/my-secret-topic')
  if (keys && !areBrowserKeys(keys))
    refuse('BAD_REQUEST', 'p256dh must be a point on P-256 and auth 16 bytes, in base64url')
  return ctx.commit((tx) => {
    const { pushSubscriptions, notifications, messages } = tx.store
    pushSubscriptions.removeDead()
    const own = pushSubscriptions.ofUser(user.id)
    if (own.length >= MAX_SUBSCRIPTIONS && own.every((one) => one.endpoint !== endpoint))
      refuse('BAD_REQUEST', `You have ${MAX_SUBSCRIPTIONS} already; remove one first.`)
    // Nobody is notified of what was sent before the first device.
    if (!canNotify(ctx)) notifications.setProgress(messages.newestId())
    return pushSubscriptions.save({
      user_id: user.id,
      kind,
      endpoint,
      p256dh: keys?.p256dh ?? null,
      auth: keys?.auth ?? null,
      name: name || kind,
      session: kind === 'web' ? (session ?? null) : null,
      created_at: tx.now,
    })
  })
}

const ADDRESS_RULE =
  'endpoint must begin with https://; with http:// only if the operator allows private networks (--outgoing-allow)'

/** DELETE /users/me/push_subscriptions/{id}. */
export const removePushSubscription = (ctx: App, user: User, id: number) =>
  ctx.commit((tx) => {
    const { pushSubscriptions, outbox } = tx.store
    pushSubscriptions.remove(ownSubscription(tx, user, id).id)
    outbox.removePushesTo(id)
  })

/** POST /users/me/push_subscriptions/{id}/test. @returns why it did not arrive; null if it did */
export async function testPushSubscription(ctx: App, user: User, id: number) {
  const attempt = await sendPush(ctx, ownSubscription(ctx, user, id), pushForTest(ctx))
  if (attempt.result === 'failed') return attempt.why
  return attempt.result === 'sent' ? null : 'it is not known there any more, and was removed here'
}

const ownSubscription = (ctx: Context, user: User, id: number): PushSubscription =>
  ctx.store.pushSubscriptions.ofUser(user.id).find((one) => one.id === id) ??
  refuse('BAD_REQUEST', 'Invalid push subscription ID')

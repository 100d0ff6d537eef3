// Sends the pushes of the outbox to browsers, ntfy and UnifiedPush.

import { createHash } from 'node:crypto'
import { seconds } from '../../base/clock.ts'
import { CallFailed } from '../../outgoing-http/call-failed.ts'
import type { HttpCall } from '../../outgoing-http/caller.ts'
import { encryptPush } from '../../outgoing-push/encryption.ts'
import type { OutboxRow } from '../../store/tables/outbox.ts'
import type { PushSubscription } from '../../store/tables/push-subscriptions.ts'
import type { App, Context } from '../kernel/context.ts'
import { type Attempt, startDispatch } from '../mail/dispatch.ts'
import { theOrganization } from '../organization/organization.ts'
import type { User } from '../users/users.ts'
import { pauseEnd } from './push-pauses.ts'
import { messagePush, type PushPayload } from './push-texts.ts'
import type { PushAbout } from './pushes.ts'
import { vapidOf } from './vapid-keys.ts'

const CONCURRENCY = 8

/** Also how long push services keep a push for a device that is off. */
const LASTS_SECONDS = 6 * 3600

const MAX_ANSWER_BYTES = 4096

/** Sends pushes from now on. */
export const startPushSending = (ctx: App) =>
  startDispatch(ctx, {
    name: 'push',
    isMail: false,
    concurrency: CONCURRENCY,
    giveUpAfter: LASTS_SECONDS,
    attempt: (row) => sendRow(ctx, row),
  })

async function sendRow(ctx: App, row: OutboxRow): Promise<Attempt> {
  const device = ctx.store.pushSubscriptions.find(row.subscription_id!)
  const user = device && ctx.store.users.find(device.user_id)
  if (!device || !user?.is_active) return { result: 'dropped' }
  const push = pushOf(ctx, user, device, JSON.parse(row.about) as PushAbout)
  return push ? sendPush(ctx, device, push) : { result: 'dropped' }
}

/** A push on its way, with what push services read of it. */
interface Push {
  payload: PushPayload
  urgency: 'high' | 'normal' | 'low'
  /** A later push with the same topic takes the place of one that waits at the service. */
  topic?: string
}

const isEncrypted = ({ p256dh, auth }: PushSubscription) => p256dh !== null && auth !== null

function pushOf(
  ctx: Context,
  user: User,
  device: PushSubscription,
  about: PushAbout,
): Push | undefined {
  if (about.kind === 'removal')
    return { payload: { kind: 'removal', ids: about.message_ids }, urgency: 'low' }
  if (about.kind === 'test') return pushForTest(ctx)
  const message = ctx.store.messages.find(about.message_id)
  const push = message && messagePush(ctx, user, message, { isEncrypted: isEncrypted(device) })
  if (!push) return undefined
  const { reason, ...payload } = push
  const isPersonal = reason === 'direct' || reason === 'mention'
  const topic = createHash('sha256').update(push.tag).digest('base64url').slice(0, 32)
  return { payload, urgency: isPersonal ? 'high' : 'normal', topic }
}

export const pushForTest = (ctx: Context): Push => ({
  payload: {
    kind: 'test',
    title: theOrganization(ctx).settings.name,
    body: 'Notifications arrive on this device.',
  },
  urgency: 'high',
})

/** Sends one push and notes at the subscription how it went. */
export async function sendPush(ctx: App, device: PushSubscription, push: Push): Promise<Attempt> {
  const pausedUntil = device.paused_until ?? 0
  if (pausedUntil > seconds(ctx.clock)) return failed(PAUSED, pausedUntil)
  const { status, why, retryAfter } = await statusOf(ctx, device, push)
  // The browser was unsubscribed, or the address does not exist any more.
  if (device.kind !== 'ntfy' && (status === 404 || status === 410)) {
    await ctx.commit((tx) => tx.store.pushSubscriptions.remove(device.id))
    return { result: 'dropped' }
  }
  if (why === undefined) {
    await ctx.commit((tx) => tx.store.pushSubscriptions.setArrived(device.id, tx.now))
    return { result: 'sent' }
  }
  const notBefore = pauseEnd(ctx, retryAfter)
  await ctx.commit((tx) => tx.store.pushSubscriptions.setFailed(device.id, why, notBefore ?? null))
  const isPassing = status === undefined || status === 429 || status === 408 || status >= 500
  return isPassing ? failed(why, notBefore) : { result: 'failed', why, isFinal: true }
}

const PAUSED = 'the push service asked to wait'

const failed = (why: string, notBefore: number | undefined): Attempt => ({
  result: 'failed',
  why,
  isFinal: false,
  notBefore,
})

/** @returns why it did not arrive; undefined if it did */
async function statusOf(ctx: Context, device: PushSubscription, push: Push) {
  try {
    const { status, retryAfter } = await ctx.pushCaller.call(callFor(ctx, device, push))
    const isTaken = status >= 200 && status < 300
    if (isTaken) return { status, why: undefined, retryAfter: undefined }
    const asksToWait = status === 429 || status === 503
    return {
      status,
      why: `it answered with the status ${status}`,
      retryAfter: asksToWait ? retryAfter : undefined,
    }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    return { status: undefined, why: error.message, retryAfter: undefined }
  }
}

function callFor(ctx: Context, device: PushSubscription, push: Push): HttpCall {
  const bounds = {
    method: 'POST',
    redirects: 0,
    maxBytes: MAX_ANSWER_BYTES,
    longer: 'cut',
  } as const
  if (device.kind === 'ntfy') return { ...bounds, ...ntfyCall(ctx, device, push) }
  const { endpoint, p256dh, auth } = device
  const text = JSON.stringify(push.payload)
  const isSecret = p256dh !== null && auth !== null
  return {
    ...bounds,
    url: endpoint,
    headers: {
      TTL: String(LASTS_SECONDS),
      Urgency: push.urgency,
      ...(push.topic !== undefined && { Topic: push.topic }),
      'Content-Type': isSecret ? 'application/octet-stream' : 'application/json',
      ...(isSecret && { 'Content-Encoding': 'aes128gcm' }),
      ...(isSecret && {
        Authorization: vapidOf(ctx).authorization(endpoint, contactOf(ctx), seconds(ctx.clock)),
      }),
    },
    body: isSecret ? encryptPush(text, { p256dh, auth }) : text,
  }
}

const contactOf = ({ server }: Context) =>
  server.url.startsWith('https:') ? server.url : `mailto:hearth@${server.mailHost}`

/** ntfy takes JSON at the root of the server; the topic is the last part of the address. */
function ntfyCall(ctx: Context, { endpoint }: PushSubscription, { payload, urgency }: Push) {
  if (payload.kind === 'removal') throw new CallFailed('ntfy takes nothing back')
  const url = new URL(endpoint)
  const parts = url.pathname.split('/').filter(Boolean)
  const topic = decodeURIComponent(parts.pop() ?? '')
  url.pathname = `/${parts.join('/')}`
  const click = payload.kind === 'message' ? `${ctx.server.url}${payload.path}` : ctx.server.url
  const { title, body: message } = payload
  const priority = urgency === 'high' ? 4 : 3
  return {
    url: url.href,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ topic, title, message, click, priority }),
  }
}

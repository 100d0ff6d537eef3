// This browser as a place that is pushed to: subscribing it, and keeping the subscription.

import { startWorker } from '../content/trusted.ts'
import { model, session } from '../here.ts'
import { notificationsText as t } from './text.ts'

export interface PushPlace {
  id: number
  kind: 'web' | 'ntfy' | 'unifiedpush'
  name: string
  host: string
  used_at: number | null
  failure: string | null
  is_current: boolean
}

interface Places extends Record<string, unknown> {
  vapid_public_key: string
  push_subscriptions: PushPlace[]
}

/** Key for the ID of the user who subscribed this browser; another user has to subscribe it anew. */
const WISHED_BY = 'hearth-push'

/** Whether this browser can take pushes: over https, and where the browser's maker has a service. */
export const canSubscribe = () =>
  isSecureContext && 'serviceWorker' in navigator && 'PushManager' in globalThis

export const fetchPlaces = () => session.http.call<Places>('GET', '/users/me/push_subscriptions')

/** Asks for permission and subscribes. @returns what prevented it; undefined if nothing did */
export async function subscribeDevice(): Promise<string | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return t.notPermitted
  const places = await fetchPlaces()
  if (!places.ok) return places.msg
  try {
    await startWorker()
    const { pushManager } = await navigator.serviceWorker.ready
    const subscription = await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: places.vapid_public_key,
    })
    return await save(subscription)
  } catch (error) {
    return t.noService((error as Error).message)
  }
}

async function save(subscription: PushSubscription): Promise<string | undefined> {
  const { endpoint, keys } = subscription.toJSON()
  const answer = await session.http.call('POST', '/users/me/push_subscriptions', {
    kind: 'web',
    endpoint: endpoint!,
    p256dh: keys!.p256dh!,
    auth: keys!.auth!,
    name: browserName(),
  })
  if (!answer.ok) return answer.msg
  localStorage.setItem(WISHED_BY, String(model.users.ownId.peek()))
  return undefined
}

/** Ends the subscription of this browser; the server is told apart from that. */
export async function unsubscribeDevice() {
  localStorage.removeItem(WISHED_BY)
  await (await ownSubscription())?.unsubscribe()
}

async function ownSubscription() {
  if (!canSubscribe()) return undefined
  const worker = await navigator.serviceWorker.getRegistration()
  return (await worker?.pushManager.getSubscription()) ?? undefined
}

/** Push services renew addresses now and then, and a new session of the same user goes on. */
export async function keepSubscribed() {
  if (!canSubscribe() || localStorage.getItem(WISHED_BY) !== String(model.users.ownId.peek()))
    return
  const subscription = await ownSubscription()
  const places = subscription && (await fetchPlaces())
  if (!subscription || !places?.ok) return
  if (!places.push_subscriptions.some(({ is_current }) => is_current)) await save(subscription)
}

/** "Firefox on Linux" is known to the server; a phone is easier to recognise by its kind. */
function browserName(): string {
  const { userAgent } = navigator
  const names: [RegExp, string][] = [
    [/Edg/, 'Edge'],
    [/Firefox|FxiOS/, 'Firefox'],
    [/Chrome|CriOS/, 'Chrome'],
    [/Safari/, 'Safari'],
  ]
  const systems: [RegExp, string][] = [
    [/Android/, 'Android'],
    [/iPhone|iPad/, 'iOS'],
    [/Windows/, 'Windows'],
    [/Mac OS/, 'macOS'],
    [/Linux/, 'Linux'],
  ]
  const nameIn = (list: [RegExp, string][]) =>
    list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? ''
  return [nameIn(names), nameIn(systems)].filter(Boolean).join(', ')
}

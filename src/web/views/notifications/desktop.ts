// Alerts to messages while one looks elsewhere: a notification of the system, and a sound. Of all tabs
// the one that was seen last does it.

import type { ClientEvent } from '../../model/events.ts'
import type { Message } from '../../model/messages.ts'
import { noticeOf } from '../../model/notices.ts'
import { hashOfMessage } from '../addresses.ts'
import { parsed } from '../content/trusted.ts'
import { model, session } from '../here.ts'
import { conversationName } from '../names.tsx'
import { go } from '../router.ts'
import { notificationsText as t } from './text.ts'

export { keepSubscribed } from './device.ts'

const MAX_LENGTH = 300

/** A sound at most so often, however many messages come. */
const SILENCE_MS = 3000

/** Alerts to what has happened, where that is wanted. */
export function consider(event: ClientEvent) {
  if (event.type === 'update_message_flags' && event.op === 'add' && event.flag === 'read')
    return void takeBack(event.messages)
  if (event.type !== 'message' || isLookedAt() || !session.tabs.isFirst) return
  const { isShown, isHeard } = noticeOf(model, event)
  const message = model.messages.peek(event.message.id)
  if (!message) return
  if (isShown) void show(message)
  if (isHeard) ring()
}

const isLookedAt = () => !document.hidden && document.hasFocus()

const mayNotify = () => 'Notification' in globalThis && Notification.permission === 'granted'

async function show(message: Message) {
  if (!mayNotify()) return
  const options = {
    body: bodyOf(message),
    // The push of the same message has the same tag, so that there is one notification of both.
    tag: message.conversation,
    renotify: true,
    icon: document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? '',
    data: { id: message.id, path: `/${hashOfMessage(message)}` },
  }
  const worker = await navigator.serviceWorker?.getRegistration()
  if (worker) return worker.showNotification(titleOf(message), options)
  const notification = new Notification(titleOf(message), options)
  shown.set(message.id, notification)
  notification.onclose = () => shown.delete(message.id)
  notification.onclick = () => {
    focus()
    go(hashOfMessage(message))
    notification.close()
  }
}

/** Without a service worker, where nothing else knows them. */
const shown = new Map<number, Notification>()

async function takeBack(ids: readonly number[]) {
  for (const id of ids) shown.get(id)?.close()
  const worker = await navigator.serviceWorker?.getRegistration()
  for (const notification of (await worker?.getNotifications()) ?? [])
    if (ids.includes(notification.data?.id)) notification.close()
}

function titleOf(message: Message): string {
  const sender = model.users.name(message.sender_id)
  if (message.stream_id === undefined && message.people?.length === 1) return sender
  return `${sender} (${conversationName(message.conversation)})`
}

function bodyOf({ content, stream_id }: Message): string {
  if (stream_id === undefined && !model.settings.peek('pm_content_in_desktop_notifications'))
    return t.hidden
  const text = parsed(content)
  for (const spoiler of text.querySelectorAll('.spoiler-content, .katex-html')) spoiler.remove()
  return (text.textContent ?? '').trim().slice(0, MAX_LENGTH)
}

let lastRing = Number.NEGATIVE_INFINITY

function ring() {
  const name = String(model.settings.peek('notification_sound') ?? 'none')
  if (name === 'none' || performance.now() - lastRing < SILENCE_MS) return
  lastRing = performance.now()
  // Browsers refuse sounds of pages that nobody has touched.
  new Audio(`/static/audio/notification_sounds/${name}.wav`).play().catch(() => {})
}

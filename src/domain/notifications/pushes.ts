// Puts pushes into the outbox: that there is a message, and that one was read elsewhere.

import { seconds } from '../../base/clock.ts'
import type { PushSubscription } from '../../store/tables/push-subscriptions.ts'
import type { Tx } from '../kernel/context.ts'
import type { User } from '../users/users.ts'

/** Messages pushed at once; after a long absence the newest are enough. */
const MAX_AT_ONCE = 10

/** Pushes that wait, of all people; beyond it none are added. */
const MAX_WAITING = 20_000

/** What a push is written from. */
export type PushAbout =
  | { kind: 'message'; message_id: number }
  | { kind: 'removal'; message_ids: readonly number[] }
  | { kind: 'test' }

/** Browsers of this maker take permission away from pages that are pushed to and show nothing. */
const MUST_SHOW = /\.push\.apple\.com$/

const canRemove = ({ kind, endpoint }: PushSubscription) =>
  kind === 'web' && !MUST_SHOW.test(URL.parse(endpoint)?.hostname ?? '')

/** Pushes messages to all devices of a person. */
export function putPushes(tx: Tx, user: User, messageIds: readonly number[]) {
  const { notifications, pushSubscriptions } = tx.store
  const devices = pushSubscriptions.ofUser(user.id)
  const skipped = new Set(messageIds.slice(0, -MAX_AT_ONCE))
  for (const message_id of messageIds) {
    if (devices.length === 0 || skipped.has(message_id)) {
      notifications.remove(user.id, 'push', message_id)
      continue
    }
    for (const device of devices) putPush(tx, device, { kind: 'message', message_id })
    notifications.setPushed(user.id, message_id)
  }
}

/** Takes notifications of messages back that a person has read, or that are gone. */
export function putRemovals(tx: Tx, userId: number) {
  const { notifications, pushSubscriptions } = tx.store
  const message_ids = notifications.readPushes(userId)
  if (message_ids.length === 0) return
  for (const device of pushSubscriptions.ofUser(userId).filter(canRemove))
    putPush(tx, device, { kind: 'removal', message_ids: message_ids.slice(-100) })
  for (const id of message_ids) notifications.remove(userId, 'push', id)
}

export function putPush(tx: Tx, device: PushSubscription, about: PushAbout) {
  if (tx.store.outbox.countWaiting() >= MAX_WAITING) return
  tx.store.outbox.add(
    {
      kind: 'push',
      user_id: device.user_id,
      address_key: null,
      subscription_id: device.id,
      caused_by: null,
      about: JSON.stringify(about),
      created_at: tx.now,
    },
    seconds(tx.clock),
  )
  tx.afterCommit(() => tx.outboxBell.ring())
}

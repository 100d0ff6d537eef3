// Puts what people are to be notified of into the outbox when it is due: not while they use the chat,
// and not what they have read meanwhile.

import { seconds } from '../../base/clock.ts'
import { makePause } from '../../base/jobs.ts'
import { FLAG } from '../../store/bits.ts'
import type { Notification, Way } from '../../store/tables/notifications.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { commitPortion } from '../kernel/portions.ts'
import { canNotify, putMail } from '../mail/outbox.ts'
import { isActiveNow, isConnected } from '../users/activity.ts'
import type { User } from '../users/users.ts'
import { startDeciding } from './deciding.ts'
import { settingsOf } from './decision.ts'
import { putPushes, putRemovals } from './pushes.ts'

const LOOK_EVERY_MS = 1000

/** People per piece of work. */
const BATCH_SIZE = 20

/** People who use the chat are looked at again after so long. */
const ASK_AGAIN_SECONDS: Record<Way, number> = { mail: 120, push: 30 }

/** What could not be notified of for so long is dropped; pushes are no longer taken back. */
const DAY_SECONDS = 86_400

/** Conversations with a mail of their own; with more, one mail is about all. */
const MAX_MAILS = 5
const MAX_MESSAGES_OF_MAIL = 100

/** Notifies from now on. */
export function startNotifications(ctx: App) {
  let isRunning = false
  const run = async (isStopping: () => boolean) => {
    if (isRunning) return
    isRunning = true
    try {
      while (!isStopping() && (await notifySome(ctx)));
    } catch (error) {
      ctx.log.error('notifying-failed', { error: String((error as Error).stack) })
    } finally {
      isRunning = false
    }
  }
  const look = () => {
    if (canNotify(ctx) && (ctx.store.notifications.nextDue() ?? Infinity) <= seconds(ctx.clock))
      ctx.backgroundJobs.start(run)
    ctx.timers.after(LOOK_EVERY_MS, look)
  }
  ctx.timers.after(LOOK_EVERY_MS, look)
  startDeciding(ctx, () => ctx.backgroundJobs.start(run))
  ctx.onCommitted((deliveries) => {
    if (!ctx.store.pushSubscriptions.exist()) return
    for (const { event, to } of deliveries) {
      const isGone = event.type === 'update_message_flags' || event.type === 'delete_message'
      if (isGone && Array.isArray(to)) ctx.backgroundJobs.start(() => takeBack(ctx, to))
    }
  })
}

/** @returns whether more may be due */
async function notifySome(ctx: App): Promise<boolean> {
  const due = ctx.store.notifications.dueUsers(seconds(ctx.clock), BATCH_SIZE)
  for (const { user_id, way } of due) await ctx.commit((tx) => notify(tx, user_id, way))
  return due.length === BATCH_SIZE
}

function notify(tx: Tx, userId: number, way: Way) {
  const { notifications, users } = tx.store
  const user = users.find(userId)!
  const open: Notification[] = []
  for (const row of notifications.waitingOf(userId, way)) {
    if (isOpen(tx, user, row)) open.push(row)
    else notifications.remove(userId, way, row.message_id)
  }
  if (open.length === 0) return
  if (isBusy(tx, user, way))
    return notifications.postpone(userId, way, tx.now + ASK_AGAIN_SECONDS[way])
  if (way === 'push')
    return putPushes(
      tx,
      user,
      open.map((row) => row.message_id),
    )
  putMissedMails(tx, user, open)
  for (const { message_id } of open) notifications.remove(userId, way, message_id)
}

/** Whether a person still has to be notified: they have the message and have not read it. */
function isOpen(ctx: Context, user: User, { message_id, made_at }: Notification) {
  if (!user.is_active || seconds(ctx.clock) - made_at > DAY_SECONDS + longestPause(user))
    return false
  const flags = ctx.store.userMessages.flags(user.id, message_id)
  return flags !== undefined && (flags & FLAG.read) === 0
}

const longestPause = (user: User) => settingsOf(user).email_notifications_batching_period_seconds

/** People see in the chat what is new, and on request phones stay quiet while any client is connected. */
const isBusy = (ctx: Context, user: User, way: Way) =>
  isActiveNow(ctx, user) ||
  (way === 'push' && !settingsOf(user).enable_online_push_notifications && isConnected(ctx, user))

function putMissedMails(tx: Tx, user: User, rows: readonly Notification[]) {
  const ids = rows.map((row) => row.message_id).slice(-MAX_MESSAGES_OF_MAIL)
  const conversations = Map.groupBy(ids, (id) => tx.store.messages.find(id)?.conversation_id)
  const mails = conversations.size > MAX_MAILS ? [ids] : [...conversations.values()]
  for (const message_ids of mails)
    putMail(tx, { kind: 'missed_messages', to: user.email, user, about: { message_ids } })
}

/** Removes notifications of read and deleted messages from the devices of users, some people at a time. */
async function takeBack(ctx: App, userIds: readonly number[]) {
  const { notifications } = ctx.store
  try {
    const pause = makePause()
    const concerned: number[] = []
    for (const id of userIds) {
      if (notifications.hasPushed(id)) concerned.push(id)
      await pause()
    }
    for (let at = 0; at < concerned.length; at += BATCH_SIZE)
      await commitPortion(ctx, (tx) => {
        for (const id of concerned.slice(at, at + BATCH_SIZE)) putRemovals(tx, id)
        if (at === 0) tx.store.notifications.removeOld(tx.now - 8 * DAY_SECONDS)
      })
  } catch (error) {
    // A full disk must not end the server; what was not taken back stays on the devices.
    ctx.log.error('notifying-failed', { error: String((error as Error).stack) })
  }
}

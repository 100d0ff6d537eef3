// Sends scheduled messages and reminders when they are due.

import { seconds } from '../../base/clock.ts'
import { RequestError } from '../../errors.ts'
import type * as Reminders from '../../store/tables/reminders.ts'
import type * as Scheduled from '../../store/tables/scheduled-messages.ts'
import { refuseDeactivated } from '../authentication/accounts.ts'
import { prepareRendering } from '../content/rendering.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { deliver } from '../messages/deliver.ts'
import { prepareSystemMessage, sendSystemDm } from '../messages/system-messages.ts'
import { reminderText } from './reminders.ts'
import { describeScheduled, draftOf } from './scheduled-messages.ts'

/** How often to look for due messages: one index lookup, cheaper than keeping timers correct. */
const LOOK_EVERY_MS = 1000

/** Deliveries of each kind per look; the next look finds the rest. */
const BATCH_SIZE = 100

/** How long a delivered message can still be removed. */
const REMEMBERED_SECONDS = 30 * 86_400

/** A message that is later than this is not sent but marked as failed, for its author to decide. */
const MAX_DELAY_SECONDS = 600

/** Sends scheduled messages and reminders when their time comes, also those due while the server was off. */
export function startDeliveries(ctx: App) {
  const look = async () => {
    await attempt(ctx, deliverDue(ctx))
    ctx.timers.after(LOOK_EVERY_MS, look)
  }
  ctx.timers.after(0, look)
}

async function deliverDue(ctx: App) {
  const now = seconds(ctx.clock)
  for (const message of ctx.store.scheduledMessages.due(now, BATCH_SIZE))
    await attempt(ctx, deliverScheduled(ctx, message, now))
  for (const reminder of ctx.store.reminders.due(now, BATCH_SIZE))
    await attempt(ctx, deliverReminder(ctx, reminder))
}

/** Runs one delivery. A failure, such as a full disk, is retried by the next look. */
const attempt = (ctx: Context, work: Promise<void>) =>
  work.catch((error) => ctx.log.error('delivery-failed', { error: String(error.stack) }))

async function deliverScheduled(ctx: App, message: Scheduled.ScheduledMessage, now: number) {
  if (now - message.deliver_at > MAX_DELAY_SECONDS) {
    return fail(ctx, message.id, 'the server was not running at that time')
  }
  try {
    await prepareRendering(ctx, ctx.store.users.find(message.user_id)!, message.content)
    await ctx.commit((tx) => send(tx, message.id))
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    await fail(ctx, message.id, error.message)
  }
}

/** Sends and removes in one transaction, so that after a crash it is either waiting or delivered. */
function send(tx: Tx, id: number) {
  const message = stillDue(tx, id)
  if (!message) return
  const sender = tx.store.users.find(message.user_id)!
  refuseDeactivated(tx, sender)
  const { type, to, topic, content } = describeScheduled(message)
  const { client } = message
  const readBySender = message.read_by_sender === 1
  deliver(tx, sender, draftOf({ type, to, topic, content, client, readBySender }))
  recordDelivery(tx, message)
  tx.emit({ type: 'scheduled_messages', op: 'remove', scheduled_message_id: message.id }, [
    sender.id,
  ])
}

/** Its author may have changed it since it was found to be due, put it off or removed it. */
function stillDue({ store, now }: Tx, id: number) {
  const message = store.scheduledMessages.find(id)
  const isWaiting = message?.delivered_at === null && !message.failed && message.deliver_at <= now
  return isWaiting ? message : undefined
}

/** Programs remove a message also after it was delivered, so it is remembered for a while. */
function recordDelivery({ store, now }: Tx, { id, user_id }: Scheduled.ScheduledMessage) {
  store.scheduledMessages.deliver(id, now)
  store.scheduledMessages.forgetDelivered(user_id, now - REMEMBERED_SECONDS)
}

const fail = (ctx: App, id: number, why: string) =>
  ctx.commit((tx) => {
    const message = stillDue(tx, id)
    if (!message) return
    const failed = { ...message, failed: 1 as const, failure: why }
    tx.store.scheduledMessages.save(failed)
    tx.emit(
      { type: 'scheduled_messages', op: 'update', scheduled_message: describeScheduled(failed) },
      [message.user_id],
    )
    const author = tx.store.users.find(message.user_id)!
    const content = `The message you scheduled could not be sent: ${why}`
    sendSystemDm(tx, 'notification', author, content)
  })

async function deliverReminder(ctx: App, { id }: Reminders.Reminder) {
  const found = ctx.store.reminders.find(id)
  if (!found) return
  await prepareSystemMessage(ctx, reminderText(ctx, found))
  await ctx.commit((tx) => {
    // It may have been removed meanwhile.
    const reminder = tx.store.reminders.find(id)
    if (!reminder) return
    const user = tx.store.users.find(reminder.user_id)!
    if (user.is_active) sendSystemDm(tx, 'notification', user, reminderText(tx, reminder))
    tx.store.reminders.remove(id)
    tx.emit({ type: 'reminders', op: 'remove', reminder_id: id }, [user.id])
  })
}

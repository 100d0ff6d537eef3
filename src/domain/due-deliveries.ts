import { seconds } from '../base/clock.ts'
import { RequestError } from '../errors.ts'
import type * as Reminders from '../store/reminders.ts'
import type * as Scheduled from '../store/scheduled-messages.ts'
import { refuseDeactivated } from './accounts.ts'
import type { Context } from './context.ts'
import { deliver } from './messages.ts'
import { noteDirectly } from './notices.ts'
import { reminderText } from './reminders.ts'
import { describeScheduled, outgoingOf } from './scheduled-messages.ts'
import type { Emit } from './unit-of-work.ts'

/** Looking is one step into an index, so looking often costs less than keeping timers right. */
const LOOK_EVERY_MS = 1000

/** Of each kind in one look; what is left is found by the next. */
const AT_ONCE = 100

/** Later than this, a message may no longer make sense: its author decides (messages 7.5). */
const LATEST_SECONDS = 600

/** Sends scheduled messages and reminders when their time comes, also those due while the server was off. */
export function startDeliveries(ctx: Context) {
  const look = async () => {
    await attempt(ctx, deliverDue(ctx))
    ctx.hub.wheel.after(LOOK_EVERY_MS, look)
  }
  ctx.hub.wheel.after(0, look)
}

async function deliverDue(ctx: Context) {
  const now = seconds(ctx.clock)
  for (const message of ctx.store.scheduledMessages.due(now, AT_ONCE))
    await attempt(ctx, deliverScheduled(ctx, message, now))
  for (const reminder of ctx.store.reminders.due(now, AT_ONCE))
    await attempt(ctx, deliverReminder(ctx, reminder))
}

/** What fails, on a full disk for example, is tried again by the next look and keeps no other waiting. */
const attempt = (ctx: Context, work: Promise<void>) =>
  work.catch((error) => ctx.log.error('delivery-failed', { error: String(error.stack) }))

async function deliverScheduled(ctx: Context, message: Scheduled.ScheduledMessage, now: number) {
  if (now - message.deliver_at > LATEST_SECONDS) {
    return fail(ctx, message, 'the server was not running at that time')
  }
  try {
    await ctx.commit((emit) => send(ctx, emit, message))
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    await fail(ctx, message, error.message)
  }
}

/** Sent and gone in one transaction: after a crash it is either waiting or delivered, never both. */
function send(ctx: Context, emit: Emit, message: Scheduled.ScheduledMessage) {
  const sender = ctx.store.users.find(message.user_id)!
  refuseDeactivated(ctx, sender)
  const { type, to, topic, content } = describeScheduled(message)
  const { client } = message
  const readBySender = message.read_by_sender === 1
  deliver(ctx, emit, sender, outgoingOf({ type, to, topic, content, client, readBySender }))
  ctx.store.scheduledMessages.remove(message.id)
  emit({ type: 'scheduled_messages', op: 'remove', scheduled_message_id: message.id }, [sender.id])
}

const fail = (ctx: Context, message: Scheduled.ScheduledMessage, why: string) =>
  ctx.commit((emit) => {
    const failed = { ...message, failed: 1 as const, failure: why }
    ctx.store.scheduledMessages.save(failed)
    emit(
      { type: 'scheduled_messages', op: 'update', scheduled_message: describeScheduled(failed) },
      [message.user_id],
    )
    const author = ctx.store.users.find(message.user_id)!
    const content = `The message you scheduled could not be sent: ${why}`
    noteDirectly(ctx, emit, 'notification', author, content)
  })

const deliverReminder = (ctx: Context, reminder: Reminders.Reminder) =>
  ctx.commit((emit) => {
    const user = ctx.store.users.find(reminder.user_id)!
    if (user.is_active) noteDirectly(ctx, emit, 'notification', user, reminderText(ctx, reminder))
    ctx.store.reminders.remove(reminder.id)
    emit({ type: 'reminders', op: 'remove', reminder_id: reminder.id }, [reminder.user_id])
  })

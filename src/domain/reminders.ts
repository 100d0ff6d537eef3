import { seconds } from '../base/clock.ts'
import { codePoints, MAX_REMINDER_NOTE_LENGTH } from '../base/limits.ts'
import { refuse } from '../errors.ts'
import type * as Rows from '../store/reminders.ts'
import type { Context } from './context.ts'
import { mayReadMessage, readableMessage } from './message-access.ts'
import { addressOfMessage, quoted } from './message-quotes.ts'
import { silently } from './notices.ts'
import { renderFor } from './rendering.ts'
import type { Emit } from './unit-of-work.ts'
import type { User } from './users.ts'

/** Events 1.9. */
export interface Reminder {
  reminder_id: number
  type: 'private'
  to: number[]
  content: string
  rendered_content: string
  scheduled_delivery_timestamp: number
  failed: boolean
  reminder_target_message_id: number
}

export const ownReminders = (ctx: Context, user: User): Reminder[] =>
  ctx.store.reminders.ofUser(user.id).map((row) => describeReminder(ctx, user, row))

function describeReminder(ctx: Context, user: User, row: Rows.Reminder): Reminder {
  const content = reminderText(ctx, row)
  return {
    reminder_id: row.id,
    type: 'private',
    to: [user.id],
    content,
    rendered_content: renderFor(ctx, user, content).html,
    scheduled_delivery_timestamp: row.deliver_at,
    // Nothing keeps Notification Bot from writing to somebody.
    failed: false,
    reminder_target_message_id: row.message_id,
  }
}

export interface ReminderRequest {
  messageId: number
  /** UNIX seconds. */
  deliverAt: number
  note: string
}

/** @returns its ID */
export const remind = (ctx: Context, user: User, request: ReminderRequest): Promise<number> =>
  ctx.commit((emit) => {
    const message = readableMessage(ctx, user, request.messageId)
    if (request.deliverAt <= seconds(ctx.clock)) {
      refuse('BAD_REQUEST', 'Scheduled delivery time must be in the future.')
    }
    if (codePoints(request.note) > MAX_REMINDER_NOTE_LENGTH) {
      refuse('BAD_REQUEST', `Maximum reminder note length: ${MAX_REMINDER_NOTE_LENGTH} characters`)
    }
    const id = ctx.store.reminders.create({
      user_id: user.id,
      message_id: message.id,
      note: request.note,
      deliver_at: request.deliverAt,
    })
    const added = describeReminder(ctx, user, ctx.store.reminders.find(id)!)
    emit({ type: 'reminders', op: 'add', reminders: [added] }, [user.id])
    return id
  })

export const removeReminder = (ctx: Context, user: User, id: number) =>
  ctx.commit((emit) => {
    if (ctx.store.reminders.find(id)?.user_id !== user.id)
      refuse('NOT_FOUND', 'Reminder does not exist')
    ctx.store.reminders.remove(id)
    emit({ type: 'reminders', op: 'remove', reminder_id: id }, [user.id])
  })

/** Nobody is reminded of a message that is to be deleted. */
export function removeRemindersOf(ctx: Context, emit: Emit, messageId: number) {
  for (const { id, user_id } of ctx.store.reminders.ofMessage(messageId)) {
    ctx.store.reminders.remove(id)
    emit({ type: 'reminders', op: 'remove', reminder_id: id }, [user_id])
  }
}

/**
 * What the Notification Bot writes: where the message is, what it says, and the person's own note;
 * of a message that the person may no longer read, only the note.
 */
export function reminderText(ctx: Context, reminder: Rows.Reminder): string {
  const message = ctx.store.messages.find(reminder.message_id)!
  const sender = ctx.store.users.find(message.sender_id)!
  const note = reminder.note.trim() === '' ? '' : `\n\n**Note:** ${reminder.note.trim()}`
  if (!mayReadMessage(ctx, ctx.store.users.find(reminder.user_id), message))
    return `You asked to be reminded of a message that you can no longer read.${note}`
  return `You asked to be reminded of [this message](${addressOfMessage(ctx, message)}) by ${silently(sender)}:${note}

${quoted(message.content)}`
}

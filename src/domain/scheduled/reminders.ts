// Reminders of messages.

import { codePoints, MAX_REMINDER_NOTE_LENGTH } from '../../base/limits.ts'
import { DELIVERY_IN_PAST } from '../../errors/parameters.ts'
import { NO_REMINDER } from '../../errors/personal.ts'
import { refuse } from '../../errors.ts'
import type * as Rows from '../../store/tables/reminders.ts'
import { mayReadMessage, readableMessage } from '../access/message-access.ts'
import { renderQuickly } from '../content/rendering.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { addressOfMessage, quoted } from '../messages/message-quotes.ts'
import { silentMention } from '../messages/system-messages.ts'
import { personBehind, type User } from '../users/users.ts'

/** A reminder as its owner reads it. */
export interface ReminderDescription {
  reminder_id: number
  type: 'private'
  to: number[]
  content: string
  rendered_content: string
  scheduled_delivery_timestamp: number
  failed: boolean
  reminder_target_message_id: number
}

/** Reminders that one person and their bots may have waiting. */
const MAX_REMINDERS = 200

/** Characters of HTML in one person's reminders together. Beyond it, quoted messages are left out. */
const MOST_CHARACTERS = 5_000_000

/** A user's reminders, by time of delivery. */
export function ownReminders(ctx: Context, user: User): ReminderDescription[] {
  let room = MOST_CHARACTERS
  return ctx.store.reminders.ofUser(user.id).map((row) => {
    const described = describeReminder(ctx, user, row, room)
    room -= described.rendered_content.length
    return described
  })
}

/** @param room characters that the HTML of the quote may have */
function describeReminder(
  ctx: Context,
  user: User,
  row: Rows.Reminder,
  room = MOST_CHARACTERS,
): ReminderDescription {
  const parts = partsOf(ctx, row)
  const { introduction, quote } = parts
  const shown = quote && quote.rendered.length <= room ? quoteHtml(quote.rendered) : ''
  return {
    reminder_id: row.id,
    type: 'private',
    to: [user.id],
    content: textOf(parts),
    // The message is rendered already; rendering hundreds of quotes anew would keep everyone waiting.
    rendered_content: renderQuickly(ctx, user, introduction).html + shown,
    scheduled_delivery_timestamp: row.deliver_at,
    // Sending cannot fail: Notification Bot may write to everyone.
    failed: false,
    reminder_target_message_id: row.message_id,
  }
}

const quoteHtml = (html: string) => `\n<blockquote>\n${html}\n</blockquote>`

export interface ReminderRequest {
  messageId: number
  /** UNIX seconds. */
  deliverAt: number
  note: string
}

/** @returns its ID */
export const remind = (ctx: App, user: User, request: ReminderRequest): Promise<number> =>
  ctx.commit((tx) => {
    const message = readableMessage(tx, user, request.messageId)
    if (request.deliverAt <= tx.now) {
      refuse(DELIVERY_IN_PAST)
    }
    if (codePoints(request.note) > MAX_REMINDER_NOTE_LENGTH) {
      refuse('BAD_REQUEST', `Maximum reminder note length: ${MAX_REMINDER_NOTE_LENGTH} characters`)
    }
    const id = tx.store.reminders.create({
      user_id: user.id,
      message_id: message.id,
      note: request.note,
      deliver_at: request.deliverAt,
    })
    if (tx.store.reminders.count(personBehind(user)) > MAX_REMINDERS)
      refuse('BAD_REQUEST', `You can keep ${MAX_REMINDERS} reminders at most.`)
    const added = describeReminder(tx, user, tx.store.reminders.find(id)!)
    tx.emit({ type: 'reminders', op: 'add', reminders: [added] }, [user.id])
    return id
  })

/** DELETE /reminders/{id}. @throws RequestError for an unknown reminder */
export const removeReminder = (ctx: App, user: User, id: number) =>
  ctx.commit((tx) => {
    if (tx.store.reminders.find(id)?.user_id !== user.id) refuse(NO_REMINDER)
    tx.store.reminders.remove(id)
    tx.emit({ type: 'reminders', op: 'remove', reminder_id: id }, [user.id])
  })

/** Removes the reminders of a message that is about to be deleted. */
export function removeRemindersOf(tx: Tx, messageId: number) {
  for (const { id, user_id } of tx.store.reminders.ofMessage(messageId)) {
    tx.store.reminders.remove(id)
    tx.emit({ type: 'reminders', op: 'remove', reminder_id: id }, [user_id])
  }
}

/**
 * The text of a reminder: a link to the message, its content, and the person's note. If the person
 * may no longer read the message, only the note.
 */
export const reminderText = (ctx: Context, reminder: Rows.Reminder): string =>
  textOf(partsOf(ctx, reminder))

const textOf = ({ introduction, quote }: ReturnType<typeof partsOf>): string =>
  quote ? `${introduction}\n\n${quoted(quote.content)}` : introduction

function partsOf(ctx: Context, { message_id, user_id, note }: Rows.Reminder) {
  const message = ctx.store.messages.find(message_id)!
  const noted = note.trim() === '' ? '' : `\n\n**Note:** ${note.trim()}`
  if (!mayReadMessage(ctx, ctx.store.users.find(user_id), message)) {
    const lost = 'You asked to be reminded of a message that you can no longer read.'
    return { introduction: `${lost}${noted}`, quote: undefined }
  }
  const sender = ctx.store.users.find(message.sender_id)!
  const what = `[this message](${addressOfMessage(ctx, message)}) by ${silentMention(sender)}`
  return { introduction: `You asked to be reminded of ${what}:${noted}`, quote: message }
}

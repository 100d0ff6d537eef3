// Endpoints: reminders.

import * as z from 'zod'
import { ownReminders, remind, removeReminder } from '../../../domain/scheduled/reminders.ts'
import { endpoint } from '../../core/endpoint.ts'
import { int, text } from '../../core/params.ts'
import { reminder } from '../../wire/personal.ts'

export const getReminders = endpoint('GET /reminders', {
  summary: "Lists the caller's reminders that are still to come.",
  tier: 'user',
  returns: { reminders: z.array(reminder) },
  handle: (ctx, _, call) => ({ reminders: ownReminders(ctx, call.user) }),
})

export const createReminder = endpoint('POST /reminders', {
  summary: 'Has a message brought back to the caller at a time.',
  tier: 'user',
  params: {
    message_id: int.describe('The message to be reminded of.'),
    scheduled_delivery_timestamp: int.describe('When to deliver, in UNIX seconds; in the future.'),
    note: text.default('').describe('A text to come with it, at most 1000 characters.'),
  },
  returns: { reminder_id: int },
  handle: async (ctx, { message_id, scheduled_delivery_timestamp, note }, call) => ({
    reminder_id: await remind(ctx, call.user, {
      messageId: message_id,
      deliverAt: scheduled_delivery_timestamp,
      note,
    }),
  }),
})

export const deleteReminder = endpoint('DELETE /reminders/:reminder_id', {
  summary: "Deletes one of the caller's reminders.",
  tier: 'user',
  errors: ['NOT_FOUND'],
  params: { reminder_id: int },
  handle: (ctx, { reminder_id }, call) => removeReminder(ctx, call.user, reminder_id),
})

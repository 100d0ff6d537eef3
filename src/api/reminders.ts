import * as z from 'zod'
import { ownReminders, remind, removeReminder } from '../domain/reminders.ts'
import { endpoint } from './endpoint.ts'
import { int, text } from './params.ts'
import { reminder } from './wire/personal.ts'

export const getReminders = endpoint('GET /reminders', {
  tier: 'human',
  returns: { reminders: z.array(reminder) },
  handle: (ctx, _, call) => ({ reminders: ownReminders(ctx, call.user) }),
})

export const createReminder = endpoint('POST /reminders', {
  tier: 'human',
  params: { message_id: int, scheduled_delivery_timestamp: int, note: text.default('') },
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
  tier: 'human',
  params: { reminder_id: int },
  handle: (ctx, { reminder_id }, call) => removeReminder(ctx, call.user, reminder_id),
})

// Drafts, scheduled messages, reminders, snippets and views, as answers and events show them.

import * as z from 'zod'

/** `to` holds one channel ID, or user IDs; a draft without a recipient has the type ''. */
export const draft = z.object({
  id: z.int(),
  type: z.enum(['', 'stream', 'private']),
  to: z.array(z.int()),
  topic: z.string(),
  content: z.string(),
  timestamp: z.int(),
})

export const scheduledMessage = z.object({
  scheduled_message_id: z.int(),
  type: z.enum(['stream', 'private']),
  to: z.union([z.int(), z.array(z.int())]),
  topic: z.string().optional(),
  content: z.string(),
  rendered_content: z.string(),
  scheduled_delivery_timestamp: z.int(),
  failed: z.boolean(),
})

export const reminder = z.object({
  reminder_id: z.int(),
  type: z.literal('private'),
  to: z.array(z.int()),
  content: z.string(),
  rendered_content: z.string(),
  scheduled_delivery_timestamp: z.int(),
  failed: z.boolean(),
  reminder_target_message_id: z.int(),
})

export const savedSnippet = z.object({
  id: z.int(),
  title: z.string(),
  content: z.string(),
  date_created: z.int(),
})

/** A view in the sidebar: `fragment` is its address after "#", only views of one's own have a name. */
export const navigationView = z.object({
  fragment: z.string(),
  is_pinned: z.boolean(),
  name: z.string().nullable(),
})

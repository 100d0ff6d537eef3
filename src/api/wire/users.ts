// Users, statuses, presence and profile values, as answers, events and parameters show them.

import * as z from 'zod'

const profileData = z.record(
  z.string(),
  z.object({ value: z.string(), rendered_value: z.string().optional() }),
)

const common = {
  user_id: z.int(),
  email: z.string(),
  full_name: z.string(),
  date_joined: z.string(),
  is_active: z.boolean(),
  is_owner: z.boolean(),
  is_admin: z.boolean(),
  is_guest: z.boolean(),
  is_bot: z.boolean(),
  role: z.int(),
  avatar_version: z.int(),
  is_imported_stub: z.boolean(),
  profile_data: profileData.optional(),
}

/** A user as the viewer sees them; `delivery_email` is null where the real address is hidden. */
export const user = z.object({
  ...common,
  delivery_email: z.string().nullable(),
  timezone: z.string().optional(),
  avatar_url: z.string().nullable(),
  is_deleted: z.boolean().optional(),
  bot_type: z.int().nullable().optional(),
  bot_owner_id: z.int().nullable().optional(),
  is_system_bot: z.boolean().optional(),
})

/** The caller's own account, as GET /users/me answers. */
export const self = {
  ...common,
  delivery_email: z.string(),
  timezone: z.string(),
  avatar_url: z.string(),
  max_message_id: z.int(),
}

/** Values of custom profile fields as they are sent; null takes one away. */
export const profileEntries = z
  .array(
    z.object({
      id: z.int(),
      value: z.union([z.string(), z.array(z.int()), z.null()]),
    }),
  )
  .describe('Values of custom profile fields by the ID of the field; null clears one.')

/** The status of a user, with only the fields that are set. */
export const userStatus = z.object({
  away: z.literal(true).optional(),
  status_text: z.string().optional(),
  emoji_name: z.string().optional(),
  emoji_code: z.string().optional(),
  reaction_type: z.string().optional(),
})

/** Parts of a status as they are sent; '' clears one. */
export const statusPatch = {
  status_text: z.string().optional().describe('At most 60 characters; "" clears it.'),
  emoji_name: z.string().optional().describe('The name of an emoji; "" clears it.'),
  emoji_code: z
    .string()
    .optional()
    .describe('The code of the emoji; found by the name where it is not sent.'),
  reaction_type: z
    .string()
    .optional()
    .describe('The kind of the emoji: unicode_emoji, realm_emoji or zulip_extra_emoji.'),
}

const timedStatus = {
  client: z.string(),
  status: z.enum(['active', 'idle', 'offline']),
  timestamp: z.int(),
}

/** Presence of users: by user ID in the modern form, by e-mail in the older one. */
export const presences = z.record(
  z.string(),
  z.union([
    z.object({ active_timestamp: z.int(), idle_timestamp: z.int() }),
    z.object({
      aggregated: z.object(timedStatus),
      website: z.object({ ...timedStatus, pushable: z.boolean() }),
    }),
  ]),
)

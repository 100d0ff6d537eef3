import * as z from 'zod'

/** People, as answers and events show them, and what is sent about them. */

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

/** Specification 2.5. */
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

/** The own-user object (specification 2.5). */
export const self = {
  ...common,
  delivery_email: z.string(),
  timezone: z.string(),
  avatar_url: z.string(),
  max_message_id: z.int(),
}

/** Values of custom profile fields as they are sent; null takes one away (specification 4.9). */
export const profileEntries = z.array(
  z.object({
    id: z.int(),
    value: z.union([z.string(), z.array(z.int()), z.null()]),
  }),
)

/** What a person says they are doing, only what is set (specification 2.6). */
export const userStatus = z.object({
  away: z.literal(true).optional(),
  status_text: z.string().optional(),
  emoji_name: z.string().optional(),
  emoji_code: z.string().optional(),
  reaction_type: z.string().optional(),
})

/** Parts of a status as they are sent; '' clears one (specification 4.7). */
export const statusPatch = {
  status_text: z.string().optional(),
  emoji_name: z.string().optional(),
  emoji_code: z.string().optional(),
  reaction_type: z.string().optional(),
}

const timedStatus = { client: z.string(), status: z.enum(['active', 'idle']), timestamp: z.int() }

/** Who is here: by user ID in the modern form, by e-mail in the one before (events 1.9). */
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

// Profile fields, custom emoji, linkifiers and exports, as answers and events show them.

import * as z from 'zod'

/** A custom field with its type under two names: clients read `type`; `field_data` is JSON text. */
export const profileField = z.object({
  id: z.int(),
  field_type: z.int(),
  type: z.int(),
  order: z.int(),
  name: z.string(),
  hint: z.string(),
  field_data: z.string(),
  required: z.boolean(),
  editable_by_user: z.boolean(),
  display_in_profile_summary: z.boolean(),
  use_for_user_matching: z.boolean().optional(),
})

/** A custom emoji. */
export const customEmojiShape = z.object({
  id: z.string(),
  name: z.string(),
  source_url: z.string(),
  still_url: z.string().nullable(),
  deactivated: z.boolean(),
  author_id: z.int().nullable(),
})

export const linkifier = z.object({
  id: z.int(),
  pattern: z.string(),
  url_template: z.string(),
  example_input: z.string().nullable(),
  reverse_template: z.string().nullable(),
  alternative_url_templates: z.array(z.string()),
})

/** An export with its times in UNIX seconds; the file is ready when it has `export_url`. */
export const dataExport = z.object({
  id: z.int(),
  acting_user_id: z.int(),
  export_time: z.number(),
  export_url: z.string().nullable(),
  deleted_timestamp: z.number().nullable(),
  failed_timestamp: z.number().nullable(),
  pending: z.boolean(),
  export_type: z.enum(['public', 'full_with_consent', 'full_without_consent']),
  export_from_prior_server: z.boolean(),
})

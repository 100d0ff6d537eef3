// Events about the organization: its settings, custom emoji, linkifiers, profile fields, exports.

import type { ClientFormat } from './client-format.ts'
import type { GroupSetting } from './group-events.ts'

/** The value of a setting of the organization or of a person. */
export type SettingValue = string | number | boolean | null | GroupSetting

interface AllowedDomain {
  domain: string
  allow_subdomains: boolean
}

/** A website that runs code of a language. */
interface PlaygroundObject {
  id: number
  name: string
  pygments_language: string
  url_template: string
}

/** A custom profile field with its type under two names; `field_data` is JSON. */
interface ProfileFieldObject {
  id: number
  field_type: number
  type: number
  order: number
  name: string
  hint: string
  field_data: string
  required: boolean
  editable_by_user: boolean
  display_in_profile_summary: boolean
  use_for_user_matching?: boolean
}

/** An export; times are UNIX seconds. */
interface ExportObject {
  id: number
  acting_user_id: number
  export_time: number
  export_url: string | null
  deleted_timestamp: number | null
  failed_timestamp: number | null
  pending: boolean
  export_type: 'public' | 'full_with_consent' | 'full_without_consent'
  export_from_prior_server: boolean
}

/** Changes of the organization that every client understands. */
export type OrganizationEvent =
  | { type: 'realm'; op: 'update'; property: string; value: SettingValue }
  | { type: 'realm'; op: 'deactivated'; realm_id: number }
  | {
      type: 'realm'
      op: 'update_dict'
      property: string
      data: Readonly<Record<string, SettingValue>>
    }
  | { type: 'realm_domains'; op: 'add' | 'change'; realm_domain: AllowedDomain }
  | { type: 'realm_domains'; op: 'remove'; domain: string }
  | { type: 'realm_playgrounds'; realm_playgrounds: readonly PlaygroundObject[] }
  | { type: 'custom_profile_fields'; fields: readonly ProfileFieldObject[] }
  | { type: 'realm_user_settings_defaults'; op: 'update'; property: string; value: SettingValue }
  | { type: 'invites_changed' }
  | { type: 'realm_export'; exports: readonly ExportObject[] }
  | { type: 'realm_export_consent'; user_id: number; consented: boolean }

interface EmojiObject {
  id: string
  name: string
  source_url: string
  still_url: string | null
  deactivated: boolean
  author_id: number | null
}

interface LinkifierObject {
  id: number
  pattern: string
  url_template: string
  example_input: string | null
  reverse_template: string | null
  alternative_url_templates: readonly string[]
}

/** Changes of custom emoji, with all of them for clients that take no single ones. */
export type EmojiEvent = {
  type: 'realm_emoji'
  /** By ID. */
  realm_emoji: Readonly<Record<string, EmojiObject>>
} & (
  | { op: 'add'; emoji: EmojiObject }
  | { op: 'update_one'; emoji_id: string; data: Partial<EmojiObject> }
)

/** A change of custom emoji as a client of this format receives it. */
export function formatEmoji(event: EmojiEvent, format: ClientFormat): readonly object[] {
  const { realm_emoji, ...change } = event
  if (format.capabilities.has('individual_emoji_changes')) return [change]
  return [{ type: event.type, op: 'update', realm_emoji }]
}

export interface LinkifiersEvent {
  type: 'realm_linkifiers'
  realm_linkifiers: readonly LinkifierObject[]
}

/** Clients that do not know URL templates get no event about linkifiers. */
export const formatLinkifiers = (
  event: LinkifiersEvent,
  format: ClientFormat,
): readonly object[] => (format.capabilities.has('linkifier_url_template') ? [event] : [])

// Every setting of the organization: its default, its rule, who may change it.

import { MAX_ORGANIZATION_NAME_LENGTH, MAX_WELCOME_TEXT_LENGTH } from '../../base/limits.ts'

/**
 * The settings of an organization with their defaults; docs/api/organization.md says what each
 * means.
 */
export const DEFAULT_SETTINGS = {
  name: '',
  description: '',
  default_language: 'en',
  default_code_block_language: '',
  welcome_message_custom_text: '',
  topics_policy: 'allow_empty_topic' as 'allow_empty_topic' | 'disable_empty_topic',
  message_edit_history_visibility_policy: 'all' as 'all' | 'moves' | 'none',
  default_avatar_source: 'J' as 'G' | 'J',
  jitsi_server_url: null as string | null,

  allow_message_editing: true,
  disallow_disposable_email_addresses: true,
  enable_guest_user_dm_warning: true,
  enable_guest_user_indicator: true,
  inline_image_preview: true,
  invite_required: true,
  message_content_allowed_in_email_notifications: true,
  send_welcome_emails: true,
  avatar_changes_disabled: false,
  name_changes_disabled: false,
  email_changes_disabled: false,
  digest_emails_enabled: false,
  emails_restricted_to_domains: false,
  enable_read_receipts: false,
  enable_spectator_access: false,
  inline_url_embed_preview: false,
  require_e2ee_push_notifications: false,
  require_unique_names: false,
  send_channel_events_messages: false,
  want_advertise_in_communities_directory: false,

  digest_weekday: 1,
  gif_rating_policy: 2,
  media_preview_size: 100,
  message_retention_days: -1,
  video_chat_provider: 1,
  waiting_period_threshold: 0,
  org_type: 0,

  // Seconds; null is unlimited.
  message_content_edit_limit_seconds: 600 as number | null,
  message_content_delete_limit_seconds: 600 as number | null,
  move_messages_between_streams_limit_seconds: 604_800 as number | null,
  move_messages_within_stream_limit_seconds: 604_800 as number | null,

  // Channel IDs; -1 stands for no channel.
  moderation_request_channel_id: -1,
  new_stream_announcements_stream_id: -1,
  signup_announcements_stream_id: -1,
  service_update_announcements_stream_id: -1,
}

export type OrganizationSettings = typeof DEFAULT_SETTINGS

export type OrganizationSettingName = keyof OrganizationSettings

/** The allowed values of a setting, and whether only owners may change it. */
export type SettingRule = { ownerOnly?: true } & (
  | { kind: 'switch' }
  /** At most `limit` code points. */
  | { kind: 'text'; limit: number }
  | { kind: 'choice'; values: readonly (string | number)[] }
  | { kind: 'amount'; min: number; max: number }
  /** Seconds above 0, or "unlimited", which is kept as null. */
  | { kind: 'time limit' }
  /** Days above 0, or "unlimited", which is kept as -1. */
  | { kind: 'retention' }
  | { kind: 'language' }
  /** An address, or "default", which is kept as null. */
  | { kind: 'server address'; limit: number }
  /** The ID of a provider of video calls that works on this server. */
  | { kind: 'call provider' }
  /** A channel's ID, or -1 for none. */
  | { kind: 'channel'; isPrivate?: true }
)

const toggle: SettingRule = { kind: 'switch' }
const ownersToggle: SettingRule = { kind: 'switch', ownerOnly: true }
const timeLimit: SettingRule = { kind: 'time limit' }
const channel: SettingRule = { kind: 'channel' }
const text = (limit: number): SettingRule => ({ kind: 'text', limit })
const choice = (...values: readonly (string | number)[]): SettingRule => ({
  kind: 'choice',
  values,
})

/** What values each setting takes. */
export const SETTING_RULES: Record<OrganizationSettingName, SettingRule> = {
  name: text(MAX_ORGANIZATION_NAME_LENGTH),
  description: text(1000),
  default_language: { kind: 'language' },
  default_code_block_language: text(40),
  welcome_message_custom_text: text(MAX_WELCOME_TEXT_LENGTH),
  topics_policy: choice('allow_empty_topic', 'disable_empty_topic'),
  message_edit_history_visibility_policy: choice('all', 'moves', 'none'),
  default_avatar_source: choice('G', 'J'),
  jitsi_server_url: { kind: 'server address', limit: 200 },

  allow_message_editing: toggle,
  disallow_disposable_email_addresses: ownersToggle,
  enable_guest_user_dm_warning: toggle,
  enable_guest_user_indicator: toggle,
  inline_image_preview: toggle,
  invite_required: ownersToggle,
  message_content_allowed_in_email_notifications: toggle,
  send_welcome_emails: toggle,
  avatar_changes_disabled: toggle,
  name_changes_disabled: toggle,
  email_changes_disabled: toggle,
  digest_emails_enabled: toggle,
  emails_restricted_to_domains: ownersToggle,
  enable_read_receipts: toggle,
  enable_spectator_access: toggle,
  inline_url_embed_preview: toggle,
  require_e2ee_push_notifications: toggle,
  require_unique_names: toggle,
  send_channel_events_messages: toggle,
  want_advertise_in_communities_directory: toggle,

  digest_weekday: choice(0, 1, 2, 3, 4, 5, 6),
  gif_rating_policy: choice(0, 1, 2, 3, 4, 5),
  media_preview_size: choice(100, 150, 200),
  message_retention_days: { kind: 'retention', ownerOnly: true },
  video_chat_provider: { kind: 'call provider' },
  waiting_period_threshold: { kind: 'amount', min: 0, max: 36_500, ownerOnly: true },
  org_type: choice(0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000),

  message_content_edit_limit_seconds: timeLimit,
  message_content_delete_limit_seconds: timeLimit,
  move_messages_between_streams_limit_seconds: timeLimit,
  move_messages_within_stream_limit_seconds: timeLimit,

  moderation_request_channel_id: { kind: 'channel', isPrivate: true },
  new_stream_announcements_stream_id: channel,
  signup_announcements_stream_id: channel,
  service_update_announcements_stream_id: channel,
}

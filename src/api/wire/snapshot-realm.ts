// The section of the snapshot about the organization and the server.

import * as z from 'zod'
import { ORGANIZATION_PERMISSIONS } from '../../domain/access/permissions.ts'
import { groupSettingValue } from './groups.ts'

const int = z.int()
const text = z.string()
const bool = z.boolean()

/**
 * Keys of one type, absent unless their section is asked for. Typed as no keys at all: the section
 * is read as one object, and the contract in the tests holds it against these at run time.
 */
const keys = (schema: z.ZodType, names: readonly string[], prefix = ''): {} =>
  Object.fromEntries(names.map((name) => [`${prefix}${name}`, schema.optional()]))

const option = z.object({ name: text, id: int })

const permissionRules = z.record(
  text,
  z.object({
    require_system_group: bool,
    allow_internet_group: bool,
    allow_nobody_group: bool,
    allow_everyone_group: bool,
    default_group_name: text,
    default_for_system_groups: text.nullable(),
    allowed_system_groups: z.array(text),
  }),
)

/** Settings and facts of the organization, each as `realm_` and its name. */
const organization = {
  ...keys(
    bool,
    [
      ...['allow_message_editing', 'disallow_disposable_email_addresses'],
      ...['enable_guest_user_dm_warning', 'enable_guest_user_indicator', 'inline_image_preview'],
      ...['invite_required', 'message_content_allowed_in_email_notifications'],
      ...['send_welcome_emails', 'allow_edit_history', 'email_auth_enabled'],
      ...['password_auth_enabled', 'avatar_changes_disabled', 'name_changes_disabled'],
      ...['email_changes_disabled', 'digest_emails_enabled', 'emails_restricted_to_domains'],
      ...['enable_read_receipts', 'enable_spectator_access', 'inline_url_embed_preview'],
      ...['push_notifications_enabled', 'require_e2ee_push_notifications', 'require_unique_names'],
      ...['send_channel_events_messages', 'want_advertise_in_communities_directory'],
      ...['mandatory_topics', 'presence_disabled', 'owner_full_content_access'],
    ],
    'realm_',
  ),
  ...keys(
    int,
    [
      ...['digest_weekday', 'gif_rating_policy', 'giphy_rating', 'media_preview_size'],
      ...['message_retention_days', 'video_chat_provider', 'waiting_period_threshold'],
      ...['org_type', 'plan_type', 'date_created', 'moderation_request_channel_id'],
      ...['new_stream_announcements_stream_id', 'signup_announcements_stream_id'],
      ...['service_update_announcements_stream_id', 'zulip_update_announcements_stream_id'],
      ...['create_public_stream_policy', 'create_private_stream_policy'],
      ...['create_web_public_stream_policy', 'wildcard_mention_policy'],
    ],
    'realm_',
  ),
  ...keys(
    int.nullable(),
    [
      ...['message_content_edit_limit_seconds', 'message_content_delete_limit_seconds'],
      ...['move_messages_between_streams_limit_seconds'],
      ...['move_messages_within_stream_limit_seconds', 'upload_quota_mib'],
      ...['push_notifications_enabled_end_timestamp'],
    ],
    'realm_',
  ),
  ...keys(
    text,
    [
      ...['name', 'description', 'default_language', 'default_code_block_language'],
      ...['welcome_message_custom_text', 'empty_topic_display_name', 'url', 'uri', 'uuid'],
      ...['bot_domain', 'icon_url', 'logo_url', 'night_logo_url'],
    ],
    'realm_',
  ),
  realm_topics_policy: z.enum(['allow_empty_topic', 'disable_empty_topic']).optional(),
  realm_message_edit_history_visibility_policy: z.enum(['all', 'moves', 'none']).optional(),
  realm_default_avatar_source: z.enum(['G', 'J']).optional(),
  realm_icon_source: z.enum(['G', 'U']).optional(),
  realm_logo_source: z.enum(['D', 'U']).optional(),
  realm_night_logo_source: z.enum(['D', 'U']).optional(),
  realm_jitsi_server_url: text.nullable().optional(),
  realm_authentication_methods: z
    .record(text, z.object({ enabled: bool, available: bool, unavailable_reason: text.optional() }))
    .optional(),
  realm_available_video_chat_providers: z.record(text, option).optional(),
  realm_default_external_accounts: z
    .record(text, z.object({ name: text, text, hint: text, url_pattern: text }))
    .optional(),
  ...keys(groupSettingValue, Object.keys(ORGANIZATION_PERMISSIONS), 'realm_'),
}

/** Limits and constants of the server. */
const server = {
  ...keys(int, [
    ...['max_topic_length', 'max_stream_name_length', 'max_stream_description_length'],
    ...['max_message_length', 'max_channel_folder_name_length'],
    ...['max_channel_folder_description_length', 'max_reminder_note_length'],
    ...['max_bulk_new_subscription_messages', 'max_file_upload_size_mib'],
    ...['max_avatar_file_size_mib', 'max_icon_file_size_mib', 'max_logo_file_size_mib'],
    ...['event_queue_longpoll_timeout_seconds', 'password_min_length', 'password_max_length'],
    ...['password_min_guesses', 'server_generation', 'server_presence_ping_interval_seconds'],
    ...['server_presence_offline_threshold_seconds'],
    ...['server_typing_started_expiry_period_milliseconds'],
    ...['server_typing_stopped_wait_period_milliseconds'],
    ...['server_typing_started_wait_period_milliseconds'],
    ...['server_min_deactivated_realm_deletion_days'],
  ]),
  ...keys(bool, [
    ...['server_inline_image_preview', 'server_inline_url_embed_preview'],
    ...['settings_send_digest_emails', 'service_plan_is_not_limited', 'zulip_plan_is_not_limited'],
    ...['server_avatar_changes_disabled', 'server_name_changes_disabled', 'server_needs_upgrade'],
    ...['server_can_summarize_topics', 'server_web_public_streams_enabled'],
    ...['development_environment'],
  ]),
  server_max_deactivated_realm_deletion_days: int.nullable().optional(),
  server_emoji_data_url: text.optional(),
  server_thumbnail_formats: z
    .array(z.object({ name: text, max_width: int, max_height: int, format: text, animated: bool }))
    .optional(),
  server_report_message_types: z.array(z.object({ key: text, name: text })).optional(),
  server_supported_permission_settings: z
    .object({ realm: permissionRules, stream: permissionRules, group: permissionRules })
    .optional(),
  server_jitsi_server_url: text.nullable().optional(),
  jitsi_server_url: text.optional(),
  gif_rating_policy_options: z.record(text, option).optional(),
  giphy_rating_options: z.record(text, option).optional(),
  upgrade_text_for_wide_organization_logo: text.optional(),
}

/** Section realm of the snapshot. */
export const realmSnapshot = { ...organization, ...server }

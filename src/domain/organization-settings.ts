/** The settings of an organization with their defaults (events 1.5, organization 4.1). */
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

  // Channel IDs; -1 is none.
  moderation_request_channel_id: -1,
  new_stream_announcements_stream_id: -1,
  signup_announcements_stream_id: -1,
  service_update_announcements_stream_id: -1,
}

export type OrganizationSettings = typeof DEFAULT_SETTINGS

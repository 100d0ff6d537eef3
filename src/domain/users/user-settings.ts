// Every personal setting: its default, its values, its place in the snapshot.

import type { Context } from '../kernel/context.ts'
import { NOTIFICATION_SOUNDS } from './notification-sounds.ts'
import type { User } from './users.ts'

/** Personal settings with the value they start with; docs/api/personal.md says what each means. */
export const DEFAULT_USER_SETTINGS = {
  web_escape_navigates_to_home_view: true,
  web_navigate_to_sent_message: true,
  web_suggest_update_timezone: true,
  web_left_sidebar_show_channel_folders: true,
  web_inbox_show_channel_folders: true,
  web_left_sidebar_unreads_count_summary: true,
  starred_message_counts: true,
  display_emoji_reaction_users: true,
  enable_drafts_synchronization: true,
  receives_typing_notifications: true,
  send_stream_typing_notifications: true,
  send_private_typing_notifications: true,
  send_read_receipts: true,
  presence_enabled: true,
  enable_desktop_notifications: true,
  enable_sounds: true,
  pm_content_in_desktop_notifications: true,
  enable_offline_email_notifications: true,
  enable_offline_push_notifications: true,
  enable_online_push_notifications: true,
  wildcard_mentions_notify: true,
  enable_followed_topic_desktop_notifications: true,
  enable_followed_topic_email_notifications: true,
  enable_followed_topic_push_notifications: true,
  enable_followed_topic_audible_notifications: true,
  enable_followed_topic_wildcard_mentions_notify: true,
  message_content_in_email_notifications: true,
  automatically_follow_topics_where_mentioned: true,
  enable_digest_emails: true,
  enable_login_emails: true,
  enable_marketing_emails: true,

  twenty_four_hour_time: false,
  enter_sends: false,
  translate_emoticons: false,
  high_contrast_mode: false,
  fluid_layout_width: false,
  left_side_userlist: false,
  hide_ai_features: false,
  enable_stream_desktop_notifications: false,
  enable_stream_email_notifications: false,
  enable_stream_push_notifications: false,
  enable_stream_audible_notifications: false,
  allow_private_data_export: false,

  default_language: 'en',
  emojiset: 'google',
  web_home_view: 'inbox',
  web_animate_image_previews: 'on_hover',
  resolved_topic_notice_auto_read_policy: 'except_followed',
  notification_sound: 'zulip',

  color_scheme: 1,
  web_font_size_px: 16,
  web_line_height_percent: 140,
  web_mark_read_on_scroll_policy: 1,
  web_channel_default_view: 1,
  web_stream_unreads_count_display_policy: 2,
  demote_inactive_streams: 1,
  user_list_style: 3,
  desktop_icon_count_display: 1,
  realm_name_in_email_notifications_policy: 1,
  automatically_follow_topics_policy: 3,
  automatically_unmute_topics_in_muted_streams_policy: 2,
  email_notifications_batching_period_seconds: 120,
  email_address_visibility: 1,
}

export type UserSettings = typeof DEFAULT_USER_SETTINGS

export type UserSettingName = keyof UserSettings

/** The values of settings that have few; docs/api/personal.md says what numbers mean. */
export const USER_SETTING_CHOICES = {
  emojiset: ['google', 'google-blob', 'twitter', 'text'],
  web_home_view: ['inbox', 'recent', 'all_messages'],
  web_animate_image_previews: ['always', 'on_hover', 'never'],
  resolved_topic_notice_auto_read_policy: ['always', 'except_followed', 'never'],
  // The first is the documented name of the default sound, which clients call zulip.
  notification_sound: ['service', ...NOTIFICATION_SOUNDS, 'none'],
  color_scheme: [1, 2, 3],
  web_mark_read_on_scroll_policy: [1, 2, 3],
  web_channel_default_view: [1, 2, 3, 4],
  web_stream_unreads_count_display_policy: [1, 2, 3],
  demote_inactive_streams: [1, 2, 3],
  user_list_style: [1, 2, 3],
  desktop_icon_count_display: [1, 2, 3, 4],
  realm_name_in_email_notifications_policy: [1, 2, 3],
  automatically_follow_topics_policy: [1, 2, 3, 4],
  automatically_unmute_topics_in_muted_streams_policy: [1, 2, 3, 4],
  email_address_visibility: [1, 2, 3, 4, 5],
} satisfies Partial<Record<UserSettingName, readonly (string | number)[]>>

/** Smallest and largest value of settings that are amounts. */
export const USER_SETTING_RANGES = {
  web_font_size_px: [8, 40],
  web_line_height_percent: [100, 300],
  email_notifications_batching_period_seconds: [1, 604_800],
} satisfies Partial<Record<UserSettingName, readonly [number, number]>>

/** Lists that clients show as choices, read-only. */
const USER_SETTING_LISTS = {
  emojiset_choices: [
    { key: 'google', text: 'Google' },
    { key: 'twitter', text: 'Twitter' },
    { key: 'text', text: 'Plain text' },
    { key: 'google-blob', text: 'Google blobs' },
  ],
  available_notification_sounds: [...NOTIFICATION_SOUNDS],
}

/** By the row they were read from, which lookups share until it changes. */
const settingsOfRow = new WeakMap<User, Readonly<UserSettings>>()

/** A user's settings: defaults, overridden by choices of others, overridden by their own. */
export function userSettings(user: User): Readonly<UserSettings> {
  const known = settingsOfRow.get(user)
  if (known) return known
  const settings = Object.freeze({
    ...DEFAULT_USER_SETTINGS,
    ...(JSON.parse(user.given_settings) as Partial<UserSettings>),
    ...(JSON.parse(user.settings) as Partial<UserSettings>),
    email_address_visibility: user.email_address_visibility,
  })
  // Rows of others may be changed by the code that read them.
  if (Object.isFrozen(user)) settingsOfRow.set(user, settings)
  return settings
}

/** One setting of a user, with the default if none was chosen. */
export const userSetting = <K extends UserSettingName>(user: User, name: K): UserSettings[K] =>
  userSettings(user)[name]

/** The settings of new accounts. */
export const newcomersSettings = (ctx: Context): UserSettings => ({
  ...DEFAULT_USER_SETTINGS,
  ...chosenDefaults(ctx),
})

/** Only those that the organization changed. */
export const chosenDefaults = (ctx: Context): Partial<UserSettings> =>
  JSON.parse(ctx.store.organization.userDefaults() ?? '{}') as Partial<UserSettings>

/** Section user_settings of the snapshot. */
export const settingsSection = (_ctx: Context, user: User) => ({
  user_settings: {
    ...userSettings(user),
    timezone: user.timezone,
    ...USER_SETTING_LISTS,
  },
})

/**
 * Settings at the top level of the snapshot, as before user_settings. Only clients that request them
 * by name get them, such as the terminal client.
 */
export const olderSettingsSection =
  (...names: UserSettingName[]) =>
  (_ctx: Context, user: User, { fetchTypes }: { fetchTypes: ReadonlySet<string> | undefined }) => {
    if (fetchTypes === undefined) return {}
    const settings = userSettings(user)
    return Object.fromEntries(names.map((name) => [name, settings[name]]))
  }

/** Section realm_user_settings_defaults. */
export const defaultsSection = (ctx: Context) => ({
  realm_user_settings_defaults: { ...newcomersSettings(ctx), ...USER_SETTING_LISTS },
})

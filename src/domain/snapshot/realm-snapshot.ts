// The section of the snapshot about the organization and the server.

import {
  EMPTY_TOPIC_NAME,
  MAX_CHANNEL_DESCRIPTION_LENGTH,
  MAX_CHANNEL_NAME_LENGTH,
  MAX_FOLDER_DESCRIPTION_LENGTH,
  MAX_FOLDER_NAME_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_PICTURE_MIB,
  MAX_REMINDER_NOTE_LENGTH,
  MAX_TOPIC_LENGTH,
  MAX_UPLOAD_MIB,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_GUESSES,
  PASSWORD_MIN_LENGTH,
  PRESENCE_OFFLINE_SECONDS,
  PRESENCE_PING_SECONDS,
  TYPING_EXPIRY_MS,
  TYPING_STARTED_WAIT_MS,
  TYPING_STOPPED_WAIT_MS,
} from '../../base/limits.ts'
import { SYSTEM_GROUP, type SystemGroupName } from '../access/group-names.ts'
import { type GroupSetting, readGroupSetting } from '../access/groups.ts'
import {
  CHANNEL_PERMISSION_RULES,
  GROUP_PERMISSION_RULES,
  ORGANIZATION_PERMISSIONS,
  type OrganizationPermission,
  type PermissionRule,
} from '../access/permissions.ts'
import { emojiDataUrl } from '../content/emoji-data.ts'
import type { Context } from '../kernel/context.ts'
import { REPORT_TYPES } from '../messages/message-reports.ts'
import { callProvider, callProviders, jitsiUrl } from '../organization/call-providers.ts'
import { theOrganization } from '../organization/organization.ts'
import { MIN_DELETION_DAYS } from '../organization/organization-closing.ts'
import { pictureKeys } from '../pictures/organization-pictures.ts'
import { THUMBNAIL_FORMATS } from '../pictures/thumbnail-formats.ts'
import { DEFAULT_EXTERNAL_ACCOUNTS } from '../user-management/profile-field-types.ts'

/** Section realm of the snapshot: the organization and the server it runs on. */
export const realmSection = (ctx: Context) => ({
  ...organizationKeys(ctx),
  ...permissionKeys(ctx),
  ...serverKeys(ctx),
})

function organizationKeys(ctx: Context) {
  const { settings, uuid, createdAt } = theOrganization(ctx)
  const announcements = settings.service_update_announcements_stream_id
  return withPrefix({
    ...settings,
    zulip_update_announcements_stream_id: announcements,
    giphy_rating: settings.gif_rating_policy,
    allow_edit_history: settings.message_edit_history_visibility_policy !== 'none',
    mandatory_topics: settings.topics_policy === 'disable_empty_topic',
    empty_topic_display_name: EMPTY_TOPIC_NAME,
    ...pictureKeys(ctx),
    url: ctx.server.url,
    uri: ctx.server.url,
    uuid,
    date_created: createdAt,
    bot_domain: ctx.server.mailHost,
    plan_type: 1,
    upload_quota_mib: null,
    email_auth_enabled: true,
    password_auth_enabled: true,
    authentication_methods: { Email: { enabled: true, available: true } },
    presence_disabled: false,
    owner_full_content_access: ctx.server.fullExports,
    push_notifications_enabled: false,
    push_notifications_enabled_end_timestamp: null,
    available_video_chat_providers: callProviders(ctx),
    video_chat_provider: callProvider(ctx),
    default_external_accounts: DEFAULT_EXTERNAL_ACCOUNTS,
  })
}

const withPrefix = <T extends object>(keys: T) =>
  Object.fromEntries(Object.entries(keys).map(([name, value]) => [`realm_${name}`, value])) as {
    [K in keyof T & string as `realm_${K}`]: T[K]
  }

function permissionKeys(ctx: Context) {
  const holders = new Map(
    ctx.store.organization.permissions().map(({ setting, group_id }) => [setting, group_id]),
  )
  const policy = (setting: OrganizationPermission, numbers: PolicyNumbers, otherwise = 1) =>
    numbers[holders.get(setting)!] ?? otherwise
  return withPrefix({
    ...(Object.fromEntries(
      [...holders].map(([name, id]) => [name, readGroupSetting(ctx, id)]),
    ) as Record<OrganizationPermission, GroupSetting>),
    create_public_stream_policy: policy('can_create_public_channel_group', CREATION_POLICY),
    create_private_stream_policy: policy('can_create_private_channel_group', CREATION_POLICY),
    create_web_public_stream_policy: policy(
      'can_create_web_public_channel_group',
      CREATION_POLICY,
      4,
    ),
    wildcard_mention_policy: policy('can_mention_many_users_group', MENTION_POLICY),
  })
}

type PolicyNumbers = Readonly<Record<number, number>>

const numbersOf = (policies: Partial<Record<SystemGroupName, number>>): PolicyNumbers =>
  Object.fromEntries(
    Object.entries(policies).map(([name, number]) => [
      SYSTEM_GROUP[name as SystemGroupName],
      number,
    ]),
  )

/** Permissions for older clients: a number instead of a group. */
const CREATION_POLICY = numbersOf({
  'role:members': 1,
  'role:administrators': 2,
  'role:fullmembers': 3,
  'role:moderators': 4,
  'role:nobody': 6,
  'role:owners': 7,
})

const MENTION_POLICY = numbersOf({
  'role:everyone': 1,
  'role:members': 2,
  'role:fullmembers': 3,
  'role:administrators': 5,
  'role:nobody': 6,
  'role:moderators': 7,
})

function serverKeys(ctx: Context) {
  return {
    max_topic_length: MAX_TOPIC_LENGTH,
    max_stream_name_length: MAX_CHANNEL_NAME_LENGTH,
    max_stream_description_length: MAX_CHANNEL_DESCRIPTION_LENGTH,
    max_message_length: MAX_MESSAGE_LENGTH,
    max_channel_folder_name_length: MAX_FOLDER_NAME_LENGTH,
    max_channel_folder_description_length: MAX_FOLDER_DESCRIPTION_LENGTH,
    max_reminder_note_length: MAX_REMINDER_NOTE_LENGTH,
    max_bulk_new_subscription_messages: 100,
    max_file_upload_size_mib: MAX_UPLOAD_MIB,
    max_avatar_file_size_mib: MAX_PICTURE_MIB,
    max_icon_file_size_mib: MAX_PICTURE_MIB,
    max_logo_file_size_mib: MAX_PICTURE_MIB,
    event_queue_longpoll_timeout_seconds: 90,
    password_min_length: PASSWORD_MIN_LENGTH,
    password_max_length: PASSWORD_MAX_LENGTH,
    password_min_guesses: PASSWORD_MIN_GUESSES,

    server_generation: ctx.server.startedAt,
    server_presence_ping_interval_seconds: PRESENCE_PING_SECONDS,
    server_presence_offline_threshold_seconds: PRESENCE_OFFLINE_SECONDS,
    server_typing_started_expiry_period_milliseconds: TYPING_EXPIRY_MS,
    server_typing_stopped_wait_period_milliseconds: TYPING_STOPPED_WAIT_MS,
    server_typing_started_wait_period_milliseconds: TYPING_STARTED_WAIT_MS,
    server_emoji_data_url: emojiDataUrl(ctx),
    server_thumbnail_formats: THUMBNAIL_FORMATS,
    server_report_message_types: REPORT_TYPES,
    server_supported_permission_settings: SUPPORTED_PERMISSIONS,
    server_jitsi_server_url: ctx.server.jitsiUrl ?? null,
    jitsi_server_url: jitsiUrl(ctx),
    gif_rating_policy_options: GIF_RATINGS,
    giphy_rating_options: GIF_RATINGS,
    server_inline_image_preview: true,
    server_inline_url_embed_preview: true,
    settings_send_digest_emails: true,
    service_plan_is_not_limited: true,
    zulip_plan_is_not_limited: true,
    server_avatar_changes_disabled: false,
    server_name_changes_disabled: false,
    server_needs_upgrade: false,
    server_can_summarize_topics: false,
    server_web_public_streams_enabled: true,
    development_environment: ctx.server.dev,
    server_min_deactivated_realm_deletion_days: MIN_DELETION_DAYS,
    server_max_deactivated_realm_deletion_days: null,
    upgrade_text_for_wide_organization_logo: '',
  }
}

const GIF_RATINGS = {
  disabled: { name: 'GIFs disabled', id: 0 },
  y: { name: 'Rated Y: for children', id: 1 },
  g: { name: 'Rated G: for everyone', id: 2 },
  pg: { name: 'Rated PG: parental guidance', id: 3 },
  'pg-13': { name: 'Rated PG-13: from 13 years', id: 4 },
  r: { name: 'Rated R: for adults', id: 5 },
}

const describeRule = (rule: PermissionRule, defaultName: string = rule.default) => ({
  require_system_group: rule.requireSystemGroup,
  allow_internet_group: false,
  allow_nobody_group: rule.allowNobody,
  allow_everyone_group: rule.allowEveryone,
  default_group_name: defaultName,
  default_for_system_groups: null as string | null,
  allowed_system_groups: rule.allowed ?? [],
})

/** Settings whose default is the creator of the object. */
const CREATOR: Record<string, string> = {
  can_administer_channel_group: 'channel_creator',
  can_manage_group: 'group_creator',
  can_add_members_group: 'group_creator',
}

const describeRules = (rules: Readonly<Record<string, PermissionRule>>) =>
  Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [name, describeRule(rule, CREATOR[name])]),
  )

const SUPPORTED_PERMISSIONS = {
  realm: describeRules(ORGANIZATION_PERMISSIONS),
  stream: describeRules(CHANNEL_PERMISSION_RULES),
  group: Object.fromEntries(
    Object.entries(describeRules(GROUP_PERMISSION_RULES)).map(([name, rule]) => [
      name,
      { ...rule, default_for_system_groups: 'role:nobody' },
    ]),
  ),
}

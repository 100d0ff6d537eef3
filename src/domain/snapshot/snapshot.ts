// The snapshot of POST /register, section by section.

import { FEATURE_LEVEL } from '../../base/limits.ts'
import type { Capability } from '../../events/types/client-format.ts'
import { listFolders } from '../channels/channel-folders.ts'
import { listDefaultGroups } from '../channels/default-channel-groups.ts'
import { defaultChannelIds } from '../channels/default-channels.ts'
import { ownAlertWords } from '../content/alert-words.ts'
import { listEmoji } from '../content/custom-emoji.ts'
import { linkifierSection } from '../content/linkifiers.ts'
import { listPlaygrounds } from '../content/playgrounds.ts'
import { groupSection, listGroups } from '../groups/user-groups.ts'
import type { Context } from '../kernel/context.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { listDomains } from '../organization-management/allowed-domains.ts'
import { ownDevices } from '../personal/devices.ts'
import { newestDrafts } from '../personal/drafts.ts'
import { ownViews } from '../personal/navigation-views.ts'
import { unseenSteps } from '../personal/onboarding-steps.ts'
import { ownSnippets } from '../personal/saved-snippets.ts'
import { ownMutedUsers } from '../reading/muted-users.ts'
import { STOP_WORDS } from '../reading/search.ts'
import { ownStarred } from '../reading/starred.ts'
import { noUnreads, recentConversations, unreadMessages } from '../reading/unreads.ts'
import { ownReminders } from '../scheduled/reminders.ts'
import { ownScheduled } from '../scheduled/scheduled-messages.ts'
import { channelSnapshot, subscriptionSnapshot } from '../subscriptions/subscription-lists.ts'
import { ownMutedTopics, ownUserTopics } from '../topics/user-topics.ts'
import { profileFieldSection } from '../user-management/profile-fields.ts'
import { statusSection } from '../user-management/user-statuses.ts'
import { botSection } from '../users/bot-lists.ts'
import { presenceSection } from '../users/presence.ts'
import { spectatorSection, userSection } from '../users/user-lists.ts'
import { defaultsSection, olderSettingsSection, settingsSection } from '../users/user-settings.ts'
import type { User } from '../users/users.ts'
import type { ReadAhead } from './read-ahead.ts'
import { realmSection } from './realm-snapshot.ts'

export interface SnapshotOptions {
  /** undefined: everything. */
  fetchTypes: ReadonlySet<string> | undefined
  includeSubscribers: 'true' | 'false' | 'partial'
  clientGravatar: boolean
  /** Presence by user ID, in the modern form. */
  slimPresence: boolean
  presenceHistoryDays: number
  /** The client knows some values by a vendor's name. */
  vendorNames: boolean
  capabilities: ReadonlySet<Capability>
  /** What was read before the snapshot; the rest is read with it. */
  known?: ReadAhead
}

type Section<V> = (ctx: Context, viewer: V, options: SnapshotOptions) => Record<string, unknown>

/** Sections that spectators get too. */
const OPEN_SECTIONS: Record<string, Section<Viewer>> = {
  // Features this server does not have, but whose keys clients expect.
  realm_billing: () => ({ realm_billing: { has_pending_sponsorship_request: false } }),
  realm_embedded_bots: () => ({ realm_embedded_bots: [] }),
  realm_incoming_webhook_bots: () => ({ realm_incoming_webhook_bots: [] }),
  video_calls: () => ({ has_zoom_token: false, has_webex_token: false }),
  giphy: () => ({ giphy_api_key: '' }),
  tenor: () => ({ tenor_api_key: '' }),
  klipy: () => ({ klipy_api_key: '' }),
  realm_emoji: (ctx) => ({ realm_emoji: listEmoji(ctx) }),
  realm_linkifiers: (ctx, _, options) => linkifierSection(ctx, options),
  // The older form of linkifiers; clients still expect the key.
  realm_filters: () => ({ realm_filters: [] }),
  realm_domains: (ctx) => ({ realm_domains: listDomains(ctx) }),
  realm_playgrounds: (ctx) => ({ realm_playgrounds: listPlaygrounds(ctx) }),
  stop_words: () => ({ stop_words: STOP_WORDS }),
  realm: realmSection,
  realm_user_settings_defaults: defaultsSection,
  subscription: (ctx, viewer, { capabilities, known }) =>
    subscriptionSnapshot(ctx, viewer, { capabilities, subscriberLists: known?.lists }),
}

/** The snapshot by fetch type: each section is read only when asked for. */
const SECTIONS: Record<string, Section<User>> = {
  ...OPEN_SECTIONS,
  drafts: (ctx, user) => ({ drafts: newestDrafts(ctx, user) }),
  scheduled_messages: (ctx, user) => ({ scheduled_messages: ownScheduled(ctx, user) }),
  reminders: (ctx, user) => ({ reminders: ownReminders(ctx, user) }),
  navigation_views: (ctx, user) => ({ navigation_views: ownViews(ctx, user) }),
  device: (ctx, user) => ({ devices: ownDevices(ctx, user) }),
  onboarding_steps: (ctx, user) => ({
    onboarding_steps: unseenSteps(ctx, user),
    navigation_tour_video_url: null,
  }),
  saved_snippets: (ctx, user) => ({ saved_snippets: ownSnippets(ctx, user) }),
  message: (ctx, user) => ({ max_message_id: ctx.store.userMessages.newestId(user.id) }),
  // Clients keep unread counts up to date by two kinds of events, and ask for both.
  update_message_flags: (ctx, user, { fetchTypes, capabilities, known }) => {
    if (!showsUnreads(fetchTypes)) return {}
    const showsEmptyTopic = capabilities.has('empty_topic_name')
    return { unread_msgs: unreadMessages(ctx, user, showsEmptyTopic, known?.unreads) }
  },
  recent_private_conversations: (ctx, user) => ({
    recent_private_conversations: recentConversations(ctx, user),
  }),
  starred_messages: (ctx, user, { known }) => ({
    starred_messages: ownStarred(ctx, user, known?.starred),
  }),
  realm_user: userSection,
  custom_profile_fields: profileFieldSection,
  realm_user_groups: groupSection,
  realm_bot: botSection,
  user_status: statusSection,
  presence: presenceSection,
  user_settings: settingsSection,
  update_display_settings: olderSettingsSection('twenty_four_hour_time'),
  update_global_notifications: olderSettingsSection('pm_content_in_desktop_notifications'),
  alert_words: (ctx, user) => ({ alert_words: ownAlertWords(ctx, user) }),
  user_topic: (ctx, user, options) => ({ user_topics: ownUserTopics(ctx, user, options) }),
  // The older form, for clients that do not request the newer one.
  muted_topics: (ctx, user, options) =>
    options.fetchTypes?.has('user_topic')
      ? {}
      : { muted_topics: ownMutedTopics(ctx, user, options) },
  muted_users: (ctx, user) => ({ muted_users: ownMutedUsers(ctx, user) }),
  stream: channelSnapshot,
  channel_folders: (ctx) => ({ channel_folders: listFolders(ctx, true) }),
  default_stream_groups: (ctx, user) => ({
    realm_default_stream_groups: listDefaultGroups(ctx, user),
  }),
  default_streams: (ctx, user) => ({ realm_default_streams: defaultChannelIds(ctx, user) }),
}

/** The sections for spectators, who have no data of their own. */
const SPECTATOR_SECTIONS: Record<string, Section<undefined>> = {
  ...OPEN_SECTIONS,
  drafts: () => ({ drafts: [] }),
  scheduled_messages: () => ({ scheduled_messages: [] }),
  reminders: () => ({ reminders: [] }),
  navigation_views: () => ({ navigation_views: [] }),
  device: () => ({ devices: {} }),
  onboarding_steps: () => ({ onboarding_steps: [], navigation_tour_video_url: null }),
  saved_snippets: () => ({ saved_snippets: [] }),
  message: () => ({ max_message_id: -1 }),
  update_message_flags: (_ctx, _viewer, { fetchTypes }) =>
    fetchTypes === undefined || fetchTypes.has('message') ? { unread_msgs: noUnreads() } : {},
  recent_private_conversations: () => ({ recent_private_conversations: [] }),
  starred_messages: () => ({ starred_messages: [] }),
  realm_user: spectatorSection,
  custom_profile_fields: (ctx) => ({ ...profileFieldSection(ctx), custom_profile_fields: [] }),
  realm_user_groups: (ctx) => ({ realm_user_groups: listGroups(ctx, false) }),
  realm_bot: () => ({ realm_bots: [] }),
  user_status: () => ({ user_status: {} }),
  presence: (ctx) => ({
    presences: {},
    presence_last_update_id: -1,
    server_timestamp: ctx.clock.now() / 1000,
  }),
  user_settings: (ctx) => ({
    user_settings: { ...defaultsSection(ctx).realm_user_settings_defaults, timezone: '' },
  }),
  alert_words: () => ({ alert_words: [] }),
  user_topic: () => ({ user_topics: [] }),
  muted_topics: (_ctx, _viewer, { fetchTypes }) =>
    fetchTypes?.has('user_topic') ? {} : { muted_topics: [] },
  muted_users: () => ({ muted_users: [] }),
  channel_folders: () => ({ channel_folders: [] }),
  default_stream_groups: () => ({ realm_default_stream_groups: [] }),
  default_streams: () => ({ realm_default_streams: [] }),
}

/** Whether a snapshot lists unread messages. */
export const showsUnreads = (types: ReadonlySet<string> | undefined): boolean =>
  types === undefined || (types.has('update_message_flags') && types.has('message'))

/** A snapshot made of its sections: the answer of POST /register without the queue. */
export const assembled = (
  ctx: Context,
  sections: Iterable<readonly [type: string, section: Record<string, unknown>]>,
): ReturnType<typeof versionKeys> & Record<string, unknown> =>
  Object.assign(versionKeys(ctx), ...Array.from(sections, ([, section]) => section))

/**
 * Reads the sections of a snapshot by fetch type, each when it is asked for.
 * @param isChosen which of those that the client wants
 */
export const readOneByOne = (
  ctx: Context,
  viewer: Viewer,
  options: SnapshotOptions,
  isChosen: (type: string) => boolean = () => true,
) =>
  viewer === undefined
    ? sectionsOf(SPECTATOR_SECTIONS, ctx, viewer, options, isChosen)
    : sectionsOf(SECTIONS, ctx, viewer, options, isChosen)

function* sectionsOf<V>(
  sections: Readonly<Record<string, Section<V>>>,
  ctx: Context,
  viewer: V,
  options: SnapshotOptions,
  isChosen: (type: string) => boolean,
) {
  for (const [type, read] of Object.entries(sections))
    if (isWanted(type, options.fetchTypes) && isChosen(type))
      yield [type, read(ctx, viewer, options)] as const
}

/** Whether a snapshot has the section of this fetch type. */
export const isWanted = (type: string, types: ReadonlySet<string> | undefined): boolean =>
  types === undefined || types.has(type)

/** Version and feature level, also under the names that existing clients expect. */
export const versionKeys = (ctx: Context) => ({
  service_feature_level: FEATURE_LEVEL,
  service_version: ctx.server.version,
  service_merge_base: ctx.server.version,
  zulip_feature_level: FEATURE_LEVEL,
  zulip_version: ctx.server.version,
  zulip_merge_base: ctx.server.version,
})

import {
  EMPTY_TOPIC_NAME,
  FEATURE_LEVEL,
  MAX_CHANNEL_DESCRIPTION_LENGTH,
  MAX_CHANNEL_NAME_LENGTH,
  MAX_FOLDER_DESCRIPTION_LENGTH,
  MAX_FOLDER_NAME_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_TOPIC_LENGTH,
} from '../base/limits.ts'
import type { Capability } from '../events/client-shape.ts'
import { hasMetadataAccess } from './access.ts'
import { listDomains } from './allowed-domains.ts'
import { describeChannel } from './channels.ts'
import type { Context } from './context.ts'
import { ownViews } from './navigation-views.ts'
import { theOrganization } from './organization.ts'
import { listPlaygrounds } from './playgrounds.ts'
import { ownSnippets } from './saved-snippets.ts'
import { ownSubscriptions } from './subscriptions.ts'
import { avatarUrl, describeSelf, describeUser, type User } from './users.ts'

export interface SnapshotOptions {
  /** undefined: everything. */
  fetchTypes: ReadonlySet<string> | undefined
  includeSubscribers: 'true' | 'false' | 'partial'
  clientGravatar: boolean
  capabilities: ReadonlySet<Capability>
}

type Section = (ctx: Context, user: User, options: SnapshotOptions) => Record<string, unknown>

/** The snapshot by fetch type (events 1.4 to 1.10): each section is read only when asked for. */
const SECTIONS: Record<string, Section> = {
  navigation_views: (ctx, user) => ({ navigation_views: ownViews(ctx, user) }),
  realm_domains: (ctx) => ({ realm_domains: listDomains(ctx) }),
  realm_playgrounds: (ctx) => ({ realm_playgrounds: listPlaygrounds(ctx) }),
  saved_snippets: (ctx, user) => ({ saved_snippets: ownSnippets(ctx, user) }),
  message: (ctx, user) => ({ max_message_id: ctx.store.userMessages.newestId(user.id) }),
  realm: (ctx) => ({
    realm_name: theOrganization(ctx).settings.name,
    realm_url: ctx.site.url,
    realm_uri: ctx.site.url,
    realm_empty_topic_display_name: EMPTY_TOPIC_NAME,
    max_topic_length: MAX_TOPIC_LENGTH,
    max_message_length: MAX_MESSAGE_LENGTH,
    max_stream_name_length: MAX_CHANNEL_NAME_LENGTH,
    max_stream_description_length: MAX_CHANNEL_DESCRIPTION_LENGTH,
    max_channel_folder_name_length: MAX_FOLDER_NAME_LENGTH,
    max_channel_folder_description_length: MAX_FOLDER_DESCRIPTION_LENGTH,
    event_queue_longpoll_timeout_seconds: 90,
  }),
  realm_user: readUsers,
  stream: (ctx, user) => ({
    streams: ctx.store.channels
      .all()
      .filter((channel) => !channel.is_archived && hasMetadataAccess(ctx, user, channel))
      .map((channel) => describeChannel(ctx, channel)),
  }),
  subscription: (ctx, user) => ({
    subscriptions: ownSubscriptions(ctx, user, true),
    unsubscribed: [],
    never_subscribed: [],
  }),
}

function readUsers(ctx: Context, user: User, options: SnapshotOptions) {
  const describe = (other: User) => {
    const { is_active, ...described } = describeUser(ctx, other, user, options)
    return described
  }
  const all = ctx.store.users.all()
  const self = describeSelf(ctx, user)
  return {
    realm_users: all.filter((other) => other.is_active).map(describe),
    realm_non_active_users: all.filter((other) => !other.is_active).map(describe),
    cross_realm_bots: ctx.store.users.systemBots().map(describe),
    user_id: self.user_id,
    email: self.email,
    full_name: self.full_name,
    delivery_email: self.delivery_email,
    is_admin: self.is_admin,
    is_owner: self.is_owner,
    is_guest: self.is_guest,
    avatar_source: user.avatar_source,
    avatar_url: avatarUrl(ctx, user),
    avatar_url_medium: avatarUrl(ctx, user, 'medium'),
  }
}

/** What POST /register answers besides the queue. */
export function readSnapshot(ctx: Context, user: User, options: SnapshotOptions) {
  const snapshot = versionKeys(ctx)
  for (const [type, read] of Object.entries(SECTIONS)) {
    if (options.fetchTypes === undefined || options.fetchTypes.has(type)) {
      Object.assign(snapshot, read(ctx, user, options))
    }
  }
  return snapshot
}

/** Which interface and release this is, also under the names existing clients look for. */
export const versionKeys = (ctx: Context) => ({
  service_feature_level: FEATURE_LEVEL,
  service_version: ctx.site.version,
  service_merge_base: ctx.site.version,
  zulip_feature_level: FEATURE_LEVEL,
  zulip_version: ctx.site.version,
  zulip_merge_base: ctx.site.version,
})

// What one may do here, by the rules of the server: views ask only this, and the server decides.

import type { Channel, Channels } from './channels.ts'
import type { Clock } from './clock.ts'
import type { Groups } from './groups.ts'
import type { Message } from './messages.ts'
import type { Options, Organization } from './options.ts'
import { ROLE, type Users } from './users.ts'
import type { GroupSetting, UserGroup } from './wire.ts'

/** The parts of the model that decide. */
export interface Grounds {
  users: Users
  groups: Groups
  channels: Channels
  organization: Options<Organization>
  clock: Clock
}

/** Saving a moment late is not refused. */
const EDIT_GRACE_SECONDS = 20

/** Permissions in an organization and in a channel that are asked for together. */
const PAIRS = {
  resolve: ['can_resolve_topics_group', 'can_resolve_topics_group'],
  moveWithin: ['can_move_messages_between_topics_group', 'can_move_messages_within_channel_group'],
  moveOut: ['can_move_messages_between_channels_group', 'can_move_messages_out_of_channel_group'],
} as const

export class Permissions {
  readonly #in: Grounds

  constructor(grounds: Grounds) {
    this.#in = grounds
  }

  get isAdmin(): boolean {
    return this.#in.users.me.role <= ROLE.administrator
  }

  /** An organization-wide permission by its name, such as `can_invite_users_group`. */
  holds(permission: string): boolean {
    const { organization } = this.#in
    return this.#admits('realm', permission, organization.get(permission) as GroupSetting)
  }

  /** A permission within a channel by its name, such as `can_send_message_group`. */
  holdsIn(channel: Channel, permission: ChannelPermission): boolean {
    return this.#admits('stream', permission, channel[permission])
  }

  /** Whether one may change a channel's settings. */
  administers(channel: Channel): boolean {
    return this.isAdmin || this.holdsIn(channel, 'can_administer_channel_group')
  }

  /** Whether one may read what is written in a channel. */
  mayRead(channel: Channel): boolean {
    if (channel.is_web_public || channel.is_subscribed) return true
    if (this.#in.users.me.role === ROLE.guest) return false
    if (!channel.invite_only) return true
    return (
      this.holdsIn(channel, 'can_subscribe_group') ||
      this.holdsIn(channel, 'can_add_subscribers_group')
    )
  }

  maySubscribe(channel: Channel): boolean {
    if (channel.is_archived || channel.is_subscribed) return false
    if (channel.is_web_public) return true
    return this.#in.users.me.role !== ROLE.guest && this.mayRead(channel)
  }

  mayPost(channel: Channel): boolean {
    if (channel.is_archived || !this.mayRead(channel)) return false
    return this.holdsIn(channel, 'can_send_message_group')
  }

  mayCreateTopic(channel: Channel): boolean {
    return this.mayPost(channel) && this.holdsIn(channel, 'can_create_topic_group')
  }

  /** The policy about the topic without a name that is in force in a channel. */
  topicsPolicy(channel: Channel): Exclude<Channel['topics_policy'], 'inherit'> {
    const { topics_policy } = channel
    return topics_policy === 'inherit' ? this.#in.organization.get('topics_policy') : topics_policy
  }

  mayAddSubscribers(channel: Channel): boolean {
    return (
      this.administers(channel) ||
      this.holds('can_add_subscribers_group') ||
      this.holdsIn(channel, 'can_add_subscribers_group')
    )
  }

  mayRemoveSubscribers(channel: Channel): boolean {
    return this.administers(channel) || this.holdsIn(channel, 'can_remove_subscribers_group')
  }

  mayResolve(channel: Channel): boolean {
    return this.#either(channel, 'resolve')
  }

  /** Whether one may give a message another topic. */
  mayMoveWithin(channel: Channel, message: Message): boolean {
    const limit = this.#in.organization.get('move_messages_within_stream_limit_seconds')
    return this.#either(channel, 'moveWithin') && this.#isInTime(message, limit)
  }

  /** Whether one may take a message to another channel. */
  mayMoveOut(channel: Channel, message: Message): boolean {
    const limit = this.#in.organization.get('move_messages_between_streams_limit_seconds')
    return this.#either(channel, 'moveOut') && this.#isInTime(message, limit)
  }

  /** Whether one may change what a message says. */
  mayEdit(message: Message): boolean {
    const { organization, users } = this.#in
    if (message.sender_id !== users.ownId.value) return false
    if (!organization.get('allow_message_editing')) return false
    const limit = organization.get('message_content_edit_limit_seconds')
    return limit === null || this.#age(message) <= limit
  }

  mayDelete(message: Message): boolean {
    const { channels, organization, users } = this.#in
    const channel = message.stream_id === undefined ? undefined : channels.get(message.stream_id)
    const may = (permission: 'can_delete_any_message_group' | 'can_delete_own_message_group') =>
      this.holds(permission) || (channel !== undefined && this.holdsIn(channel, permission))
    if (may('can_delete_any_message_group')) return true
    const own = users.ownId.value
    const isOwn = message.sender_id === own || users.get(message.sender_id)?.bot_owner_id === own
    const limit = organization.get('message_content_delete_limit_seconds')
    return (
      isOwn &&
      may('can_delete_own_message_group') &&
      (limit === null || this.#age(message) <= limit)
    )
  }

  mayManageGroup(group: UserGroup): boolean {
    if (this.holds('can_manage_all_groups')) return true
    return this.#admits('group', 'can_manage_group', group.can_manage_group)
  }

  /** A permission over a group by its name, such as `can_mention_group`. */
  holdsOver(group: UserGroup, permission: GroupPermission): boolean {
    return this.#admits('group', permission, group[permission])
  }

  #either(channel: Channel, pair: keyof typeof PAIRS): boolean {
    const [inOrganization, inChannel] = PAIRS[pair]
    return (
      this.holds(inOrganization) || this.holdsIn(channel, inChannel) || this.administers(channel)
    )
  }

  /** Moderators clean up, however late. */
  #isInTime(message: Message, limit: number | null): boolean {
    if (this.#in.users.me.role <= ROLE.moderator || limit === null) return true
    return this.#age(message) <= limit + EDIT_GRACE_SECONDS
  }

  /** Seconds. */
  #age(message: Message): number {
    return this.#in.clock.now() / 1000 - message.timestamp
  }

  /** Guests hold only permissions that may be given to everyone. */
  #admits(area: 'realm' | 'stream' | 'group', permission: string, setting: GroupSetting): boolean {
    const { groups, organization, users } = this.#in
    if (users.me.role === ROLE.guest) {
      const rules = organization.get('server_supported_permission_settings')
      if (!rules?.[area][permission]?.allow_everyone_group) return false
    }
    return setting !== undefined && groups.admitsMe(setting, users.ownId.value)
  }
}

export type ChannelPermission = Extract<keyof Channel, `can_${string}`>
export type GroupPermission = Extract<keyof UserGroup, `can_${string}`>

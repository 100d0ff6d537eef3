// Permissions within one channel: for new channels, and changes of them.

import { INSUFFICIENT_PERMISSION } from '../../errors/callers.ts'
import { refuse } from '../../errors.ts'
import {
  CHANNEL_PERMISSIONS,
  type Channel,
  type ChannelPermission,
} from '../../store/tables/channels.ts'
import { hasContentAccess } from '../access/access.ts'
import { SYSTEM_GROUP } from '../access/group-names.ts'
import {
  changeSettingGroup,
  type GroupSetting,
  groupForSetting,
  type SettingChange,
} from '../access/group-settings.ts'
import { groupFor, hasPermission } from '../access/groups.ts'
import { CHANNEL_PERMISSION_RULES } from '../access/permissions.ts'
import { ROLE } from '../access/roles.ts'
import type { Context, Tx } from '../kernel/context.ts'
import type { User } from '../users/users.ts'

export { CHANNEL_PERMISSIONS, type ChannelPermission }

export type RequestedPermissions = Partial<Record<ChannelPermission, GroupSetting | undefined>>

/** Permissions to delete messages: only users trusted by the organization may set them. */
const DELETION = new Set<ChannelPermission>([
  'can_delete_any_message_group',
  'can_delete_own_message_group',
])

/** Permissions that let people read the channel, so only its readers may grant them. */
const GRANTS_CONTENT_ACCESS = new Set<ChannelPermission>([
  'can_add_subscribers_group',
  'can_subscribe_group',
])

/**
 * The permissions of a new channel: as requested, else the defaults; the creator administers it.
 */
export function newChannelPermissions(
  tx: Tx,
  creator: User | undefined,
  sharesHistory: boolean,
  asked: RequestedPermissions,
): Record<ChannelPermission, number> {
  const holders = {} as Record<ChannelPermission, number>
  for (const permission of CHANNEL_PERMISSIONS) {
    const rule = CHANNEL_PERMISSION_RULES[permission]
    const setting = asked[permission]
    if (setting !== undefined) {
      if (DELETION.has(permission)) requireMaySetDeletion(tx, creator)
      holders[permission] = groupForSetting(tx, permission, rule, setting)
    } else if (permission === 'can_administer_channel_group' && creator) {
      holders[permission] = groupFor(tx, { direct_members: [creator.id], direct_subgroups: [] })
    } else holders[permission] = SYSTEM_GROUP[rule.default]
  }
  requireOpenTopics(sharesHistory, holders.can_create_topic_group)
  return holders
}

/** Changes one permission. @returns the new value; undefined if it did not change */
export function changePermission(
  tx: Tx,
  by: User,
  channel: Channel,
  permission: ChannelPermission,
  change: SettingChange,
): GroupSetting | undefined {
  const rule = CHANNEL_PERMISSION_RULES[permission]
  return changeSettingGroup(tx, permission, rule, channel[permission], change, (groupId) => {
    if (DELETION.has(permission)) requireMaySetDeletion(tx, by)
    if (GRANTS_CONTENT_ACCESS.has(permission)) requireContentAccess(tx, by, channel)
    tx.store.channels.change(channel.id, { [permission]: groupId })
  })
}

/** @throws RequestError if the user may not read the channel */
export function requireContentAccess(ctx: Context, user: User, channel: Channel) {
  if (!hasContentAccess(ctx, user, channel))
    refuse('BAD_REQUEST', 'Channel content access is required.')
}

function requireMaySetDeletion(ctx: Context, user: User | undefined) {
  if (user === undefined || user.role <= ROLE.administrator) return
  if (!hasPermission(ctx, user, 'can_set_delete_message_policy_group'))
    refuse(INSUFFICIENT_PERMISSION)
}

/**
 * With protected history everyone must be allowed to start topics: people who cannot see older
 * topics cannot tell whether one is new.
 * @throws RequestError if the combination does not allow that
 */
export function requireOpenTopics(sharesHistory: boolean, canCreateTopicGroup: number) {
  if (sharesHistory || canCreateTopicGroup === SYSTEM_GROUP['role:everyone']) return
  refuse(
    'BAD_REQUEST',
    "'can_create_topic_group' must be 'role:everyone' in a channel with protected history.",
  )
}

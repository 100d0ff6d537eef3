import { refuse } from '../errors.ts'
import { CHANNEL_PERMISSIONS, type Channel, type ChannelPermission } from '../store/channels.ts'
import { hasContentAccess } from './access.ts'
import type { Context } from './context.ts'
import { changeHolder, type GroupSetting, holderFor, type SettingChange } from './group-settings.ts'
import { groupFor, holds, SYSTEM_GROUP } from './groups.ts'
import { CHANNEL_PERMISSION_RULES } from './permissions.ts'
import { ROLE } from './roles.ts'
import type { User } from './users.ts'

export { CHANNEL_PERMISSIONS, type ChannelPermission }

export type AskedPermissions = Partial<Record<ChannelPermission, GroupSetting | undefined>>

/** Who may delete messages is set by those the organization trusts with it (organization 1.2). */
const DELETION = new Set<ChannelPermission>([
  'can_delete_any_message_group',
  'can_delete_own_message_group',
])

/** These let people read the channel, so only its readers give them. */
const GIVES_CONTENT = new Set<ChannelPermission>([
  'can_add_subscribers_group',
  'can_subscribe_group',
])

/** The groups of a new channel: as asked, else the default; its creator administers it. */
export function permissionsOfNew(
  ctx: Context,
  creator: User | undefined,
  sharesHistory: boolean,
  asked: AskedPermissions,
): Record<ChannelPermission, number> {
  const holders = {} as Record<ChannelPermission, number>
  for (const permission of CHANNEL_PERMISSIONS) {
    const rule = CHANNEL_PERMISSION_RULES[permission]
    const setting = asked[permission]
    if (setting !== undefined) {
      if (DELETION.has(permission)) requireMaySetDeletion(ctx, creator)
      holders[permission] = holderFor(ctx, permission, rule, setting)
    } else if (permission === 'can_administer_channel_group' && creator) {
      holders[permission] = groupFor(ctx, { direct_members: [creator.id], direct_subgroups: [] })
    } else holders[permission] = SYSTEM_GROUP[rule.default]
  }
  requireOpenTopics(sharesHistory, holders.can_create_topic_group)
  return holders
}

/** @returns the new value; undefined where it is the present one */
export function changePermission(
  ctx: Context,
  by: User,
  channel: Channel,
  permission: ChannelPermission,
  change: SettingChange,
): GroupSetting | undefined {
  const rule = CHANNEL_PERMISSION_RULES[permission]
  return changeHolder(ctx, permission, rule, channel[permission], change, (groupId) => {
    if (DELETION.has(permission)) requireMaySetDeletion(ctx, by)
    if (GIVES_CONTENT.has(permission)) requireContent(ctx, by, channel)
    ctx.store.channels.change(channel.id, { [permission]: groupId })
  })
}

export function requireContent(ctx: Context, user: User, channel: Channel) {
  if (!hasContentAccess(ctx, user, channel))
    refuse('BAD_REQUEST', 'Channel content access is required.')
}

function requireMaySetDeletion(ctx: Context, user: User | undefined) {
  if (user === undefined || user.role <= ROLE.administrator) return
  if (!holds(ctx, user, 'can_set_delete_message_policy_group'))
    refuse('BAD_REQUEST', 'Insufficient permission')
}

/**
 * Who cannot see older topics cannot tell a new one from them, so with protected history everyone
 * may start topics.
 */
export function requireOpenTopics(sharesHistory: boolean, canCreateTopicGroup: number) {
  if (sharesHistory || canCreateTopicGroup === SYSTEM_GROUP['role:everyone']) return
  refuse(
    'BAD_REQUEST',
    "'can_create_topic_group' must be 'role:everyone' in a channel with protected history.",
  )
}

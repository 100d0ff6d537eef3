// Every permission of the organization, of groups and of channels: its default, and who may hold
// it.

import type { ChannelPermission } from '../../store/tables/channels.ts'
import type { GroupPermission } from '../../store/tables/groups.ts'
import type { SystemGroupName } from './group-names.ts'

/** Who may hold a permission, and who holds it at first. */
export interface PermissionRule {
  default: SystemGroupName
  allowNobody: boolean
  /** Whether role:everyone is allowed; if not, guests never hold the permission. */
  allowEveryone: boolean
  requireSystemGroup: boolean
  /** If present, only these system groups are allowed. */
  allowed?: readonly SystemGroupName[]
}

const rule = (
  defaultGroup: SystemGroupName,
  {
    nobody = true,
    everyone = false,
    allowed,
  }: { nobody?: boolean; everyone?: boolean; allowed?: readonly SystemGroupName[] } = {},
): PermissionRule => ({
  default: defaultGroup,
  allowNobody: nobody,
  allowEveryone: everyone,
  requireSystemGroup: allowed !== undefined,
  ...(allowed && { allowed }),
})

const EVERYONE = { everyone: true }

/** Organization-wide permissions. */
export const ORGANIZATION_PERMISSIONS = {
  can_access_all_users_group: rule('role:everyone', {
    nobody: false,
    everyone: true,
    allowed: ['role:everyone', 'role:members'],
  }),
  can_add_custom_emoji_group: rule('role:members'),
  can_add_subscribers_group: rule('role:members'),
  can_create_bots_group: rule('role:members'),
  can_create_groups: rule('role:members'),
  can_create_private_channel_group: rule('role:members'),
  can_create_public_channel_group: rule('role:members'),
  can_create_web_public_channel_group: rule('role:owners', {
    allowed: ['role:moderators', 'role:administrators', 'role:owners', 'role:nobody'],
  }),
  can_create_write_only_bots_group: rule('role:members'),
  can_delete_any_message_group: rule('role:administrators'),
  can_delete_own_message_group: rule('role:everyone', EVERYONE),
  can_invite_users_group: rule('role:members'),
  can_manage_all_groups: rule('role:owners', { nobody: false }),
  can_manage_billing_group: rule('role:administrators', { nobody: false }),
  can_mention_many_users_group: rule('role:administrators', EVERYONE),
  can_move_messages_between_channels_group: rule('role:members'),
  can_move_messages_between_topics_group: rule('role:everyone', EVERYONE),
  can_resolve_topics_group: rule('role:everyone', EVERYONE),
  can_set_delete_message_policy_group: rule('role:moderators'),
  can_set_topics_policy_group: rule('role:members', EVERYONE),
  can_summarize_topics_group: rule('role:everyone', EVERYONE),
  create_multiuse_invite_group: rule('role:administrators'),
  direct_message_initiator_group: rule('role:everyone', EVERYONE),
  direct_message_permission_group: rule('role:everyone', EVERYONE),
  workplace_users_group: rule('role:members'),
} satisfies Record<string, PermissionRule>

export type OrganizationPermission = keyof typeof ORGANIZATION_PERMISSIONS

/** Permissions over one group. */
export const GROUP_PERMISSION_RULES: Record<GroupPermission, PermissionRule> = {
  // The group's creator holds this permission at first, or nobody if the server created it.
  can_add_members_group: rule('role:nobody'),
  can_join_group: rule('role:nobody'),
  can_leave_group: rule('role:everyone', EVERYONE),
  // As can_add_members_group.
  can_manage_group: rule('role:nobody'),
  can_mention_group: rule('role:everyone', EVERYONE),
  can_remove_members_group: rule('role:nobody'),
}

/** Permissions within one channel. */
export const CHANNEL_PERMISSION_RULES: Record<ChannelPermission, PermissionRule> = {
  // The channel's creator holds this permission at first, or nobody if the server created it.
  can_administer_channel_group: rule('role:nobody'),
  can_add_subscribers_group: rule('role:nobody'),
  can_subscribe_group: rule('role:nobody'),
  can_remove_subscribers_group: rule('role:administrators', EVERYONE),
  can_send_message_group: rule('role:everyone', EVERYONE),
  can_create_topic_group: rule('role:everyone', EVERYONE),
  can_resolve_topics_group: rule('role:nobody', EVERYONE),
  can_move_messages_within_channel_group: rule('role:nobody', EVERYONE),
  can_move_messages_out_of_channel_group: rule('role:nobody', EVERYONE),
  can_delete_any_message_group: rule('role:nobody', EVERYONE),
  can_delete_own_message_group: rule('role:nobody', EVERYONE),
}

// Endpoints: user groups and their members.

import * as z from 'zod'
import {
  changeMembers,
  changeSubgroups,
  createGroupWithMembers,
  isMember,
  membersOf,
  subgroupsOf,
} from '../../../domain/groups/user-group-members.ts'
import { changeGroup, deactivateGroup, readGroups } from '../../../domain/groups/user-groups.ts'
import { endpoint } from '../../core/endpoint.ts'
import { bool, int, ints, text, textUpTo } from '../../core/params.ts'
import { groupSettingValue, userGroup } from '../../wire/groups.ts'
import { GROUP_PERMISSION_TEXTS } from '../../wire/setting-texts.ts'

const MAX_DESCRIPTION_LENGTH = 1024

type GroupPermission = keyof typeof GROUP_PERMISSION_TEXTS

/** One parameter of the same type for each permission about a group. */
const forEachPermission = <T extends z.ZodType>(schema: T) =>
  Object.fromEntries(
    Object.entries(GROUP_PERMISSION_TEXTS).map(([name, text]) => [name, schema.describe(text)]),
  ) as Record<GroupPermission, T>

const settings = forEachPermission(groupSettingValue.optional())
const settingChanges = forEachPermission(
  z.object({ new: groupSettingValue, old: groupSettingValue.optional() }).optional(),
)

export const getUserGroups = endpoint('GET /user_groups', {
  summary: 'Lists the user groups.',
  tier: 'non-guest',
  params: {
    include_deactivated_groups: bool.default(false).describe('Also lists deactivated groups.'),
  },
  returns: { user_groups: z.array(userGroup) },
  handle: async (ctx, { include_deactivated_groups }) => ({
    user_groups: await readGroups(ctx, include_deactivated_groups),
  }),
})

export const createUserGroup = endpoint('POST /user_groups/create', {
  summary: 'Creates a user group.',
  tier: 'non-guest',
  errors: ['SYSTEM_GROUP_REQUIRED'],
  params: {
    name: text.describe(
      '1 to 100 characters, unique; must not start with "@", "role:", "user:", "stream:" or "channel:".',
    ),
    description: textUpTo(MAX_DESCRIPTION_LENGTH).describe('May be empty.'),
    members: ints.describe('The IDs of its members.'),
    subgroups: ints.default([]).describe('The IDs of groups whose members belong to it as well.'),
    ...settings,
  },
  returns: { group_id: int },
  handle: async (ctx, { name, description, members, subgroups, ...permissions }, call) => ({
    group_id: await createGroupWithMembers(ctx, call.user, {
      name,
      description,
      members,
      subgroups,
      permissions,
    }),
  }),
})

export const changeUserGroup = endpoint('PATCH /user_groups/:user_group_id', {
  summary: 'Changes the name, description or permissions of a user group, or reactivates it.',
  tier: 'non-guest',
  errors: ['EXPECTATION_MISMATCH', 'SYSTEM_GROUP_REQUIRED'],
  params: {
    user_group_id: int,
    name: text
      .optional()
      .describe(
        '1 to 100 characters, unique; must not start with "@", "role:", "user:", "stream:" or "channel:".',
      ),
    description: textUpTo(MAX_DESCRIPTION_LENGTH).optional().describe('May be empty.'),
    deactivated: z.literal(false).optional().describe('false reactivates the group.'),
    ...settingChanges,
  },
  handle: (ctx, { user_group_id, name, description, deactivated, ...permissions }, call) =>
    changeGroup(ctx, call.user, user_group_id, { name, description, deactivated, permissions }),
})

export const deactivateUserGroup = endpoint('POST /user_groups/:user_group_id/deactivate', {
  summary: 'Deactivates a user group that no permission and no other group uses.',
  tier: 'non-guest',
  errors: ['CANNOT_DEACTIVATE_GROUP_IN_USE'],
  params: { user_group_id: int },
  handle: (ctx, { user_group_id }, call) => deactivateGroup(ctx, call.user, user_group_id),
})

export const changeGroupMembers = endpoint('POST /user_groups/:user_group_id/members', {
  summary: 'Adds users and subgroups to a user group, and removes others, all or nothing.',
  tier: 'non-guest',
  params: {
    user_group_id: int,
    add: ints.optional().describe('The IDs of users to add.'),
    delete: ints.optional().describe('The IDs of users to remove.'),
    add_subgroups: ints.optional().describe('The IDs of groups to add.'),
    delete_subgroups: ints.optional().describe('The IDs of groups to remove.'),
  },
  handle: (ctx, { user_group_id, ...change }, call) =>
    changeMembers(ctx, call.user, user_group_id, change),
})

export const changeGroupSubgroups = endpoint('POST /user_groups/:user_group_id/subgroups', {
  summary: 'Adds subgroups to a user group, and removes others.',
  tier: 'non-guest',
  params: {
    user_group_id: int,
    add: ints.optional().describe('The IDs of groups to add.'),
    delete: ints.optional().describe('The IDs of groups to remove.'),
  },
  handle: (ctx, { user_group_id, ...change }, call) =>
    changeSubgroups(ctx, call.user, user_group_id, change),
})

export const getGroupMembers = endpoint('GET /user_groups/:user_group_id/members', {
  summary: 'Lists the IDs of the members of a user group.',
  tier: 'non-guest',
  params: {
    user_group_id: int,
    direct_member_only: bool.default(false).describe('Whether to leave out members of subgroups.'),
  },
  returns: { members: ints },
  handle: (ctx, { user_group_id, direct_member_only }) => ({
    members: membersOf(ctx, user_group_id, direct_member_only),
  }),
})

export const getIsGroupMember = endpoint('GET /user_groups/:user_group_id/members/:user_id', {
  summary: 'Says whether a user is a member of a user group.',
  tier: 'non-guest',
  params: {
    user_group_id: int,
    user_id: int,
    direct_member_only: bool.default(false).describe('Whether to leave out members of subgroups.'),
  },
  returns: { is_user_group_member: bool },
  handle: (ctx, { user_group_id, user_id, direct_member_only }, call) => ({
    is_user_group_member: isMember(ctx, call.user, user_group_id, user_id, direct_member_only),
  }),
})

export const getSubgroups = endpoint('GET /user_groups/:user_group_id/subgroups', {
  summary: 'Lists the IDs of the subgroups of a user group.',
  tier: 'non-guest',
  params: {
    user_group_id: int,
    direct_subgroup_only: bool
      .default(false)
      .describe('Whether to leave out subgroups of subgroups.'),
  },
  returns: { subgroups: ints },
  handle: (ctx, { user_group_id, direct_subgroup_only }) => ({
    subgroups: subgroupsOf(ctx, user_group_id, direct_subgroup_only),
  }),
})

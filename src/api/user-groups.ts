import * as z from 'zod'
import {
  changeMembers,
  changeSubgroups,
  createGroupWithMembers,
  isMember,
  membersOf,
  subgroupsOf,
} from '../domain/user-group-members.ts'
import { changeGroup, deactivateGroup, listGroups } from '../domain/user-groups.ts'
import { endpoint } from './endpoint.ts'
import { bool, int, ints, text, textUpTo } from './params.ts'
import { groupSettingValue, userGroup } from './wire/groups.ts'

const MAX_DESCRIPTION_LENGTH = 1024

const settings = {
  can_add_members_group: groupSettingValue.optional(),
  can_join_group: groupSettingValue.optional(),
  can_leave_group: groupSettingValue.optional(),
  can_manage_group: groupSettingValue.optional(),
  can_mention_group: groupSettingValue.optional(),
  can_remove_members_group: groupSettingValue.optional(),
}

const change = z.object({ new: groupSettingValue, old: groupSettingValue.optional() }).optional()

const settingChanges = {
  can_add_members_group: change,
  can_join_group: change,
  can_leave_group: change,
  can_manage_group: change,
  can_mention_group: change,
  can_remove_members_group: change,
}

export const getUserGroups = endpoint('GET /user_groups', {
  tier: 'non-guest',
  params: { include_deactivated_groups: bool.default(false) },
  returns: { user_groups: z.array(userGroup) },
  handle: (ctx, { include_deactivated_groups }) => ({
    user_groups: listGroups(ctx, include_deactivated_groups),
  }),
})

export const createUserGroup = endpoint('POST /user_groups/create', {
  tier: 'non-guest',
  params: {
    name: text,
    description: textUpTo(MAX_DESCRIPTION_LENGTH),
    members: ints,
    subgroups: ints.default([]),
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
  tier: 'non-guest',
  params: {
    user_group_id: int,
    name: text.optional(),
    description: textUpTo(MAX_DESCRIPTION_LENGTH).optional(),
    deactivated: z.literal(false).optional(),
    ...settingChanges,
  },
  handle: (ctx, { user_group_id, name, description, deactivated, ...permissions }, call) =>
    changeGroup(ctx, call.user, user_group_id, { name, description, deactivated, permissions }),
})

export const deactivateUserGroup = endpoint('POST /user_groups/:user_group_id/deactivate', {
  tier: 'non-guest',
  params: { user_group_id: int },
  handle: (ctx, { user_group_id }, call) => deactivateGroup(ctx, call.user, user_group_id),
})

export const changeGroupMembers = endpoint('POST /user_groups/:user_group_id/members', {
  tier: 'non-guest',
  params: {
    user_group_id: int,
    add: ints.optional(),
    delete: ints.optional(),
    add_subgroups: ints.optional(),
    delete_subgroups: ints.optional(),
  },
  handle: (ctx, { user_group_id, ...change }, call) =>
    changeMembers(ctx, call.user, user_group_id, change),
})

export const changeGroupSubgroups = endpoint('POST /user_groups/:user_group_id/subgroups', {
  tier: 'non-guest',
  params: { user_group_id: int, add: ints.optional(), delete: ints.optional() },
  handle: (ctx, { user_group_id, ...change }, call) =>
    changeSubgroups(ctx, call.user, user_group_id, change),
})

export const getGroupMembers = endpoint('GET /user_groups/:user_group_id/members', {
  tier: 'non-guest',
  params: { user_group_id: int, direct_member_only: bool.default(false) },
  returns: { members: ints },
  handle: (ctx, { user_group_id, direct_member_only }) => ({
    members: membersOf(ctx, user_group_id, direct_member_only),
  }),
})

export const getIsGroupMember = endpoint('GET /user_groups/:user_group_id/members/:user_id', {
  tier: 'non-guest',
  params: { user_group_id: int, user_id: int, direct_member_only: bool.default(false) },
  returns: { is_user_group_member: bool },
  handle: (ctx, { user_group_id, user_id, direct_member_only }, call) => ({
    is_user_group_member: isMember(ctx, call.user, user_group_id, user_id, direct_member_only),
  }),
})

export const getSubgroups = endpoint('GET /user_groups/:user_group_id/subgroups', {
  tier: 'non-guest',
  params: { user_group_id: int, direct_subgroup_only: bool.default(false) },
  returns: { subgroups: ints },
  handle: (ctx, { user_group_id, direct_subgroup_only }) => ({
    subgroups: subgroupsOf(ctx, user_group_id, direct_subgroup_only),
  }),
})

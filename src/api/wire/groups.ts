// Groups and permission settings, as answers and events show them.

import * as z from 'zod'

/** The holder of a permission: the ID of a group, or users and groups by ID. */
export const groupSettingValue = z.union([
  z.int(),
  z.object({ direct_members: z.array(z.int()), direct_subgroups: z.array(z.int()) }),
])

/** A user group with its direct members and subgroups. */
export const userGroup = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  creator_id: z.int().nullable(),
  date_created: z.int().nullable(),
  members: z.array(z.int()),
  direct_subgroup_ids: z.array(z.int()),
  is_system_group: z.boolean(),
  deactivated: z.boolean(),
  can_add_members_group: groupSettingValue,
  can_join_group: groupSettingValue,
  can_leave_group: groupSettingValue,
  can_manage_group: groupSettingValue,
  can_mention_group: groupSettingValue,
  can_remove_members_group: groupSettingValue,
})

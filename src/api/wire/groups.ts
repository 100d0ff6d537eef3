import * as z from 'zod'

/** Groups, and who holds a permission, as answers and events show them. */

/** A group-setting value (specification 2.4). */
export const groupSettingValue = z.union([
  z.int(),
  z.object({ direct_members: z.array(z.int()), direct_subgroups: z.array(z.int()) }),
])

/** Named group (events 1.9). */
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

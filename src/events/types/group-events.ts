// Events about user groups.

import type { ClientFormat } from './client-format.ts'

/** The holder of a permission: the ID of a group, or users and groups by ID. */
export type GroupSetting = number | { direct_members: number[]; direct_subgroups: number[] }

/** A named group with its direct members and subgroups. */
export interface GroupObject {
  id: number
  name: string
  description: string
  creator_id: number | null
  /** UNIX seconds. */
  date_created: number | null
  members: readonly number[]
  direct_subgroup_ids: readonly number[]
  is_system_group: boolean
  deactivated: boolean
  can_add_members_group: GroupSetting
  can_join_group: GroupSetting
  can_leave_group: GroupSetting
  can_manage_group: GroupSetting
  can_mention_group: GroupSetting
  can_remove_members_group: GroupSetting
}

/** The whole group, for clients that do not know deactivated groups; not on the wire. */
interface OfGroup {
  of_deactivated?: boolean
}

/** Changes of named groups. */
export type GroupEvent = { type: 'user_group' } & (
  | { op: 'add'; group: GroupObject }
  | ({ op: 'update'; group_id: number; data: Partial<GroupObject> } & OfGroup)
  /** Sent as an update, or to older clients as the removal of the group. */
  | { op: 'deactivate'; group_id: number }
  /** Sent as an update, or to older clients as a new group. */
  | { op: 'reactivate'; group_id: number; group: GroupObject }
  | ({
      op: 'add_members' | 'remove_members'
      group_id: number
      user_ids: readonly number[]
    } & OfGroup)
  | ({
      op: 'add_subgroups' | 'remove_subgroups'
      group_id: number
      direct_subgroup_ids: readonly number[]
    } & OfGroup)
)

/** Clients that do not know deactivated groups get `remove` and `add` instead. */
export function formatGroupEvent(event: GroupEvent, format: ClientFormat): readonly object[] {
  const keepsDeactivated = format.capabilities.has('include_deactivated_groups')
  const { type } = event
  switch (event.op) {
    case 'add':
      return [event]
    case 'deactivate':
    case 'reactivate': {
      const { group_id } = event
      const data = { deactivated: event.op === 'deactivate' }
      if (keepsDeactivated) return [{ type, op: 'update', group_id, data }]
      return event.op === 'deactivate'
        ? [{ type, op: 'remove', group_id }]
        : [{ type, op: 'add', group: event.group }]
    }
    default: {
      const { of_deactivated, ...told } = event
      return of_deactivated && !keepsDeactivated ? [] : [told]
    }
  }
}

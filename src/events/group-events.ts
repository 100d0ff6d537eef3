import type { ClientShape } from './client-shape.ts'

type Fields = Record<string, unknown>

/** For clients that do not know deactivated groups; never sent. */
interface OfGroup {
  of_deactivated?: boolean
}

/** Changes of named groups (events 3.3). */
export type GroupEvent = { type: 'user_group' } & (
  | { op: 'add'; group: Fields }
  | ({ op: 'update'; group_id: number; data: Fields } & OfGroup)
  /** Said as an update, or as the end of the group. */
  | { op: 'deactivate'; group_id: number }
  /** Said as an update, or as a new group. */
  | { op: 'reactivate'; group_id: number; group: Fields }
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

/** Clients that do not keep deactivated groups see them go and come. */
export function shapeGroupEvent(event: GroupEvent, shape: ClientShape): readonly object[] {
  const keepsDeactivated = shape.capabilities.has('include_deactivated_groups')
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

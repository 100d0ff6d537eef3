// Permission settings: validates, stores, compares and reads the groups that hold them.

import {
  INVALID_GROUP_ID,
  INVALID_USER_ID,
  STALE_PERMISSION,
  SYSTEM_GROUP_ONLY,
} from '../../errors/users.ts'
import { refuse } from '../../errors.ts'
import type { Group } from '../../store/tables/groups.ts'
import type { Context, Tx } from '../kernel/context.ts'
import { SYSTEM_GROUP } from './group-names.ts'
import { type GroupSetting, groupFor, readGroupSetting } from './groups.ts'
import type { PermissionRule } from './permissions.ts'

export type { GroupSetting }

/** How a permission setting is changed: `old` is what the client believes it is at present. */
export interface SettingChange {
  new: GroupSetting
  old?: GroupSetting | undefined
}

/**
 * Stores a permission setting of a new object.
 *
 * @param setting its name on the wire, for messages
 * @returns the ID of the group that holds it
 * @throws RequestError for a group or person that cannot hold it; SYSTEM_GROUP_REQUIRED
 */
export function groupForSetting(
  tx: Tx,
  setting: string,
  rule: PermissionRule,
  value: GroupSetting,
): number {
  requireAllowed(tx, setting, rule, value)
  return groupFor(tx, value)
}

/**
 * Changes a permission setting.
 *
 * @param current ID of the group that holds it now
 * @param save puts the new group's ID in its place
 * @returns the new value; undefined if it equals the current one
 * @throws RequestError as holderFor; EXPECTATION_MISMATCH when `old` is not the present value
 */
export function changeSettingGroup(
  tx: Tx,
  setting: string,
  rule: PermissionRule,
  current: number,
  change: SettingChange,
  save: (groupId: number) => void,
): GroupSetting | undefined {
  const present = readGroupSetting(tx, current)
  if (change.old !== undefined && !isSameSetting(change.old, present)) {
    refuse(STALE_PERMISSION, { field_name: setting })
  }
  if (isSameSetting(change.new, present)) return undefined
  const groupId = groupForSetting(tx, setting, rule, change.new)
  save(groupId)
  // An anonymous group belongs to one setting, so nothing else refers to it.
  tx.store.groups.removeAnonymous(current)
  return readGroupSetting(tx, groupId)
}

/** Whether two values name the same people and groups, in whatever order and form. */
const isSameSetting = (a: GroupSetting, b: GroupSetting) => keyOf(a) === keyOf(b)

function keyOf(setting: GroupSetting): string {
  const { direct_members, direct_subgroups } =
    typeof setting === 'number' ? { direct_members: [], direct_subgroups: [setting] } : setting
  const nobody = SYSTEM_GROUP['role:nobody']
  const groups = direct_members.length + direct_subgroups.length > 0 ? direct_subgroups : [nobody]
  return [direct_members, groups]
    .map((ids) => [...new Set(ids)].sort((a, b) => a - b).join())
    .join(';')
}

/**
 * What one setting names, together: thousands of settings are told to everyone who registers, and a group
 * can hold a permission for many people.
 */
const MOST_NAMED = 50

function requireAllowed(ctx: Context, setting: string, rule: PermissionRule, value: GroupSetting) {
  const { direct_members, direct_subgroups } =
    typeof value === 'number' ? { direct_members: [], direct_subgroups: [value] } : value
  if (direct_members.length + direct_subgroups.length > MOST_NAMED) {
    const problem = `'${setting}' can name ${MOST_NAMED} people and groups; a group can have more.`
    refuse('BAD_REQUEST', problem)
  }
  const groups = direct_subgroups.map((id) => existingGroup(ctx, id))
  for (const id of direct_members) requireActiveUser(ctx, id)

  const isSingle = direct_members.length === 0 && groups.length < 2
  const isNobody = isSingle && (groups[0] === undefined || isGroup(groups[0], 'role:nobody'))
  if (isNobody && !rule.allowNobody) refuseGroup(setting, 'role:nobody')
  const tooWide = groups.find(
    (group) =>
      isGroup(group, 'role:internet') || (isGroup(group, 'role:everyone') && !rule.allowEveryone),
  )
  if (tooWide) refuseGroup(setting, tooWide.name!)
  if (rule.requireSystemGroup && !isNobody)
    requireSystemGroup(setting, rule, isSingle ? groups[0] : undefined)
}

function requireSystemGroup(setting: string, { allowed }: PermissionRule, group?: Group) {
  if (!group?.is_system) refuse(SYSTEM_GROUP_ONLY, { setting_name: setting })
  if (allowed && !allowed.some((name) => name === group.name)) refuseGroup(setting, group.name!)
}

const isGroup = (group: Group, name: keyof typeof SYSTEM_GROUP) => group.id === SYSTEM_GROUP[name]

function existingGroup(ctx: Context, id: number): Group {
  const group = ctx.store.groups.find(id)
  if (!group || group.name === null) refuse(INVALID_GROUP_ID, { id })
  if (group.deactivated) refuse('BAD_REQUEST', `User group ${id} is deactivated.`)
  return group
}

function requireActiveUser(ctx: Context, id: number) {
  const user = ctx.store.users.find(id)
  if (!user?.is_active || user.system_bot !== null) refuse(INVALID_USER_ID, { id })
}

function refuseGroup(setting: string, group: string): never {
  refuse('BAD_REQUEST', `'${setting}' setting cannot be set to '${group}' group.`)
}

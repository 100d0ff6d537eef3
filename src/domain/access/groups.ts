// Who is in a group and who holds a permission; the system groups that follow from a role.

import { getOrMake } from '../../base/collections.ts'
import type { GroupSetting } from '../../events/types/group-events.ts'
import type { User } from '../../store/tables/users.ts'
import type { Context, Tx } from '../kernel/context.ts'
import { derivedById } from '../kernel/derived.ts'
import { SYSTEM_GROUP, SYSTEM_GROUPS, type SystemGroupName } from './group-names.ts'
import { ORGANIZATION_PERMISSIONS, type OrganizationPermission } from './permissions.ts'
import { ROLE } from './roles.ts'

/** IDs of the groups that a role puts a user in directly; a new full member is in two at most. */
const GROUP_OF_ROLE: Record<number, SystemGroupName> = {
  [ROLE.owner]: 'role:owners',
  [ROLE.administrator]: 'role:administrators',
  [ROLE.moderator]: 'role:moderators',
  [ROLE.member]: 'role:members',
  [ROLE.guest]: 'role:everyone',
}

/** @param waitingPeriod days a member waits to be a full member */
export function systemGroupsOf(
  user: { role: number; joined_at: number },
  waitingPeriod: number,
  now: number,
): number[] {
  const direct = [SYSTEM_GROUP[GROUP_OF_ROLE[user.role]!]]
  const isFull = user.role === ROLE.member && now - user.joined_at >= waitingPeriod * 86_400
  return isFull ? [...direct, SYSTEM_GROUP['role:fullmembers']] : direct
}

/** Creates the system groups of a new organization, with their fixed IDs. */
export function createSystemGroups(tx: Tx) {
  const { groups } = tx.store
  let above: number | undefined
  for (const [name, , description] of SYSTEM_GROUPS) {
    const id = groups.create({
      name,
      name_key: name,
      description,
      is_system: 1,
      creator_id: null,
      created_at: tx.now,
      can_add_members_group: SYSTEM_GROUP['role:nobody'],
      can_join_group: SYSTEM_GROUP['role:nobody'],
      can_leave_group: SYSTEM_GROUP['role:nobody'],
      can_manage_group: SYSTEM_GROUP['role:nobody'],
      can_mention_group: SYSTEM_GROUP['role:nobody'],
      can_remove_members_group: SYSTEM_GROUP['role:nobody'],
    })
    if (above !== undefined && name !== 'role:owners') groups.addSubgroup(id, above)
    above = id
  }
}

/** Groups that a role alone decides about, by the largest role they admit. */
const ROLE_BOUND: Record<number, number> = {
  [SYSTEM_GROUP['role:nobody']]: 0,
  [SYSTEM_GROUP['role:owners']]: ROLE.owner,
  [SYSTEM_GROUP['role:administrators']]: ROLE.administrator,
  [SYSTEM_GROUP['role:moderators']]: ROLE.moderator,
  [SYSTEM_GROUP['role:members']]: ROLE.member,
  [SYSTEM_GROUP['role:everyone']]: ROLE.guest,
  [SYSTEM_GROUP['role:internet']]: ROLE.guest,
}

/** Whether an active user is in a group, directly or through groups below it. */
export function isInGroup(ctx: Context, user: User, groupId: number): boolean {
  const bound = ROLE_BOUND[groupId]
  if (bound !== undefined) return user.role <= bound
  return ctx.store.groups.contains(groupId, user.id)
}

/** The same for many groups: those of the user are found once, and only if they are needed. */
export function membershipOf(ctx: Context, user: User): (groupId: number) => boolean {
  let own: ReadonlySet<number> | undefined
  return (groupId) => {
    const bound = ROLE_BOUND[groupId]
    if (bound !== undefined) return user.role <= bound
    own ??= new Set(ctx.store.groups.containing(user.id))
    return own.has(groupId)
  }
}

/** Which of some active people are in a group at one moment, by ID: those of each group are found once. */
export function membersAmong(
  ctx: Context,
  people: readonly User[],
): (groupId: number) => readonly number[] {
  const known = new Map<number, readonly number[]>()
  const ids = new Set(people.map(({ id }) => id))
  return (groupId) =>
    getOrMake(known, groupId, () => {
      const bound = ROLE_BOUND[groupId]
      if (bound !== undefined) return people.filter(({ role }) => role <= bound).map(({ id }) => id)
      return [...ids.intersection(ctx.store.groups.membersWithin(groupId))].sort((a, b) => a - b)
    })
}

/** Whether a user holds an organization-wide permission; guests only those meant for everyone. */
export function hasPermission(
  ctx: Context,
  user: User,
  permission: OrganizationPermission,
): boolean {
  if (user.role === ROLE.guest && !ORGANIZATION_PERMISSIONS[permission].allowEveryone) return false
  return isInGroup(ctx, user, ctx.store.organization.holderOf(permission)!)
}

export type { GroupSetting }

/** The value of a permission setting, by the ID of the group that holds it. Callers share it. */
export const readGroupSetting = (ctx: Context, groupId: number): GroupSetting =>
  ROLE_BOUND[groupId] === undefined ? settingOf(ctx, groupId) : groupId

const settingOf = derivedById(
  ({ store }) => store.groups.changes,
  ({ store }, groupId): GroupSetting => store.groups.anonymous(groupId) ?? groupId,
)

/** The ID of the group for a value of a permission setting; makes an anonymous group if needed. */
export function groupFor(tx: Tx, setting: GroupSetting): number {
  if (typeof setting === 'number') return setting
  const { direct_members, direct_subgroups } = setting
  if (direct_members.length === 0 && direct_subgroups.length === 0)
    return SYSTEM_GROUP['role:nobody']
  if (direct_members.length === 0 && direct_subgroups.length === 1) return direct_subgroups[0]!
  const { groups } = tx.store
  const id = groups.create({
    name: null,
    name_key: null,
    description: '',
    is_system: 0,
    creator_id: null,
    created_at: null,
    can_add_members_group: null,
    can_join_group: null,
    can_leave_group: null,
    can_manage_group: null,
    can_mention_group: null,
    can_remove_members_group: null,
  })
  for (const userId of new Set(direct_members)) groups.addMember(id, userId)
  for (const subgroupId of new Set(direct_subgroups)) groups.addSubgroup(id, subgroupId)
  return id
}

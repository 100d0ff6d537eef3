// User groups: creating, changing, deactivating, listing.

import { makePause } from '../../base/jobs.ts'
import { type JsonBytes, listOfBytes, utf8Of } from '../../base/json.ts'
import { codePoints, MAX_GROUP_NAME_LENGTH } from '../../base/limits.ts'
import { INSUFFICIENT_PERMISSION } from '../../errors/callers.ts'
import { DEACTIVATED_GROUP, GROUP_IN_USE } from '../../errors/users.ts'
import { refuse } from '../../errors.ts'
import type { Capability } from '../../events/types/client-format.ts'
import { GROUP_PERMISSIONS, type Group, type GroupPermission } from '../../store/tables/groups.ts'
import { withoutDirections } from '../../text/content.ts'
import { requireMayCreateMore } from '../access/creation-limits.ts'
import { SYSTEM_GROUP } from '../access/group-names.ts'
import {
  changeSettingGroup,
  type GroupSetting,
  groupForSetting,
  type SettingChange,
} from '../access/group-settings.ts'
import { groupFor, hasPermission, isInGroup, readGroupSetting } from '../access/groups.ts'
import { GROUP_PERMISSION_RULES } from '../access/permissions.ts'
import { ROLE } from '../access/roles.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { derivedById } from '../kernel/derived.ts'
import type { User } from '../users/users.ts'
import { permissionsHeldBy } from './held-permissions.ts'

/** A group without its members. */
function describeAlone(ctx: Context, group: Group) {
  const setting = (permission: GroupPermission) => readGroupSetting(ctx, group[permission]!)
  return {
    id: group.id,
    name: group.name!,
    description: group.description,
    creator_id: group.creator_id,
    date_created: group.is_system ? null : group.created_at,
    direct_subgroup_ids: ctx.store.groups.subgroups(group.id),
    is_system_group: group.is_system === 1,
    deactivated: group.deactivated === 1,
    can_add_members_group: setting('can_add_members_group'),
    can_join_group: setting('can_join_group'),
    can_leave_group: setting('can_leave_group'),
    can_manage_group: setting('can_manage_group'),
    can_mention_group: setting('can_mention_group'),
    can_remove_members_group: setting('can_remove_members_group'),
  }
}

/** The group object, with direct members who are active and direct subgroups. */
export const describeGroup = (ctx: Context, group: Group) => ({
  ...describeAlone(ctx, group),
  members: ctx.store.groups.activeMembers(group.id),
})

/** A hundred groups of 2,000 people, which one member may make, took 110 ms to read. */
const membersAsJson = derivedById(
  ({ store }) => store.groups.changes,
  ({ store }, groupId) => store.groups.activeMembersAsJson(groupId),
)

/** All groups, system groups too, by ID. In one turn of the loop, so `readGroupsAhead` comes before it. */
export function listGroups(ctx: Context, withDeactivated: boolean): JsonBytes {
  const written = (group: Group) => {
    const alone = JSON.stringify(describeAlone(ctx, group)).slice(0, -1)
    return `${utf8Of(alone)},"members":${membersAsJson(ctx, group.id)}}`
  }
  const groups = ctx.store.groups.named()
  return listOfBytes(groups.filter((group) => withDeactivated || !group.deactivated).map(written))
}

/** Reads what takes long about the list. @param pause awaited between slices */
export async function readGroupsAhead(ctx: Context, pause: () => Promise<unknown>): Promise<void> {
  for (const { id } of ctx.store.groups.named()) {
    membersAsJson(ctx, id)
    await pause()
  }
}

/** GET /user_groups. */
export async function readGroups(ctx: Context, withDeactivated: boolean): Promise<JsonBytes> {
  await readGroupsAhead(ctx, makePause())
  return listGroups(ctx, withDeactivated)
}

/** Section realm_user_groups of the snapshot. */
export const groupSection = (
  ctx: Context,
  _user: User,
  { capabilities }: { capabilities: ReadonlySet<Capability> },
) => ({ realm_user_groups: listGroups(ctx, capabilities.has('include_deactivated_groups')) })

/** A group that has a name. @throws RequestError "Invalid user group" */
export function findGroup(ctx: Context, id: number): Group {
  const group = ctx.store.groups.find(id)
  if (!group || group.name === null) refuse('BAD_REQUEST', 'Invalid user group')
  return group
}

/** Whether a user holds one of some permissions over a group; never over system groups. */
export function hasGroupPermission(
  ctx: Context,
  user: User,
  group: Group,
  permissions: readonly GroupPermission[],
): boolean {
  if (group.is_system) return false
  const isGuest = user.role === ROLE.guest
  if (!isGuest && hasPermission(ctx, user, 'can_manage_all_groups')) return true
  return [...permissions, 'can_manage_group' as const].some(
    (permission) =>
      (!isGuest || GROUP_PERMISSION_RULES[permission].allowEveryone) &&
      isInGroup(ctx, user, group[permission]!),
  )
}

/** A group the user may edit. @throws RequestError */
function managedGroup(ctx: Context, user: User, id: number): Group {
  const group = findGroup(ctx, id)
  if (!hasGroupPermission(ctx, user, group, ['can_manage_group'])) refuse(INSUFFICIENT_PERMISSION)
  return group
}

export interface NewGroupRequest {
  name: string
  description: string
  permissions: Partial<Record<GroupPermission, GroupSetting | undefined>>
}

/** Creates a group without members; its creator manages it by default. */
export function createGroup(tx: Tx, by: User, request: NewGroupRequest): Group {
  if (!hasPermission(tx, by, 'can_create_groups')) refuse(INSUFFICIENT_PERMISSION)
  requireMayCreateMore(tx, by, 'groups')
  const name = checkGroupName(tx, request.name)
  const creator = () => groupFor(tx, { direct_members: [by.id], direct_subgroups: [] })
  const holder = (permission: GroupPermission, otherwise?: () => number) => {
    const rule = GROUP_PERMISSION_RULES[permission]
    const asked = request.permissions[permission]
    if (asked !== undefined) return groupForSetting(tx, permission, rule, asked)
    return otherwise ? otherwise() : SYSTEM_GROUP[rule.default]
  }
  const id = tx.store.groups.create({
    name,
    name_key: groupKey(name),
    description: request.description,
    is_system: 0,
    creator_id: by.id,
    created_at: tx.now,
    can_add_members_group: holder('can_add_members_group', creator),
    can_join_group: holder('can_join_group'),
    can_leave_group: holder('can_leave_group'),
    can_manage_group: holder('can_manage_group', creator),
    can_mention_group: holder('can_mention_group'),
    can_remove_members_group: holder('can_remove_members_group'),
  })
  return tx.store.groups.find(id)!
}

export interface GroupPatch {
  name?: string | undefined
  description?: string | undefined
  /** Only to activate it again. */
  deactivated?: false | undefined
  permissions: Partial<Record<GroupPermission, SettingChange | undefined>>
}

/** PATCH /user_groups/{id}: deactivated groups can be edited too. */
export const changeGroup = (ctx: App, by: User, id: number, patch: GroupPatch) =>
  ctx.commit((tx) => {
    const group = managedGroup(tx, by, id)
    requireAnyChange(patch)
    const name = patch.name === undefined ? group.name! : checkGroupName(tx, patch.name, group)
    const changed = { ...group, name, description: patch.description ?? group.description }
    const data: Record<string, unknown> = {
      ...(changed.name !== group.name && { name: changed.name }),
      ...(changed.description !== group.description && { description: changed.description }),
      ...changeGroupPermissions(tx, changed, patch),
    }
    save(tx, changed)
    const of_deactivated = group.deactivated === 1
    // Clients expect one change in each.
    for (const [name, value] of Object.entries(data)) {
      const told = { group_id: id, data: { [name]: value }, of_deactivated }
      tx.emit({ type: 'user_group', op: 'update', ...told }, 'everyone')
    }
    if (patch.deactivated === false && group.deactivated) reactivate(tx, changed)
  })

function requireAnyChange({ name, description, deactivated, permissions }: GroupPatch) {
  const asked = [name, description, deactivated, ...Object.values(permissions)]
  if (asked.every((value) => value === undefined)) refuse('BAD_REQUEST', 'No new data supplied')
}

/** Changes the permissions in `group` and in the store. @returns those that changed */
function changeGroupPermissions(tx: Tx, group: Group, { permissions }: GroupPatch) {
  const changed: Partial<Record<GroupPermission, GroupSetting>> = {}
  for (const name of GROUP_PERMISSIONS) {
    const change = permissions[name]
    if (!change) continue
    const rule = GROUP_PERMISSION_RULES[name]
    const value = changeSettingGroup(tx, name, rule, group[name]!, change, (holder) => {
      group[name] = holder
      save(tx, group)
    })
    if (value !== undefined) changed[name] = value
  }
  return changed
}

const save = (tx: Tx, group: Group) =>
  tx.store.groups.save({ ...group, name_key: groupKey(group.name!) })

function reactivate(tx: Tx, group: Group) {
  const active: Group = { ...group, deactivated: 0 }
  save(tx, active)
  const described = describeGroup(tx, active)
  tx.emit(
    { type: 'user_group', op: 'reactivate', group_id: group.id, group: described },
    'everyone',
  )
}

/** POST /user_groups/{id}/deactivate. @throws RequestError CANNOT_DEACTIVATE_GROUP_IN_USE */
export const deactivateGroup = (ctx: App, by: User, id: number) =>
  ctx.commit((tx) => {
    const group = managedGroup(tx, by, id)
    if (group.deactivated) refuse(DEACTIVATED_GROUP)
    const objections = objectionsTo(tx, group)
    if (objections.length > 0) {
      refuse(GROUP_IN_USE, { objections })
    }
    save(tx, { ...group, deactivated: 1 })
    tx.emit({ type: 'user_group', op: 'deactivate', group_id: id }, 'everyone')
  })

/** Why a group cannot be deactivated: the groups and settings that refer to it. */
function objectionsTo(ctx: Context, group: Group): Record<string, unknown>[] {
  const above = ctx.store.groups.supergroups(group.id)
  const anonymous = above.filter((other) => other.name === null).map((other) => other.id)
  const supergroup_ids = above.filter((other) => other.name !== null).map((other) => other.id)
  const uses = permissionsHeldBy(ctx, [group.id, ...anonymous])
  const others = uses.groups.filter((use) => use.group.id !== group.id)
  return [
    ...(supergroup_ids.length > 0 ? [{ type: 'subgroup', supergroup_ids }] : []),
    ...uses.channels.map(({ channel, settings }) => ({
      type: 'channel',
      channel_id: channel.id,
      settings,
    })),
    ...others.map((use) => ({
      type: 'user_group',
      group_id: use.group.id,
      settings: use.settings,
    })),
    ...(uses.organization.length > 0 ? [{ type: 'realm', settings: uses.organization }] : []),
  ]
}

/** Names are compared without regard to case, with those of deactivated groups too. */
const groupKey = (name: string) => name.toLowerCase()

const RESERVED_PREFIXES = ['@', 'role:', 'user:', 'stream:', 'channel:']

function checkGroupName(ctx: Context, name: string, own?: Group): string {
  const trimmed = withoutDirections(name).trim()
  if (trimmed === '') refuse('BAD_REQUEST', "User group name can't be empty!")
  if (codePoints(trimmed) > MAX_GROUP_NAME_LENGTH)
    refuse('BAD_REQUEST', `User group name cannot exceed ${MAX_GROUP_NAME_LENGTH} characters.`)
  const reserved = RESERVED_PREFIXES.find((prefix) => groupKey(trimmed).startsWith(prefix))
  if (reserved) refuse('BAD_REQUEST', `User group name cannot start with '${reserved}'.`)
  const other = ctx.store.groups.findByName(groupKey(trimmed))
  if (other && other.id !== own?.id)
    refuse('BAD_REQUEST', `User group '${trimmed}' already exists.`)
  return trimmed
}

import { seconds } from '../base/clock.ts'
import { codePoints, MAX_GROUP_NAME_LENGTH } from '../base/limits.ts'
import { refuse } from '../errors.ts'
import type { Capability } from '../events/client-shape.ts'
import { GROUP_PERMISSIONS, type Group, type GroupPermission } from '../store/groups.ts'
import type { Context } from './context.ts'
import {
  changeHolder,
  type GroupSetting,
  groupSettingReader,
  holderFor,
  type SettingChange,
} from './group-settings.ts'
import { usesOf } from './group-uses.ts'
import { groupFor, holds, isInGroup, SYSTEM_GROUP } from './groups.ts'
import { GROUP_PERMISSION_RULES } from './permissions.ts'
import { ROLE } from './roles.ts'
import type { Emit } from './unit-of-work.ts'
import type { User } from './users.ts'

/** The group object of organization 3.2. */
export function describeGroup(ctx: Context, group: Group, settingOf = groupSettingReader(ctx)) {
  const { groups } = ctx.store
  const setting = (permission: GroupPermission) => settingOf(group[permission]!)
  return {
    id: group.id,
    name: group.name!,
    description: group.description,
    creator_id: group.creator_id,
    date_created: group.is_system ? null : group.created_at,
    members: groups.activeMembers(group.id),
    direct_subgroup_ids: groups.subgroups(group.id),
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

/** GET /user_groups: system groups too, by ID. */
export function listGroups(ctx: Context, withDeactivated: boolean) {
  const settingOf = groupSettingReader(ctx)
  return ctx.store.groups
    .named()
    .filter((group) => withDeactivated || !group.deactivated)
    .map((group) => describeGroup(ctx, group, settingOf))
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

/** Whether a user holds one of some permissions over a group; system groups obey nobody. */
export function holdsInGroup(
  ctx: Context,
  user: User,
  group: Group,
  permissions: readonly GroupPermission[],
): boolean {
  if (group.is_system) return false
  const isGuest = user.role === ROLE.guest
  if (!isGuest && holds(ctx, user, 'can_manage_all_groups')) return true
  return [...permissions, 'can_manage_group' as const].some(
    (permission) =>
      (!isGuest || GROUP_PERMISSION_RULES[permission].allowEveryone) &&
      isInGroup(ctx, user, group[permission]!),
  )
}

/** A group the user may edit. @throws RequestError */
function managedGroup(ctx: Context, user: User, id: number): Group {
  const group = findGroup(ctx, id)
  if (!holdsInGroup(ctx, user, group, ['can_manage_group']))
    refuse('BAD_REQUEST', 'Insufficient permission')
  return group
}

export interface NewGroupRequest {
  name: string
  description: string
  permissions: Partial<Record<GroupPermission, GroupSetting | undefined>>
}

/** Makes a group without members; its creator manages it unless something else is asked for. */
export function createGroup(ctx: Context, by: User, request: NewGroupRequest): Group {
  if (!holds(ctx, by, 'can_create_groups')) refuse('BAD_REQUEST', 'Insufficient permission')
  const name = checkGroupName(ctx, request.name)
  const creator = () => groupFor(ctx, { direct_members: [by.id], direct_subgroups: [] })
  const holder = (permission: GroupPermission, otherwise?: () => number) => {
    const rule = GROUP_PERMISSION_RULES[permission]
    const asked = request.permissions[permission]
    if (asked !== undefined) return holderFor(ctx, permission, rule, asked)
    return otherwise ? otherwise() : SYSTEM_GROUP[rule.default]
  }
  const id = ctx.store.groups.create({
    name,
    name_key: groupKey(name),
    description: request.description,
    is_system: 0,
    creator_id: by.id,
    created_at: seconds(ctx.clock),
    can_add_members_group: holder('can_add_members_group', creator),
    can_join_group: holder('can_join_group'),
    can_leave_group: holder('can_leave_group'),
    can_manage_group: holder('can_manage_group', creator),
    can_mention_group: holder('can_mention_group'),
    can_remove_members_group: holder('can_remove_members_group'),
  })
  return ctx.store.groups.find(id)!
}

export interface GroupPatch {
  name?: string | undefined
  description?: string | undefined
  /** Only to activate it again. */
  deactivated?: false | undefined
  permissions: Partial<Record<GroupPermission, SettingChange | undefined>>
}

/** PATCH /user_groups/{id}: deactivated groups can be edited too. */
export const changeGroup = (ctx: Context, by: User, id: number, patch: GroupPatch) =>
  ctx.commit((emit) => {
    const group = managedGroup(ctx, by, id)
    const asked = [patch.name, patch.description, patch.deactivated]
    const permissions = GROUP_PERMISSIONS.filter((name) => patch.permissions[name])
    if (asked.every((value) => value === undefined) && permissions.length === 0)
      refuse('BAD_REQUEST', 'No new data supplied')

    const changed = { ...group }
    const data: Record<string, unknown> = {}
    if (patch.name !== undefined) changed.name = checkGroupName(ctx, patch.name, group)
    if (changed.name !== group.name) data.name = changed.name
    if (patch.description !== undefined) changed.description = patch.description
    if (changed.description !== group.description) data.description = changed.description
    for (const name of permissions) {
      const rule = GROUP_PERMISSION_RULES[name]
      const change = patch.permissions[name]!
      const value = changeHolder(ctx, name, rule, group[name]!, change, (holder) => {
        changed[name] = holder
        save(ctx, changed)
      })
      if (value !== undefined) data[name] = value
    }
    save(ctx, changed)
    if (Object.keys(data).length > 0) {
      const of_deactivated = group.deactivated === 1
      emit({ type: 'user_group', op: 'update', group_id: id, data, of_deactivated }, 'everyone')
    }
    if (patch.deactivated === false && group.deactivated) reactivate(ctx, emit, changed)
  })

const save = (ctx: Context, group: Group) =>
  ctx.store.groups.save({ ...group, name_key: groupKey(group.name!) })

function reactivate(ctx: Context, emit: Emit, group: Group) {
  const active: Group = { ...group, deactivated: 0 }
  save(ctx, active)
  const described = describeGroup(ctx, active)
  emit({ type: 'user_group', op: 'reactivate', group_id: group.id, group: described }, 'everyone')
}

/** POST /user_groups/{id}/deactivate. @throws RequestError CANNOT_DEACTIVATE_GROUP_IN_USE */
export const deactivateGroup = (ctx: Context, by: User, id: number) =>
  ctx.commit((emit) => {
    const group = managedGroup(ctx, by, id)
    if (group.deactivated) refuse('BAD_REQUEST', 'User group is deactivated.')
    const objections = objectionsTo(ctx, group)
    if (objections.length > 0) {
      refuse('CANNOT_DEACTIVATE_GROUP_IN_USE', 'Cannot deactivate user group in use.', {
        objections,
      })
    }
    save(ctx, { ...group, deactivated: 1 })
    emit({ type: 'user_group', op: 'deactivate', group_id: id }, 'everyone')
  })

/** Where a group is still needed: in other groups and in settings, also as part of their value. */
function objectionsTo(ctx: Context, group: Group): Record<string, unknown>[] {
  const above = ctx.store.groups.supergroups(group.id)
  const anonymous = above.filter((other) => other.name === null).map((other) => other.id)
  const supergroup_ids = above.filter((other) => other.name !== null).map((other) => other.id)
  const uses = usesOf(ctx, [group.id, ...anonymous])
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
  const trimmed = name.trim()
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

import { refuse } from '../errors.ts'
import type { Group, GroupPermission } from '../store/groups.ts'
import type { Context } from './context.ts'
import { noteDirectly, silently } from './notices.ts'
import { watchChannels } from './sight.ts'
import type { Emit } from './unit-of-work.ts'
import {
  createGroup,
  describeGroup,
  findGroup,
  holdsInGroup,
  type NewGroupRequest,
} from './user-groups.ts'
import { isPerson, type User, visibleUser } from './users.ts'

/** What joins a group and what leaves it; all of it happens, or nothing. */
export interface MembershipChange {
  add?: readonly number[] | undefined
  delete?: readonly number[] | undefined
  add_subgroups?: readonly number[] | undefined
  delete_subgroups?: readonly number[] | undefined
}

/** POST /user_groups/create. @returns the group's ID */
export const createGroupWithMembers = (
  ctx: Context,
  by: User,
  request: NewGroupRequest & { members: readonly number[]; subgroups: readonly number[] },
) =>
  ctx.commit((emit) => {
    const members = unique(request.members).map((id) => activeUser(ctx, id))
    const subgroups = unique(request.subgroups).map((id) => possibleSubgroup(ctx, id))
    const group = createGroup(ctx, by, request)
    for (const user of members) ctx.store.groups.addMember(group.id, user.id)
    for (const subgroup of subgroups) ctx.store.groups.addSubgroup(group.id, subgroup.id)
    emit({ type: 'user_group', op: 'add', group: describeGroup(ctx, group) }, 'everyone')
    tellMembers(ctx, emit, by, members, `added you to the group **${group.name}**`)
    return group.id
  })

/** POST /user_groups/{id}/members (specification 4.15). */
export const changeMembers = (ctx: Context, by: User, id: number, change: MembershipChange) =>
  changeMembership(ctx, by, id, change, 'add, delete, add_subgroups or delete_subgroups')

/** POST /user_groups/{id}/subgroups. */
export const changeSubgroups = (
  ctx: Context,
  by: User,
  id: number,
  change: { add?: readonly number[] | undefined; delete?: readonly number[] | undefined },
) =>
  changeMembership(
    ctx,
    by,
    id,
    { add_subgroups: change.add, delete_subgroups: change.delete },
    'add or delete',
  )

const changeMembership = (
  ctx: Context,
  by: User,
  id: number,
  change: MembershipChange,
  parameters: string,
) =>
  ctx.commit((emit) => {
    const group = findGroup(ctx, id)
    if (Object.values(change).every((ids) => ids === undefined || ids.length === 0))
      refuse('BAD_REQUEST', `Nothing to do. Name something in ${parameters}.`)
    requireMayChange(ctx, by, group, change)
    if (group.deactivated) refuse('BAD_REQUEST', 'User group is deactivated.')
    const tellChannels = watchChannels(ctx, concernedBy(ctx, change))
    addMembers(ctx, emit, by, group, change.add ?? [])
    removeMembers(ctx, emit, by, group, change.delete ?? [])
    addSubgroups(ctx, emit, group, change.add_subgroups ?? [])
    removeSubgroups(ctx, emit, group, change.delete_subgroups ?? [])
    tellChannels(emit)
  })

/** Who joins or leaves, by themselves or with a whole group. */
const concernedBy = (ctx: Context, change: MembershipChange): number[] =>
  unique([
    ...(change.add ?? []),
    ...(change.delete ?? []),
    ...[...(change.add_subgroups ?? []), ...(change.delete_subgroups ?? [])].flatMap((id) =>
      ctx.store.groups.everyoneIn(id),
    ),
  ])

function requireMayChange(ctx: Context, by: User, group: Group, change: MembershipChange) {
  const isSelf = (ids: readonly number[] = []) => ids.length === 1 && ids[0] === by.id
  const needs = (ids: readonly number[] | undefined, permissions: GroupPermission[]) => {
    if (ids && ids.length > 0 && !holdsInGroup(ctx, by, group, permissions))
      refuse('BAD_REQUEST', 'Insufficient permission')
  }
  const adding: GroupPermission[] = ['can_add_members_group']
  const removing: GroupPermission[] = ['can_remove_members_group']
  needs(change.add, isSelf(change.add) ? [...adding, 'can_join_group'] : adding)
  needs(change.delete, isSelf(change.delete) ? [...removing, 'can_leave_group'] : removing)
  needs(change.add_subgroups, adding)
  needs(change.delete_subgroups, removing)
}

function addMembers(ctx: Context, emit: Emit, by: User, group: Group, ids: readonly number[]) {
  const { groups } = ctx.store
  const users = unique(ids).map((id) => activeUser(ctx, id))
  for (const { id } of users) {
    if (groups.isDirectMember(group.id, id))
      refuse('BAD_REQUEST', `User ${id} is already a member of this group`)
  }
  for (const { id } of users) groups.addMember(group.id, id)
  tellMembership(emit, 'add_members', group, users)
  tellMembers(ctx, emit, by, users, `added you to the group **${group.name}**`)
}

/** Puts users into groups without asking who may; who is in already stays. */
export function joinGroups(ctx: Context, emit: Emit, userId: number, groupIds: readonly number[]) {
  for (const id of groupIds) {
    const group = ctx.store.groups.find(id)
    if (!group || group.deactivated || ctx.store.groups.isDirectMember(id, userId)) continue
    ctx.store.groups.addMember(id, userId)
    emit({ type: 'user_group', op: 'add_members', group_id: id, user_ids: [userId] }, 'everyone')
  }
}

function removeMembers(ctx: Context, emit: Emit, by: User, group: Group, ids: readonly number[]) {
  const { groups } = ctx.store
  const users = unique(ids).map((id) => activeUser(ctx, id))
  for (const { id } of users) {
    if (!groups.isDirectMember(group.id, id))
      refuse('BAD_REQUEST', `There is no member '${id}' in this user group`)
  }
  for (const { id } of users) groups.removeMember(group.id, id)
  tellMembership(emit, 'remove_members', group, users)
  tellMembers(ctx, emit, by, users, `removed you from the group **${group.name}**`)
}

function tellMembership(
  emit: Emit,
  op: 'add_members' | 'remove_members',
  group: Group,
  users: readonly User[],
) {
  if (users.length === 0) return
  const user_ids = users.map((user) => user.id)
  emit({ type: 'user_group', op, group_id: group.id, user_ids }, 'everyone')
}

/** People hear of what others did with them; bots and one's own doing need no telling. */
function tellMembers(ctx: Context, emit: Emit, by: User, users: readonly User[], deed: string) {
  for (const user of users) {
    if (user.id !== by.id && isPerson(user))
      noteDirectly(ctx, emit, 'notification', user, `${silently(by)} ${deed}.`)
  }
}

function addSubgroups(ctx: Context, emit: Emit, group: Group, ids: readonly number[]) {
  const { groups } = ctx.store
  const subgroups = unique(ids).map((id) => possibleSubgroup(ctx, id))
  const present = groups.subgroups(group.id)
  for (const { id } of subgroups) {
    if (present.includes(id))
      refuse('BAD_REQUEST', `User group ${id} is already a subgroup of this group.`)
    if (id === group.id || groups.below(id).includes(group.id)) {
      refuse(
        'BAD_REQUEST',
        `User group ${group.id} is already a subgroup of one of the passed subgroups.`,
      )
    }
  }
  for (const { id } of subgroups) groups.addSubgroup(group.id, id)
  tellSubgroups(emit, 'add_subgroups', group, subgroups)
}

function removeSubgroups(ctx: Context, emit: Emit, group: Group, ids: readonly number[]) {
  const { groups } = ctx.store
  const subgroups = unique(ids).map((id) => namedGroup(ctx, id))
  const present = groups.subgroups(group.id)
  for (const { id } of subgroups) {
    if (!present.includes(id))
      refuse('BAD_REQUEST', `User group ${id} is not a subgroup of this group.`)
  }
  for (const { id } of subgroups) groups.removeSubgroup(group.id, id)
  tellSubgroups(emit, 'remove_subgroups', group, subgroups)
}

function tellSubgroups(
  emit: Emit,
  op: 'add_subgroups' | 'remove_subgroups',
  group: Group,
  subgroups: readonly Group[],
) {
  if (subgroups.length === 0) return
  const direct_subgroup_ids = subgroups.map((subgroup) => subgroup.id)
  emit({ type: 'user_group', op, group_id: group.id, direct_subgroup_ids }, 'everyone')
}

/** GET /user_groups/{id}/members: active users, by ID. */
export function membersOf(ctx: Context, id: number, directOnly: boolean): number[] {
  const group = findGroup(ctx, id)
  return directOnly
    ? ctx.store.groups.activeMembers(group.id)
    : ctx.store.groups.everyoneIn(group.id)
}

/** GET /user_groups/{id}/members/{user_id}. */
export function isMember(
  ctx: Context,
  viewer: User,
  id: number,
  userId: number,
  directOnly: boolean,
): boolean {
  const group = findGroup(ctx, id)
  const user = visibleUser(ctx, viewer, userId)
  if (!user.is_active) return false
  return directOnly
    ? ctx.store.groups.isDirectMember(group.id, user.id)
    : ctx.store.groups.contains(group.id, user.id)
}

/** GET /user_groups/{id}/subgroups, by ID. */
export function subgroupsOf(ctx: Context, id: number, directOnly: boolean): number[] {
  const group = findGroup(ctx, id)
  return directOnly ? ctx.store.groups.subgroups(group.id) : ctx.store.groups.below(group.id)
}

const unique = (ids: readonly number[]) => [...new Set(ids)]

function activeUser(ctx: Context, id: number): User {
  const user = ctx.store.users.find(id)
  if (!user?.is_active || user.system_bot !== null) refuse('BAD_REQUEST', `Invalid user ID: ${id}`)
  return user
}

function namedGroup(ctx: Context, id: number): Group {
  const group = ctx.store.groups.find(id)
  if (!group || group.name === null) refuse('BAD_REQUEST', `Invalid user group ID: ${id}`)
  return group
}

function possibleSubgroup(ctx: Context, id: number): Group {
  const group = namedGroup(ctx, id)
  if (group.deactivated) refuse('BAD_REQUEST', 'User group is deactivated.')
  return group
}

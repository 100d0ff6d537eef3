// Members and subgroups of user groups.

import { INSUFFICIENT_PERMISSION } from '../../errors/callers.ts'
import { DEACTIVATED_GROUP, INVALID_GROUP_ID, INVALID_USER_ID } from '../../errors/users.ts'
import { refuse } from '../../errors.ts'
import type { Group, GroupPermission } from '../../store/tables/groups.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { sendSystemDm, silentMention } from '../messages/system-messages.ts'
import { trackVisibleChannels } from '../subscriptions/visibility.ts'
import { isPerson, type User, visibleUser } from '../users/users.ts'
import {
  createGroup,
  describeGroup,
  findGroup,
  hasGroupPermission,
  type NewGroupRequest,
} from './user-groups.ts'

/** Who joins a group and who leaves it: all or nothing. */
export interface MembershipChange {
  add?: readonly number[] | undefined
  delete?: readonly number[] | undefined
  add_subgroups?: readonly number[] | undefined
  delete_subgroups?: readonly number[] | undefined
}

/** Groups directly in one group: what is above and below a group is found for each of thousands of people. */
const MOST_SUBGROUPS = 100

function requireFewSubgroups(count: number) {
  if (count > MOST_SUBGROUPS)
    refuse('BAD_REQUEST', `A group can have ${MOST_SUBGROUPS} subgroups; those can have more.`)
}

/** POST /user_groups/create. @returns the group's ID */
export async function createGroupWithMembers(
  ctx: App,
  by: User,
  request: NewGroupRequest & { members: readonly number[]; subgroups: readonly number[] },
) {
  const { group, members } = await ctx.commit((tx) => {
    const members = unique(request.members).map((id) => activeUser(tx, id))
    const subgroups = unique(request.subgroups).map((id) => possibleSubgroup(tx, id))
    requireFewSubgroups(subgroups.length)
    const group = createGroup(tx, by, request)
    for (const user of members) tx.store.groups.addMember(group.id, user.id)
    for (const subgroup of subgroups) tx.store.groups.addSubgroup(group.id, subgroup.id)
    tx.emit({ type: 'user_group', op: 'add', group: describeGroup(tx, group) }, 'everyone')
    return { group, members }
  })
  await notifyMembers(ctx, by, members, `added you to the group **${group.name}**`)
  return group.id
}

/** Messages about memberships in one transaction. */
const NOTIFIED_AT_ONCE = 10

/** Notifies in portions, for thousands of messages in one transaction would hold everyone else. */
async function notifyMembers(ctx: App, by: User, users: readonly User[], action: string) {
  for (let at = 0; at < users.length; at += NOTIFIED_AT_ONCE) {
    const some = users.slice(at, at + NOTIFIED_AT_ONCE)
    await ctx.commit((tx) => sendMembershipDms(tx, by, some, action))
  }
}

/** POST /user_groups/{id}/members: all of it happens, or nothing. */
export const changeMembers = (ctx: App, by: User, id: number, change: MembershipChange) =>
  changeMembership(ctx, by, id, change, 'add, delete, add_subgroups or delete_subgroups')

/** POST /user_groups/{id}/subgroups. */
export const changeSubgroups = (
  ctx: App,
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

async function changeMembership(
  ctx: App,
  by: User,
  id: number,
  change: MembershipChange,
  parameters: string,
) {
  const { group, added, removed } = await ctx.commit((tx) => {
    const group = findGroup(tx, id)
    if (Object.values(change).every((ids) => ids === undefined || ids.length === 0))
      refuse('BAD_REQUEST', `Nothing to do. Name something in ${parameters}.`)
    requireMayChange(tx, by, group, change)
    if (group.deactivated) refuse(DEACTIVATED_GROUP)
    const tellChannels = trackVisibleChannels(tx, [id], usersAffected(tx, change))
    const added = addMembers(tx, group, change.add ?? [])
    const removed = removeMembers(tx, group, change.delete ?? [])
    addSubgroups(tx, group, change.add_subgroups ?? [])
    removeSubgroups(tx, group, change.delete_subgroups ?? [])
    tellChannels(tx)
    return { group, added, removed }
  })
  await notifyMembers(ctx, by, added, `added you to the group **${group.name}**`)
  await notifyMembers(ctx, by, removed, `removed you from the group **${group.name}**`)
}

/** Users who join or leave, directly or through a subgroup. */
const usersAffected = (ctx: Context, change: MembershipChange): number[] =>
  unique([
    ...(change.add ?? []),
    ...(change.delete ?? []),
    ...ctx.store.groups.everyoneIn([
      ...(change.add_subgroups ?? []),
      ...(change.delete_subgroups ?? []),
    ]),
  ])

function requireMayChange(ctx: Context, by: User, group: Group, change: MembershipChange) {
  const isSelf = (ids: readonly number[] = []) => ids.length === 1 && ids[0] === by.id
  const needs = (ids: readonly number[] | undefined, permissions: GroupPermission[]) => {
    if (ids && ids.length > 0 && !hasGroupPermission(ctx, by, group, permissions))
      refuse(INSUFFICIENT_PERMISSION)
  }
  const adding: GroupPermission[] = ['can_add_members_group']
  const removing: GroupPermission[] = ['can_remove_members_group']
  needs(change.add, isSelf(change.add) ? [...adding, 'can_join_group'] : adding)
  needs(change.delete, isSelf(change.delete) ? [...removing, 'can_leave_group'] : removing)
  needs(change.add_subgroups, adding)
  needs(change.delete_subgroups, removing)
}

/** @returns the new members */
function addMembers(tx: Tx, group: Group, ids: readonly number[]): User[] {
  const { groups } = tx.store
  const users = unique(ids).map((id) => activeUser(tx, id))
  for (const { id } of users) {
    if (groups.isDirectMember(group.id, id))
      refuse('BAD_REQUEST', `User ${id} is already a member of this group`)
  }
  for (const { id } of users) groups.addMember(group.id, id)
  emitMembers(tx, 'add_members', group, users)
  return users
}

/** Adds a user to groups, without permission checks; existing memberships stay. */
export function joinGroups(tx: Tx, userId: number, groupIds: readonly number[]) {
  for (const id of groupIds) {
    const group = tx.store.groups.find(id)
    if (!group || group.deactivated || tx.store.groups.isDirectMember(id, userId)) continue
    tx.store.groups.addMember(id, userId)
    tx.emit({ type: 'user_group', op: 'add_members', group_id: id, user_ids: [userId] }, 'everyone')
  }
}

/** @returns the former members */
function removeMembers(tx: Tx, group: Group, ids: readonly number[]): User[] {
  const { groups } = tx.store
  const users = unique(ids).map((id) => activeUser(tx, id))
  for (const { id } of users) {
    if (!groups.isDirectMember(group.id, id))
      refuse('BAD_REQUEST', `There is no member '${id}' in this user group`)
  }
  for (const { id } of users) groups.removeMember(group.id, id)
  emitMembers(tx, 'remove_members', group, users)
  return users
}

function emitMembers(
  tx: Tx,
  op: 'add_members' | 'remove_members',
  group: Group,
  users: readonly User[],
) {
  if (users.length === 0) return
  const user_ids = users.map((user) => user.id)
  tx.emit({ type: 'user_group', op, group_id: group.id, user_ids }, 'everyone')
}

/**
 * Sends people a direct message about memberships that others changed; not to bots or the caller.
 */
function sendMembershipDms(tx: Tx, by: User, users: readonly User[], action: string) {
  for (const user of users) {
    if (user.id !== by.id && isPerson(user))
      sendSystemDm(tx, 'notification', user, `${silentMention(by)} ${action}.`)
  }
}

function addSubgroups(tx: Tx, group: Group, ids: readonly number[]) {
  const { groups } = tx.store
  const subgroups = unique(ids).map((id) => possibleSubgroup(tx, id))
  const present = new Set(groups.subgroups(group.id))
  if (subgroups.length > 0) requireFewSubgroups(present.size + subgroups.length)
  const above = new Set(groups.withThoseAbove(group.id))
  for (const { id } of subgroups) {
    if (present.has(id))
      refuse('BAD_REQUEST', `User group ${id} is already a subgroup of this group.`)
    if (above.has(id)) {
      refuse(
        'BAD_REQUEST',
        `User group ${group.id} is already a subgroup of one of the passed subgroups.`,
      )
    }
  }
  for (const { id } of subgroups) groups.addSubgroup(group.id, id)
  emitSubgroups(tx, 'add_subgroups', group, subgroups)
}

function removeSubgroups(tx: Tx, group: Group, ids: readonly number[]) {
  const { groups } = tx.store
  const subgroups = unique(ids).map((id) => namedGroup(tx, id))
  const present = new Set(groups.subgroups(group.id))
  for (const { id } of subgroups) {
    if (!present.has(id)) refuse('BAD_REQUEST', `User group ${id} is not a subgroup of this group.`)
  }
  for (const { id } of subgroups) groups.removeSubgroup(group.id, id)
  emitSubgroups(tx, 'remove_subgroups', group, subgroups)
}

function emitSubgroups(
  tx: Tx,
  op: 'add_subgroups' | 'remove_subgroups',
  group: Group,
  subgroups: readonly Group[],
) {
  if (subgroups.length === 0) return
  const direct_subgroup_ids = subgroups.map((subgroup) => subgroup.id)
  tx.emit({ type: 'user_group', op, group_id: group.id, direct_subgroup_ids }, 'everyone')
}

/** GET /user_groups/{id}/members: active users, by ID. */
export function membersOf(ctx: Context, id: number, directOnly: boolean): number[] {
  const group = findGroup(ctx, id)
  return directOnly
    ? ctx.store.groups.activeMembers(group.id)
    : ctx.store.groups.everyoneIn([group.id])
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
  if (!user?.is_active || user.system_bot !== null) refuse(INVALID_USER_ID, { id })
  return user
}

function namedGroup(ctx: Context, id: number): Group {
  const group = ctx.store.groups.find(id)
  if (!group || group.name === null) refuse(INVALID_GROUP_ID, { id })
  return group
}

function possibleSubgroup(ctx: Context, id: number): Group {
  const group = namedGroup(ctx, id)
  if (group.deactivated) refuse(DEACTIVATED_GROUP)
  return group
}

import { seconds } from '../base/clock.ts'
import type { Context } from './context.ts'
import { SYSTEM_GROUP, systemGroupsOf } from './groups.ts'
import { theOrganization } from './organization.ts'
import type { Emit } from './unit-of-work.ts'
import type { User } from './users.ts'

const SYSTEM_GROUP_IDS = Object.values(SYSTEM_GROUP)

/** Puts a user into the system groups that follow from role and age (organization 3.1). */
export function placeInSystemGroups(ctx: Context, emit: Emit, user: User) {
  const { groups } = ctx.store
  const { waiting_period_threshold } = theOrganization(ctx).settings
  const right = systemGroupsOf(user, waiting_period_threshold, seconds(ctx.clock))
  for (const group_id of SYSTEM_GROUP_IDS) {
    const isIn = groups.isDirectMember(group_id, user.id)
    const belongs = right.includes(group_id)
    if (isIn === belongs) continue
    if (belongs) groups.addMember(group_id, user.id)
    else groups.removeMember(group_id, user.id)
    // Who is deactivated is in no group as far as anyone can see.
    if (!user.is_active) continue
    const op = belongs ? 'add_members' : 'remove_members'
    emit({ type: 'user_group', op, group_id, user_ids: [user.id] }, 'everyone')
  }
}

/** Members become full members with time; a changed waiting period may also take it back. */
export const reviewFullMembers = (ctx: Context) =>
  ctx.commit((emit) => reviewSystemGroups(ctx, emit))

export function reviewSystemGroups(ctx: Context, emit: Emit) {
  for (const user of ctx.store.users.all()) placeInSystemGroups(ctx, emit, user)
}

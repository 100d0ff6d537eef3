import { seconds } from '../base/clock.ts'
import type { Context } from './context.ts'
import { SYSTEM_GROUP, systemGroupsOf } from './groups.ts'
import { theOrganization } from './organization.ts'
import { watchChannels } from './sight.ts'
import type { Emit } from './unit-of-work.ts'
import type { User } from './users.ts'

const SYSTEM_GROUP_IDS = Object.values(SYSTEM_GROUP)

/** Puts a user into the system groups that follow from role and age (organization 3.1). */
export function placeInSystemGroups(ctx: Context, emit: Emit, user: User) {
  const { groups } = ctx.store
  for (const { group_id, belongs } of misplacements(ctx, user)) {
    if (belongs) groups.addMember(group_id, user.id)
    else groups.removeMember(group_id, user.id)
    // Who is deactivated is in no group as far as anyone can see.
    if (!user.is_active) continue
    const op = belongs ? 'add_members' : 'remove_members'
    emit({ type: 'user_group', op, group_id, user_ids: [user.id] }, 'everyone')
  }
}

/** System groups a user is missing from, or is wrongly in. */
function misplacements(ctx: Context, user: User) {
  const { waiting_period_threshold } = theOrganization(ctx).settings
  const right = systemGroupsOf(user, waiting_period_threshold, seconds(ctx.clock))
  return SYSTEM_GROUP_IDS.map((group_id) => ({
    group_id,
    belongs: right.includes(group_id),
  })).filter(
    ({ group_id, belongs }) => ctx.store.groups.isDirectMember(group_id, user.id) !== belongs,
  )
}

/** Members become full members with time; a changed waiting period may also take it back. */
export const reviewFullMembers = (ctx: Context) =>
  ctx.commit((emit) => reviewSystemGroups(ctx, emit))

export function reviewSystemGroups(ctx: Context, emit: Emit) {
  for (const user of ctx.store.users.all()) {
    if (misplacements(ctx, user).length === 0) continue
    const tellChannels = watchChannels(ctx, [user.id])
    placeInSystemGroups(ctx, emit, user)
    tellChannels(emit)
  }
}

// Keeps people in the system groups that follow from their role and age.

import { seconds } from '../../base/clock.ts'
import { SYSTEM_GROUP } from '../access/group-names.ts'
import { systemGroupsOf } from '../access/groups.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { theOrganization } from '../organization/organization.ts'
import { trackVisibleChannels } from '../subscriptions/visibility.ts'
import type { User } from '../users/users.ts'

const SYSTEM_GROUP_IDS = Object.values(SYSTEM_GROUP)

/** Puts a user into the system groups that follow from role and age. */
export function placeInSystemGroups(tx: Tx, user: User) {
  const { groups } = tx.store
  const isIn = (groupId: number) => groups.isDirectMember(groupId, user.id)
  for (const { group_id, belongs } of misplacements(tx, user, isIn)) {
    if (belongs) groups.addMember(group_id, user.id)
    else groups.removeMember(group_id, user.id)
    // Deactivated users are shown in no group, so no event is needed.
    if (!user.is_active) continue
    const op = belongs ? 'add_members' : 'remove_members'
    tx.emit({ type: 'user_group', op, group_id, user_ids: [user.id] }, 'everyone')
  }
}

/** System groups to add a user to, and to remove the user from. @param isIn whether they are in one */
function misplacements(ctx: Context, user: User, isIn: (groupId: number) => boolean) {
  const { waiting_period_threshold } = theOrganization(ctx).settings
  const right = systemGroupsOf(user, waiting_period_threshold, seconds(ctx.clock))
  return SYSTEM_GROUP_IDS.map((group_id) => ({
    group_id,
    belongs: right.includes(group_id),
  })).filter(({ group_id, belongs }) => isIn(group_id) !== belongs)
}

/** Members become full members with time; a changed waiting period may also take it back. */
export const reviewFullMembers = (ctx: App) => ctx.commit((tx) => reviewSystemGroups(tx))

/** Moves every user into the system groups that follow from role and age, inside a unit of work. */
export function reviewSystemGroups(tx: Tx) {
  const members = new Map(SYSTEM_GROUP_IDS.map((id) => [id, new Set(tx.store.groups.members(id))]))
  for (const user of tx.store.users.all()) {
    const isIn = (groupId: number) => members.get(groupId)!.has(user.id)
    const changed = misplacements(tx, user, isIn).map(({ group_id }) => group_id)
    if (changed.length === 0) continue
    const tellChannels = trackVisibleChannels(tx, changed, [user.id])
    placeInSystemGroups(tx, user)
    tellChannels(tx)
  }
}

import { refuse } from '../errors.ts'
import { tellBotsOfOthers } from './bot-lists.ts'
import type { Context } from './context.ts'
import { listDefaultGroups } from './default-channel-groups.ts'
import { defaultChannelIds } from './default-channels.ts'
import { ROLE, type Role, requireOwner } from './roles.ts'
import { sightOf, tellChangedSight } from './sight.ts'
import { placeInSystemGroups } from './system-groups.ts'
import type { Emit } from './unit-of-work.ts'
import { type User, userAudience } from './users.ts'

/** Specification 4.9. @throws RequestError where the caller may not give or take the role */
export function requireMayChangeRole(ctx: Context, by: User, user: User, role: Role) {
  if (user.role === ROLE.owner || role === ROLE.owner) requireOwner(by)
  if (role < user.role && role < by.role) refuse('BAD_REQUEST', 'Insufficient permission')
  if (user.role === ROLE.guest && role <= ROLE.administrator) {
    refuse('BAD_REQUEST', 'Guests cannot be organization administrators')
  }
  if (user.role === ROLE.owner && role !== ROLE.owner && isOnlyOwner(ctx, user)) {
    refuse(
      'BAD_REQUEST',
      'The owner permission cannot be removed from the only organization owner.',
    )
  }
}

export function isOnlyOwner(ctx: Context, user: User): boolean {
  const owners = ctx.store.users.activeOwners()
  return owners.length === 1 && owners[0] === user.id
}

/** Gives a user a role, and tells everyone what follows: groups, and what the user may see now. */
export function changeRole(ctx: Context, emit: Emit, user: User, role: Role) {
  if (user.role === role) return
  const before = sightOf(ctx, user)
  ctx.store.users.change(user.id, { role })
  const changed = { ...user, role }
  emit(
    { type: 'realm_user', op: 'update', person: { user_id: user.id, role } },
    userAudience(ctx, changed),
  )
  placeInSystemGroups(ctx, emit, changed)
  tellChangedSight(ctx, emit, changed, before)
  tellDefaults(ctx, emit, user, changed)
  tellBotsOfOthers(ctx, emit, user, changed)
}

/** Guests are told of no defaults: who becomes one forgets them, who was one learns them. */
function tellDefaults(ctx: Context, emit: Emit, before: User, user: User) {
  if ((before.role === ROLE.guest) === (user.role === ROLE.guest)) return
  const default_streams = defaultChannelIds(ctx, user)
  emit({ type: 'default_streams', default_streams }, [user.id])
  const default_stream_groups = listDefaultGroups(ctx, user)
  emit({ type: 'default_stream_groups', default_stream_groups }, [user.id])
}

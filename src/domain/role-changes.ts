import { refuse } from '../errors.ts'
import { hasMetadataAccess } from './access.ts'
import { describeChannel } from './channels.ts'
import type { Context } from './context.ts'
import { ROLE, type Role } from './roles.ts'
import { placeInSystemGroups } from './system-groups.ts'
import type { Emit } from './unit-of-work.ts'
import { deliveryEmail, describeUser, seesUser, type User, userAudience } from './users.ts'

/** Specification, 4.9. @throws RequestError where the caller may not give or take the role */
export function requireMayChangeRole(ctx: Context, by: User, user: User, role: Role) {
  const concernsOwners = user.role === ROLE.owner || role === ROLE.owner
  if (concernsOwners && by.role !== ROLE.owner) {
    refuse('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner')
  }
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
}

/** What one user may know of: channels, people, and their addresses by user ID. */
export interface Sight {
  channels: ReadonlySet<number>
  addresses: ReadonlyMap<number, string | null>
}

export function sightOf(ctx: Context, viewer: User): Sight {
  const { channels, users } = ctx.store
  const known = channels.all().filter((channel) => hasMetadataAccess(ctx, viewer, channel))
  const people = users.all().filter((user) => seesUser(ctx, viewer, user))
  return {
    channels: new Set(known.map((channel) => channel.id)),
    addresses: new Map(people.map((user) => [user.id, deliveryEmail(user, viewer)])),
  }
}

/** Tells a user whose permissions have changed what came into sight and what went out of it. */
export function tellChangedSight(ctx: Context, emit: Emit, viewer: User, before: Sight) {
  tellChangedPeople(ctx, emit, viewer, before.addresses)
  tellChangedChannels(ctx, emit, viewer, before.channels)
}

export function tellChangedPeople(
  ctx: Context,
  emit: Emit,
  viewer: User,
  before: ReadonlyMap<number, string | null>,
) {
  for (const user of ctx.store.users.all()) {
    const knew = before.has(user.id)
    const knows = seesUser(ctx, viewer, user)
    const delivery_email = deliveryEmail(user, viewer)
    if (knows && !knew) {
      const person = { ...describeUser(ctx, user, viewer), profile_data: {} }
      emit({ type: 'realm_user', op: 'add', person }, [viewer.id])
    } else if (knew && !knows) {
      const { id: user_id, full_name } = user
      emit({ type: 'realm_user', op: 'remove', person: { user_id, full_name } }, [viewer.id])
    } else if (knows && before.get(user.id) !== delivery_email) {
      const person = { user_id: user.id, delivery_email }
      emit({ type: 'realm_user', op: 'update', person }, [viewer.id])
    }
  }
}

function tellChangedChannels(ctx: Context, emit: Emit, viewer: User, before: ReadonlySet<number>) {
  const { channels, subscriptions } = ctx.store
  for (const channel of channels.all()) {
    const knows = hasMetadataAccess(ctx, viewer, channel)
    if (knows === before.has(channel.id)) continue
    const stream_ids = [channel.id]
    if (!knows) {
      const streams = [{ stream_id: channel.id }]
      emit({ type: 'stream', op: 'delete', stream_ids, streams }, [viewer.id])
      continue
    }
    emit({ type: 'stream', op: 'create', streams: [describeChannel(ctx, channel)] }, [viewer.id])
    const user_ids = subscriptions.subscribers(channel.id)
    if (user_ids.length > 0)
      emit({ type: 'subscription', op: 'peer_add', stream_ids, user_ids }, [viewer.id])
  }
}

import { mayKnow, standingOf } from './access.ts'
import { describeChannel } from './channels.ts'
import type { Context } from './context.ts'
import { profileDataOf } from './profile-data.ts'
import type { Emit } from './unit-of-work.ts'
import { tellChoicesIn } from './user-topics.ts'
import { deliveryEmail, describeUser, seesUser, type User } from './users.ts'

/** What one user may know of: channels, people, and their addresses by user ID. */
export interface Sight {
  channels: ReadonlySet<number>
  addresses: ReadonlyMap<number, string | null>
}

export function sightOf(ctx: Context, viewer: User): Sight {
  const people = ctx.store.users.all().filter((user) => seesUser(ctx, viewer, user))
  return {
    channels: knownChannels(ctx, viewer),
    addresses: new Map(people.map((user) => [user.id, deliveryEmail(user, viewer)])),
  }
}

function knownChannels(ctx: Context, viewer: User): ReadonlySet<number> {
  const standing = standingOf(ctx, viewer)
  const known = ctx.store.channels.all().filter((channel) => mayKnow(standing, channel))
  return new Set(known.map((channel) => channel.id))
}

/**
 * Groups may know private channels, so whoever comes into one or leaves it may come to know
 * channels or no longer know them (organization 1.1). To be called before the change.
 *
 * @returns tells each of the users who is listening, after the change
 */
export function watchChannels(ctx: Context, userIds: readonly number[]): (emit: Emit) => void {
  const before = userIds
    .filter((userId) => ctx.hub.isListening(userId))
    .map((userId) => ctx.store.users.find(userId)!)
    .map((viewer) => ({ viewer, channels: knownChannels(ctx, viewer) }))
  return (emit) => {
    for (const { viewer, channels } of before) tellChangedChannels(ctx, emit, viewer, channels)
  }
}

/** Tells a user whose permissions have changed what came into sight and what went out of it. */
export function tellChangedSight(ctx: Context, emit: Emit, viewer: User, before: Sight) {
  tellChangedPeople(ctx, emit, viewer, before.addresses)
  tellChangedChannels(ctx, emit, viewer, before.channels)
}

/** @param before addresses by ID of those the viewer saw; null: the address was hidden */
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
      const profileOf = (user: User) => profileDataOf(ctx, user)
      const person = describeUser(ctx, user, viewer, { profileOf })
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
  const standing = standingOf(ctx, viewer)
  for (const channel of channels.all()) {
    const knows = mayKnow(standing, channel)
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
    tellChoicesIn(ctx, emit, channel.id, [viewer.id])
  }
}

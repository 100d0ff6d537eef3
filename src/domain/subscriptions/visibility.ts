// Which channels, users and addresses one user can see, and the events when that changes.

import { canSeeChannel, loadMembership } from '../access/access.ts'
import { type Channel, describeChannel } from '../channels/channels.ts'
import type { Context, Tx } from '../kernel/context.ts'
import { emitTopicPreferences } from '../topics/user-topics.ts'
import { profileDataOf } from '../users/profile-data.ts'
import { deliveryEmail, describeUser, seesUser, type User } from '../users/users.ts'

/** What one user can see: channels, users, and addresses by user ID. */
export interface VisibleSet {
  channels: ReadonlySet<number>
  addresses: ReadonlyMap<number, string | null>
}

/** Everything that one user can see now. */
export function visibleTo(ctx: Context, viewer: User): VisibleSet {
  const people = ctx.store.users.all().filter((user) => seesUser(ctx, viewer, user))
  return {
    channels: visibleChannelIds(ctx, viewer),
    addresses: new Map(people.map((user) => [user.id, deliveryEmail(user, viewer)])),
  }
}

function visibleChannelIds(
  ctx: Context,
  viewer: User,
  among = ctx.store.channels.all(),
): ReadonlySet<number> {
  const membership = loadMembership(ctx, viewer)
  const known = among.filter((channel) => canSeeChannel(membership, channel))
  return new Set(known.map((channel) => channel.id))
}

/** Channels that groups, or groups that contain them, show to their members. */
function channelsShownTo(ctx: Context, groupIds: readonly number[]): Channel[] {
  const groups = new Set(groupIds.flatMap((id) => ctx.store.groups.withThoseAbove(id)))
  return ctx.store.channels
    .all()
    .filter(
      (channel) =>
        groups.has(channel.can_subscribe_group) ||
        groups.has(channel.can_add_subscribers_group) ||
        groups.has(channel.can_administer_channel_group),
    )
}

/**
 * Groups can grant access to private channels, so joining or leaving a group may change which
 * channels a user can see. Call it before the change.
 *
 * @param groupIds the groups whose members change
 * @returns a function to call after the change, which emits the difference to each connected user
 */
export function trackVisibleChannels(
  ctx: Context,
  groupIds: readonly number[],
  userIds: readonly number[],
): (tx: Tx) => void {
  const among = channelsShownTo(ctx, groupIds)
  if (among.length === 0) return () => undefined
  const before = userIds
    .filter((userId) => ctx.hub.isListening(userId))
    .map((userId) => ctx.store.users.find(userId)!)
    .map((viewer) => ({ viewer, channels: visibleChannelIds(ctx, viewer, among) }))
  return (tx) => {
    for (const { viewer, channels } of before)
      emitVisibleChannelChanges(tx, viewer, channels, among)
  }
}

/** Emits to a user whose permissions changed what became visible and what became invisible. */
export function emitVisibilityChanges(tx: Tx, viewer: User, before: VisibleSet) {
  emitVisibleUserChanges(tx, viewer, before.addresses)
  emitVisibleChannelChanges(tx, viewer, before.channels)
}

/** @param before addresses by ID of the users the viewer could see; null if the address was hidden */
export function emitVisibleUserChanges(
  tx: Tx,
  viewer: User,
  before: ReadonlyMap<number, string | null>,
) {
  for (const user of tx.store.users.all()) {
    const knew = before.has(user.id)
    const knows = seesUser(tx, viewer, user)
    const delivery_email = deliveryEmail(user, viewer)
    if (knows && !knew) {
      const profileOf = (user: User) => profileDataOf(tx, user)
      const person = describeUser(tx, user, viewer, { profileOf })
      tx.emit({ type: 'realm_user', op: 'add', person }, [viewer.id])
    } else if (knew && !knows) {
      const { id: user_id, full_name } = user
      tx.emit({ type: 'realm_user', op: 'remove', person: { user_id, full_name } }, [viewer.id])
    } else if (knows && before.get(user.id) !== delivery_email) {
      const person = { user_id: user.id, delivery_email }
      tx.emit({ type: 'realm_user', op: 'update', person }, [viewer.id])
    }
  }
}

function emitVisibleChannelChanges(
  tx: Tx,
  viewer: User,
  before: ReadonlySet<number>,
  among = tx.store.channels.all(),
) {
  const { subscriptions } = tx.store
  const membership = loadMembership(tx, viewer)
  for (const channel of among) {
    const knows = canSeeChannel(membership, channel)
    if (knows === before.has(channel.id)) continue
    const stream_ids = [channel.id]
    if (!knows) {
      const streams = [{ stream_id: channel.id }]
      tx.emit({ type: 'stream', op: 'delete', stream_ids, streams }, [viewer.id])
      continue
    }
    tx.emit({ type: 'stream', op: 'create', streams: [describeChannel(tx, channel)] }, [viewer.id])
    const user_ids = subscriptions.subscribers(channel.id)
    if (user_ids.length > 0)
      tx.emit({ type: 'subscription', op: 'peer_add', stream_ids, user_ids }, [viewer.id])
    emitTopicPreferences(tx, channel.id, [viewer.id])
  }
}

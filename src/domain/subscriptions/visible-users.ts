// Which users some viewers can see, with which addresses, and the events when that changes.

import { addTo } from '../../base/collections.ts'
import type { Context, Tx } from '../kernel/context.ts'
import { profileDataOf } from '../users/profile-data.ts'
import { deliveryEmail, describeUser, sight, type User } from '../users/users.ts'

/** A viewer, and the users that they may see from now on or no longer. */
export interface Sight {
  viewer: User
  among: readonly User[]
}

/** Addresses of the users that a viewer sees, by ID; null if the address is hidden. */
type SeenAddresses = ReadonlyMap<number, string | null>

function seenAddresses(ctx: Context, { viewer, among }: Sight): SeenAddresses {
  const seen = among.filter(sight(ctx, viewer))
  return new Map(seen.map((user) => [user.id, deliveryEmail(user, viewer)]))
}

/**
 * Call it before the change.
 * @returns a function to call after the change, which emits the difference: guests who gain or lose sight of the same
 * user get the same event, for hundreds of guests may meet hundreds of people at once
 */
export function trackVisibleUsers(ctx: Context, sights: readonly Sight[]): (tx: Tx) => void {
  const before = sights.map((one) => ({ ...one, seen: seenAddresses(ctx, one) }))
  return (tx) => {
    const changes: Changes = { gained: new Map(), lost: new Map() }
    for (const one of before) collectChanges(tx, one, changes)
    for (const [user, viewers] of changes.gained) emitGained(tx, user, viewers)
    for (const [{ id: user_id, full_name }, viewers] of changes.lost) {
      const person = { user_id, full_name }
      tx.emit({ type: 'realm_user', op: 'remove', person }, idsOf(viewers))
    }
  }
}

/** Users with the viewers who see them from now on, or no longer. */
type Changes = Record<'gained' | 'lost', Map<User, User[]>>

function collectChanges(tx: Tx, before: Sight & { seen: SeenAddresses }, changes: Changes) {
  const { users } = tx.store
  const viewer = users.find(before.viewer.id)!
  const sees = sight(tx, viewer)
  for (const { id } of before.among) {
    const user = users.find(id)!
    const [knew, knows] = [before.seen.has(id), sees(user)]
    if (knew !== knows) addTo(changes[knows ? 'gained' : 'lost'], user, viewer)
    else if (knows) emitNewAddress(tx, viewer, user, before.seen.get(id)!)
  }
}

const idsOf = (users: readonly User[]) => users.map(({ id }) => id)

function emitNewAddress(tx: Tx, viewer: User, user: User, before: string | null) {
  const delivery_email = deliveryEmail(user, viewer)
  if (delivery_email === before) return
  const person = { user_id: user.id, delivery_email }
  tx.emit({ type: 'realm_user', op: 'update', person }, [viewer.id])
}

/** Who sees a user sees the same, but for the address. */
function emitGained(tx: Tx, user: User, viewers: readonly User[]) {
  const profileOf = (user: User) => profileDataOf(tx, user)
  for (const same of Map.groupBy(viewers, (viewer) => deliveryEmail(user, viewer)).values()) {
    const person = describeUser(tx, user, same[0]!, { profileOf })
    tx.emit({ type: 'realm_user', op: 'add', person }, idsOf(same))
  }
}

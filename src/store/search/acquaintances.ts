// The people who share a channel or a direct conversation with a user. Guests may be limited to seeing those.

import { getOrMake } from '../../base/collections.ts'
import { changeCounter, onRollback, onRowChange } from '../changes.ts'
import type { Db } from '../db.ts'

/** IDs of people, asked for one at a time. */
export interface Acquaintances {
  has(userId: number): boolean
}

/** IDs in all sets that are kept: some 20 MB. */
const MOST_KEPT = 1_000_000

/**
 * A guest is compared with thousands of people for one answer, and hundreds of guests with each person who joins their
 * channel. So the people of a user's channels are found once until subscriptions change, the same set for all who are
 * in the same channels, and those of their conversations until they get another one.
 */
export function acquaintances(db: Db) {
  const channelsOf = db
    .prepare<[user: number], string>(`
      SELECT json_group_array(channel_id ORDER BY channel_id) FROM subscription WHERE user_id = ? AND is_active = 1`)
    .pluck()
  const peopleOf = db
    .prepare<[channels: string], number>(`
      SELECT DISTINCT user_id FROM json_each(?) JOIN subscription ON channel_id = value WHERE is_active = 1`)
    .pluck()
  const partnersOf = db
    .prepare<[user: number], number>(`
      SELECT DISTINCT theirs.user_id FROM conversation_member AS mine
        JOIN conversation_member AS theirs USING (conversation_id) WHERE mine.user_id = ?`)
    .pluck()
  const sharesChannel = db.prepare<[a: number, b: number], unknown>(`
    SELECT 1 FROM subscription AS mine JOIN subscription AS theirs USING (channel_id)
     WHERE mine.user_id = ? AND theirs.user_id = ? AND mine.is_active = 1 AND theirs.is_active = 1 LIMIT 1`)

  const version = changeCounter(db, { table: 'subscription', columns: ['is_active'] })
  let [readAt, kept] = [version(), 0]
  const inChannels = new Map<number, ReadonlySet<number>>()
  const byChannels = new Map<string, ReadonlySet<number>>()
  const inConversations = new Map<number, ReadonlySet<number>>()
  onRowChange(db, { table: 'conversation_member', key: 'user_id' }, (userId) =>
    inConversations.delete(userId as number),
  )
  onRollback(db, () => inConversations.clear())

  const keep = (ids: number[]): ReadonlySet<number> => {
    if (kept > MOST_KEPT) for (const sets of [inChannels, byChannels, inConversations]) sets.clear()
    kept = (kept > MOST_KEPT ? 0 : kept) + ids.length
    return new Set(ids)
  }
  const channelPeople = (userId: number) => {
    if (readAt !== version()) for (const sets of [inChannels, byChannels]) sets.clear()
    readAt = version()
    return getOrMake(inChannels, userId, () => {
      const channels = channelsOf.get(userId)!
      return getOrMake(byChannels, channels, () => keep(peopleOf.all(channels)))
    })
  }
  const partners = (userId: number) =>
    getOrMake(inConversations, userId, () => keep(partnersOf.all(userId)))

  return {
    /** All of a user at this moment, for asking about many people. */
    of(userId: number): Acquaintances {
      const [people, others] = [channelPeople(userId), partners(userId)]
      return { has: (other) => people.has(other) || others.has(other) }
    },
    /** Whether two people share a channel or a direct conversation. */
    areAcquainted: (a: number, b: number): boolean =>
      sharesChannel.get(a, b) !== undefined || partners(a).has(b),
  }
}

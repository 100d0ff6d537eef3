// Tells people of channels that they can see from now on, or no longer. A group that shows hundreds of channels may
// get a thousand members at once, so equal news share an event.

import { addTo, getOrMake, listNumbers } from '../../base/collections.ts'
import type { Channel } from '../../store/tables/channels.ts'
import { describeChannel } from '../channels/channels.ts'
import type { Tx } from '../kernel/context.ts'
import { emitTopicPreferences } from '../topics/user-topics.ts'

/** IDs of people. Lists are not changed, so one that was met before is known. */
export type People = readonly number[]

/** Emits channels that people see from now on, as they are now, and what these people chose for topics there. */
export function emitDiscovered(tx: Tx, discovered: ReadonlyMap<Channel, People>) {
  // A thousand people may discover the same hundreds of channels: all have one set of them.
  const discoveredBy = new Map<number, ReadonlySet<number>[]>()
  for (const { channels, people } of withEqualPeople(discovered)) {
    const streams = channels.map(({ id }) => describeChannel(tx, tx.store.channels.find(id)!))
    tx.emit({ type: 'stream', op: 'create', streams }, people)
    const ids = new Set(channels.map(({ id }) => id))
    for (const userId of people) addTo(discoveredBy, userId, ids)
  }
  for (const [userId, sets] of discoveredBy)
    emitTopicPreferences(tx, userId, (channelId) => sets.some((ids) => ids.has(channelId)))
}

/** The same, with who is subscribed there. */
export function emitDiscoveredWithSubscribers(tx: Tx, discovered: ReadonlyMap<Channel, People>) {
  emitDiscovered(tx, discovered)
  emitSubscribers(tx, discovered)
}

function emitSubscribers(tx: Tx, discovered: ReadonlyMap<Channel, People>) {
  const { subscriptions } = tx.store
  for (const { channels, people } of withEqualPeople(discovered)) {
    const subscribers = new Map(
      channels.map((channel) => [channel, subscriptions.subscribers(channel.id)]),
    )
    for (const { channels: some, people: user_ids } of withEqualPeople(subscribers)) {
      const stream_ids = some.map(({ id }) => id)
      tx.emit({ type: 'subscription', op: 'peer_add', stream_ids, user_ids }, people)
    }
  }
}

/** Emits channels that people see no longer. */
export function emitLost(tx: Tx, lost: ReadonlyMap<Channel, People>) {
  for (const { channels, people } of withEqualPeople(lost)) {
    const streams = channels.map(({ id }) => ({ stream_id: id }))
    const stream_ids = channels.map(({ id }) => id)
    tx.emit({ type: 'stream', op: 'delete', stream_ids, streams }, people)
  }
}

/** Channels whose people are the same, together. Nobody is no people. */
function withEqualPeople(of: ReadonlyMap<Channel, People>) {
  const numberOf = listNumbers()
  const together = new Map<number, { channels: Channel[]; people: People }>()
  for (const [channel, people] of of) {
    if (people.length === 0) continue
    const number = numberOf(people)
    const same = together.get(number)
    if (same) same.channels.push(channel)
    else together.set(number, { channels: [channel], people })
  }
  return together.values()
}

/** People without some others. Asked for the same lists again, it answers with the same list. */
export function differenceReader(): (people: People, others: People) => People {
  const numberOf = listNumbers()
  const known = new Map<string, People>()
  return (people, others) => {
    return getOrMake(known, `${numberOf(people)} ${numberOf(others)}`, () => {
      const taken = new Set(others)
      return people.filter((userId) => !taken.has(userId))
    })
  }
}

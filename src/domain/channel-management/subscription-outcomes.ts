// What a request to subscribe or unsubscribe people came to, in the form of its answer.

import type { Channel } from '../channels/channels.ts'
import type { User } from '../users/users.ts'

/** What came of some channels for some people. */
export interface Subscribed {
  answer: ReturnType<typeof outcome> & {
    unauthorized?: string[]
    new_subscription_messages_sent?: boolean
  }
  channels: Channel[]
  created: Channel[]
  /** By user ID. */
  added: Map<number, readonly Channel[]>
}

/** Adds what came of more channels for the same people. */
export function addOutcome(all: Subscribed, more: Subscribed) {
  all.channels.push(...more.channels)
  all.created.push(...more.created)
  for (const [userId, joined] of more.added)
    all.added.set(userId, [...(all.added.get(userId) ?? []), ...joined])
  for (const kind of ['subscribed', 'already_subscribed'] as const)
    for (const [userId, names] of Object.entries(more.answer[kind]))
      all.answer[kind][userId] = [...(all.answer[kind][userId] ?? []), ...names]
  all.answer.unauthorized?.push(...(more.answer.unauthorized ?? []))
}

/** The subscriptions without those to channels that were made for them. */
export function withoutNew(
  added: ReadonlyMap<number, readonly Channel[]>,
  created: readonly Channel[],
): ReadonlyMap<number, readonly Channel[]> {
  const fresh = new Set(created.map(({ id }) => id))
  return new Map(
    [...added].map(([userId, channels]) => [userId, channels.filter(({ id }) => !fresh.has(id))]),
  )
}

/** Names of channels by user ID: joined now, and before. */
export function outcome(
  targets: readonly User[],
  channels: readonly Channel[],
  added: ReadonlyMap<number, readonly Channel[]>,
) {
  const subscribed: Record<string, string[]> = {}
  const already_subscribed: Record<string, string[]> = {}
  for (const { id } of targets) {
    const joined = new Set(added.get(id))
    const known = channels.filter((channel) => !joined.has(channel))
    if (joined.size > 0) subscribed[id] = [...joined].map((channel) => channel.name)
    if (known.length > 0) already_subscribed[id] = known.map((channel) => channel.name)
  }
  return { subscribed, already_subscribed }
}

/** @param left how many left, by channel ID */
export function whatWasLeft(
  channels: readonly Channel[],
  left: ReadonlyMap<number, number>,
  people: number,
) {
  const count = ({ id }: Channel) => left.get(id) ?? 0
  const namesOf = (some: Channel[]) => some.map(({ name }) => name)
  return {
    removed: namesOf(channels.filter((channel) => count(channel) > 0)),
    not_removed: namesOf(channels.filter((channel) => count(channel) < Math.max(people, 1))),
  }
}

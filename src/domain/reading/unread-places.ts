// Where a user's unread messages are. Tens of thousands are looked up in portions, ahead of the
// snapshot that lists them, because each of its sections is read in one turn of the event loop. As little as
// possible is kept from turn to turn: it outlives V8's young generation, and once filled most of the heap.

import { makePause } from '../../base/jobs.ts'
import type { ConversationLocation } from '../../store/conversation-locations.ts'
import type { Context } from '../kernel/context.ts'
import type { User } from '../users/users.ts'
import { UnreadGroups } from './unread-groups.ts'

/** Unread messages a snapshot lists: the newest. */
export const MAX_UNREADS = 50_000

/** Messages that are looked up at once: with the places of as many conversations, a few milliseconds. */
const PORTION = 1500

/** What was read ahead; of no use once a message was moved or a conversation renamed. */
export interface UnreadPlaces {
  placesVersion: number
  /** While it is the same, messages that came since then are all that is missing. */
  flagsVersion: number
  groups: UnreadGroups
  /** Of the first conversations of the groups, in their order. */
  locations: readonly (ConversationLocation | undefined)[]
}

/** Reads the unread messages ahead. */
export async function readUnreads(ctx: Context, user: User): Promise<UnreadPlaces> {
  const { userMessages } = ctx.store
  const placesVersion = userMessages.placesVersion()
  const flagsVersion = userMessages.flagsVersion(user.id)
  const pause = makePause()
  const groups = new UnreadGroups()
  const locations: (ConversationLocation | undefined)[] = []
  let below: number | undefined
  for (let limit = PORTION; limit > 0; await pause()) {
    const messages = userMessages.unread(user.id, limit, { below })
    groups.addOlder(messages, userMessages.conversationsOf(messages))
    below = messages.at(-1)
    const fresh = groups.conversations.slice(locations.length)
    locations.length += fresh.length
    addLocations(ctx, locations, groups, fresh)
    const areAll = messages.length < limit
    limit = areAll ? 0 : Math.min(PORTION, MAX_UNREADS - groups.count)
  }
  return { placesVersion, flagsVersion, groups, locations }
}

/** The newest unread messages by conversation; what was read ahead is brought up to date. */
export function unreadByConversation(
  ctx: Context,
  user: User,
  known: UnreadPlaces | undefined,
): UnreadGroups {
  const { userMessages } = ctx.store
  const ahead = current(ctx, known)
  if (ahead && ahead.flagsVersion === userMessages.flagsVersion(user.id)) {
    const { groups } = ahead
    const came = userMessages.unread(user.id, MAX_UNREADS, { above: groups.newest })
    groups.dropOldest(Math.max(0, groups.count + came.length - MAX_UNREADS))
    // It may be brought up to date once more.
    groups.addNewer(came, userMessages.conversationsOf(came))
    return groups
  }
  const messages = userMessages.unread(user.id, MAX_UNREADS)
  const groups = new UnreadGroups()
  groups.addOlder(messages, userMessages.conversationsOf(messages))
  return groups
}

/** The location of each conversation of the groups; undefined for one that does not exist. */
export function locationsOf(ctx: Context, groups: UnreadGroups, known: UnreadPlaces | undefined) {
  const ahead = current(ctx, known)
  const { conversations } = groups
  const locations = conversations.map((id) => ahead?.locations[ahead.groups.indexOf(id) ?? -1])
  const missing = conversations.filter((_, index) => locations[index] === undefined)
  return addLocations(ctx, locations, groups, missing)
}

/** Adds the locations of some conversations. */
function addLocations(
  ctx: Context,
  locations: (ConversationLocation | undefined)[],
  groups: UnreadGroups,
  ids: readonly number[],
) {
  for (const location of ctx.store.userMessages.conversations(ids))
    locations[groups.indexOf(location.id)!] = location
  return locations
}

const current = (ctx: Context, known: UnreadPlaces | undefined) =>
  known?.placesVersion === ctx.store.userMessages.placesVersion() ? known : undefined

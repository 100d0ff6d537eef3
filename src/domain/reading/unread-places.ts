// Where a user's unread messages are. Tens of thousands are looked up in portions, ahead of the
// snapshot that lists them, because each of its sections is read in one turn of the event loop. As little as
// possible is kept from turn to turn: it outlives V8's young generation, and once filled most of the heap.

import { addTo } from '../../base/collections.ts'
import { makePause } from '../../base/jobs.ts'
import type { ConversationLocation } from '../../store/conversation-locations.ts'
import type { Context } from '../kernel/context.ts'
import type { User } from '../users/users.ts'

/** Unread messages a snapshot lists: the newest. */
export const MAX_UNREADS = 50_000

/** Messages that are looked up at once: with the places of as many conversations, a few milliseconds. */
const PORTION = 1500

/** Unread messages by the conversation they belong to, ascending. */
export type UnreadGroups = Map<number, number[]>

/** What was read ahead; of no use once a message was moved or a conversation renamed. */
export interface UnreadPlaces {
  placesVersion: number
  /** While it is the same, messages that came since then are all that is missing. */
  flagsVersion: number
  newest: number
  count: number
  groups: UnreadGroups
  locations: ReadonlyMap<number, ConversationLocation>
}

/** Reads the unread messages ahead. */
export async function readUnreads(ctx: Context, user: User): Promise<UnreadPlaces> {
  const { userMessages } = ctx.store
  const placesVersion = userMessages.placesVersion()
  const flagsVersion = userMessages.flagsVersion(user.id)
  const pause = makePause()
  const locations = new Map<number, ConversationLocation>()
  const portions: Portion[] = []
  let newest = 0
  let count = 0
  let below: number | undefined
  for (let limit = PORTION; limit > 0; await pause()) {
    const messages = userMessages.unread(user.id, limit, { below })
    const conversations = userMessages.conversationsOf(messages)
    newest ||= messages[0] ?? 0
    below = messages.at(-1)
    count += messages.length
    const areAll = messages.length < limit
    limit = areAll ? 0 : Math.min(PORTION, MAX_UNREADS - count)
    portions.push([new Float64Array(messages), new Float64Array(conversations)])
    const fresh = new Set(conversations.filter((id) => !locations.has(id)))
    for (const place of userMessages.conversations([...fresh])) locations.set(place.id, place)
  }
  const groups: UnreadGroups = new Map()
  for (const portion of portions.reverse()) {
    addGroups(groups, ...portion)
    await pause()
  }
  return { placesVersion, flagsVersion, newest, count, groups, locations }
}

/** Messages, newest first, and the conversation of each. */
type Portion = [messages: Float64Array, conversations: Float64Array]

/** The newest unread messages by conversation; what was read ahead is brought up to date. */
export function unreadByConversation(
  ctx: Context,
  user: User,
  known: UnreadPlaces | undefined,
): UnreadGroups {
  const { userMessages } = ctx.store
  const ahead = current(ctx, known)
  if (ahead && ahead.flagsVersion === userMessages.flagsVersion(user.id)) {
    const came = userMessages.unread(user.id, MAX_UNREADS, { above: ahead.newest })
    if (ahead.count + came.length <= MAX_UNREADS) {
      addGroups(ahead.groups, came, userMessages.conversationsOf(came))
      // It may be brought up to date once more.
      ahead.newest = came[0] ?? ahead.newest
      ahead.count += came.length
      return ahead.groups
    }
  }
  const messages = userMessages.unread(user.id, MAX_UNREADS)
  const groups: UnreadGroups = new Map()
  addGroups(groups, messages, userMessages.conversationsOf(messages))
  return groups
}

/** Appends messages, the last of them first. */
function addGroups(
  groups: UnreadGroups,
  messages: ArrayLike<number>,
  conversations: ArrayLike<number>,
) {
  for (let at = messages.length - 1; at >= 0; at--) addTo(groups, conversations[at]!, messages[at]!)
}

/** Locations of conversations. */
export function locationsOf(
  ctx: Context,
  ids: readonly number[],
  known: UnreadPlaces | undefined,
): ConversationLocation[] {
  const old = current(ctx, known)?.locations
  if (!old) return ctx.store.userMessages.conversations(ids)
  const [places, others]: [ConversationLocation[], number[]] = [[], []]
  for (const id of ids) {
    const place = old.get(id)
    if (place) places.push(place)
    else others.push(id)
  }
  return others.length > 0 ? [...places, ...ctx.store.userMessages.conversations(others)] : places
}

const current = (ctx: Context, known: UnreadPlaces | undefined) =>
  known?.placesVersion === ctx.store.userMessages.placesVersion() ? known : undefined

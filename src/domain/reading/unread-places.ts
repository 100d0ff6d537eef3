// Where a user's unread messages are. Tens of thousands are looked up in portions, ahead of the
// snapshot that lists them, because each of its sections is read in one turn of the event loop. As little as
// possible is kept from turn to turn: it outlives V8's young generation, and once filled most of the heap.

import { addTo } from '../../base/collections.ts'
import { nextTurn } from '../../base/jobs.ts'
import { firstPlace } from '../../base/sorted.ts'
import type { ConversationLocation, UnreadMessages } from '../../store/tables/user-messages.ts'
import type { Context } from '../kernel/context.ts'
import type { User } from '../users/users.ts'

/** Unread messages a snapshot lists: the newest. */
export const MAX_UNREADS = 50_000

/** Messages that are looked up in one turn: with the places of as many conversations, some milliseconds. */
const PORTION = 1500

/** If messages are moved meanwhile, they are read so often. */
const ATTEMPTS = 3

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

/** Reads many unread messages ahead; few are read with the snapshot. */
export async function readUnreads(ctx: Context, user: User): Promise<UnreadPlaces | undefined> {
  const areMany = ctx.store.userMessages.oldestUnread(user.id, PORTION + 1) !== undefined
  if (!areMany) return undefined
  for (let attempt = 1; ; attempt++) {
    const places = await readPlaces(ctx, user)
    if (current(ctx, places) || attempt === ATTEMPTS) return places
  }
}

async function readPlaces(ctx: Context, user: User): Promise<UnreadPlaces> {
  const { userMessages } = ctx.store
  const placesVersion = userMessages.placesVersion()
  const flagsVersion = userMessages.flagsVersion(user.id)
  const locations = new Map<number, ConversationLocation>()
  const portions: Portion[] = []
  let newest = 0
  let count = 0
  for (let below: number | undefined; count < MAX_UNREADS; ) {
    await nextTurn()
    const limit = Math.min(PORTION, MAX_UNREADS - count)
    const found = userMessages.unreadWithConversations(user.id, limit, { below })
    const { messages, conversations } = found
    if (messages.length === 0) break
    newest ||= messages[0]!
    below = messages.at(-1)!
    count += messages.length
    portions.push([Float64Array.from(messages), Float64Array.from(conversations)])
    const fresh = [...new Set(conversations)].filter((id) => !locations.has(id))
    for (const place of userMessages.conversations(fresh)) locations.set(place.id, place)
  }
  const groups = await grouped(portions)
  return { placesVersion, flagsVersion, newest, count, groups, locations }
}

/** Messages, newest first, and the conversation of each. */
type Portion = [messages: Float64Array, conversations: Float64Array]

/** Everything that was found, in groups that begin with the oldest. */
async function grouped(portions: Portion[]): Promise<UnreadGroups> {
  const groups: UnreadGroups = new Map()
  for (const [messages, conversations] of portions.reverse()) {
    await nextTurn()
    for (let at = messages.length - 1; at >= 0; at--)
      addTo(groups, conversations[at]!, messages[at]!)
  }
  await nextTurn()
  return groups
}

/** The newest unread messages by conversation; what was read ahead is brought up to date. */
export function unreadByConversation(
  ctx: Context,
  user: User,
  known: UnreadPlaces | undefined,
): UnreadGroups {
  const { userMessages } = ctx.store
  const ahead = current(ctx, known)
  if (!ahead) return groupOf(userMessages.unreadWithConversations(user.id, MAX_UNREADS))
  if (ahead.flagsVersion !== userMessages.flagsVersion(user.id))
    return regrouped(ctx, ahead.groups, userMessages.unread(user.id, MAX_UNREADS))
  const { groups, newest, count } = ahead
  const came = userMessages.unreadWithConversations(user.id, MAX_UNREADS, { above: newest })
  if (count + came.messages.length > MAX_UNREADS)
    dropBelow(groups, userMessages.oldestUnread(user.id, MAX_UNREADS)!)
  addGroups(groups, came)
  // It may be brought up to date once more.
  ahead.newest = came.messages[0] ?? newest
  ahead.count = Math.min(MAX_UNREADS, count + came.messages.length)
  return groups
}

/**
 * The groups of these messages, of which most are grouped already. They are looked up in their list,
 * because a set of them would leave megabytes to be collected.
 * @param messages descending
 */
function regrouped(ctx: Context, before: UnreadGroups, messages: readonly number[]): UnreadGroups {
  const isGrouped = new Uint8Array(messages.length)
  const groups: UnreadGroups = new Map()
  for (const [conversation, grouped] of before) {
    const kept = grouped.filter((id) => {
      const at = firstPlace(messages.length, (place) => messages[place]! <= id)
      if (messages[at] !== id) return false
      isGrouped[at] = 1
      return true
    })
    if (kept.length > 0) groups.set(conversation, kept)
  }
  // Left are those that came, or that were marked as unread again.
  addFresh(
    ctx,
    groups,
    messages.filter((_, at) => isGrouped[at] === 0),
  )
  for (const grouped of groups.values()) grouped.sort((a, b) => a - b)
  return groups
}

function addFresh(ctx: Context, groups: UnreadGroups, messages: readonly number[]) {
  if (messages.length === 0) return
  addGroups(groups, { messages, conversations: ctx.store.userMessages.conversationsOf(messages) })
}

function dropBelow(groups: UnreadGroups, oldest: number) {
  for (const [conversation, messages] of groups) {
    const kept = messages.findIndex((id) => id >= oldest)
    if (kept < 0) groups.delete(conversation)
    else if (kept > 0) messages.splice(0, kept)
  }
}

function groupOf(unread: UnreadMessages): UnreadGroups {
  const groups: UnreadGroups = new Map()
  addGroups(groups, unread)
  return groups
}

/** Appends messages, the last of them first. */
function addGroups(groups: UnreadGroups, { messages, conversations }: UnreadMessages) {
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

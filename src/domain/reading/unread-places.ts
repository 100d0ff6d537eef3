// Where a user's unread messages are. Tens of thousands are looked up in portions, ahead of the
// snapshot that lists them, because a snapshot is read in one turn of the event loop. As little as
// possible is kept from turn to turn: it outlives V8's young generation, and once filled most of the heap.

import { addTo } from '../../base/collections.ts'
import { nextTurn } from '../../base/jobs.ts'
import { firstPlace } from '../../base/sorted.ts'
import type { ConversationLocation, UnreadMessages } from '../../store/tables/user-messages.ts'
import type { Context } from '../kernel/context.ts'
import type { User } from '../users/users.ts'

/** Unread messages a snapshot lists: the newest. */
export const MAX_UNREADS = 50_000

/** Messages that are looked up in one turn. */
const PORTION = 5000

/** Characters of about as many IDs in a list of them. */
const PORTION_CHARACTERS = 35_000

/** Unread messages by the conversation they belong to, ascending. */
export type UnreadGroups = Map<number, number[]>

/** What was read ahead; of no use once a message was moved or a conversation renamed. */
interface UnreadPlaces {
  version: number
  /** All unread messages, descending, as JSON. A later list shows which came and went since. */
  list: string
  groups: UnreadGroups
  locations: ReadonlyMap<number, ConversationLocation>
}

/** What is known about unread messages: all of them, read in this turn, or what was read ahead. */
export type KnownUnreads = UnreadGroups | UnreadPlaces

/**
 * Reads few unread messages at once, and otherwise ahead what takes long about them.
 * @returns undefined if too much changed while it was read
 */
export function readUnreads(
  ctx: Context,
  user: User,
): UnreadGroups | Promise<UnreadPlaces | undefined> {
  const few = ctx.store.userMessages.unreadWithConversations(user.id, PORTION + 1)
  return few.messages.length <= PORTION ? groupOf(few) : readAhead(ctx, user)
}

async function readAhead(ctx: Context, user: User): Promise<UnreadPlaces | undefined> {
  const { userMessages } = ctx.store
  const list = userMessages.unread(user.id, MAX_UNREADS)
  const version = userMessages.placesVersion()
  const groups: UnreadGroups = new Map()
  const locations = new Map<number, ConversationLocation>()
  // From the oldest on, so that groups are in the order of their oldest messages.
  for (let to = list.length - 1; to > 0; ) {
    await nextTurn()
    const from = Math.max(0, list.lastIndexOf(',', Math.max(0, to - PORTION_CHARACTERS)))
    const messages = idsIn(list.slice(from + 1, to))
    to = from
    const conversations = userMessages.conversationsOf(messages)
    // A deleted message has no conversation: then the turn of the snapshot reads everything.
    if (conversations.length < messages.length) return undefined
    addGroups(groups, { messages, conversations })
    const fresh = [...new Set(conversations)].filter((id) => !locations.has(id))
    for (const place of userMessages.conversations(fresh)) locations.set(place.id, place)
  }
  await nextTurn()
  return { version, list, groups, locations }
}

/** The IDs of a part of a list. */
const idsIn = (part: string): number[] => JSON.parse(`[${part}]`)

/** The newest unread messages by conversation; what was read ahead is brought up to date. */
export function unreadByConversation(
  ctx: Context,
  user: User,
  known: KnownUnreads | undefined,
): UnreadGroups {
  if (known instanceof Map) return known
  const { userMessages } = ctx.store
  const ahead = current(ctx, known)
  if (!ahead) return groupOf(userMessages.unreadWithConversations(user.id, MAX_UNREADS))
  const list = userMessages.unread(user.id, MAX_UNREADS)
  const fresh = freshIn(list, ahead.list)
  if (fresh === undefined) return regrouped(ctx, ahead.groups, JSON.parse(list))
  dropBelow(ahead.groups, Number(list.slice(list.lastIndexOf(',') + 1, -1)))
  addFresh(ctx, ahead.groups, fresh)
  return ahead.groups
}

/**
 * The messages, descending, that came since a list was read; undefined if others went, apart from the
 * oldest. Compared as text, because nothing else has to be made of the lists then.
 */
function freshIn(list: string, before: string): number[] | undefined {
  const newest = before.slice(1, before.indexOf(','))
  const at = list.startsWith(`[${newest},`) ? 1 : list.indexOf(`,${newest},`) + 1
  const rest = list.slice(at, -1)
  const isSame = at > 0 && before.startsWith(rest, 1) && /[,\]]/.test(before[1 + rest.length]!)
  return isSame ? idsIn(list.slice(1, Math.max(1, at - 1))) : undefined
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
  known: KnownUnreads | undefined,
): ConversationLocation[] {
  const old = current(ctx, known)?.locations
  if (!old) return ctx.store.userMessages.conversations(ids)
  const others = ids.filter((id) => !old.has(id))
  return [
    ...ids.flatMap((id) => old.get(id) ?? []),
    ...(others.length > 0 ? ctx.store.userMessages.conversations(others) : []),
  ]
}

const current = (ctx: Context, known: KnownUnreads | undefined) =>
  known && 'version' in known && known.version === ctx.store.userMessages.placesVersion()
    ? known
    : undefined

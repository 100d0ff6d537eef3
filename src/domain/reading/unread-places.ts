// Where a user's unread messages are. Tens of thousands are looked up in portions, ahead of the
// snapshot that lists them, because a snapshot is read in one turn of the event loop.

import { addTo } from '../../base/collections.ts'
import { nextTurn } from '../../base/jobs.ts'
import type { ConversationLocation, UnreadMessages } from '../../store/tables/user-messages.ts'
import type { Context } from '../kernel/context.ts'
import type { User } from '../users/users.ts'

/** Unread messages a snapshot lists: the newest. */
export const MAX_UNREADS = 50_000

/** Messages or conversations that are looked up in one turn. */
const PORTION = 5000

/** Conversations of messages, and their locations, as long as nothing was moved or renamed. */
export interface UnreadPlaces {
  version: number
  /** The unread messages, as JSON, and how they were grouped. */
  list: string
  grouped: UnreadGroups
  conversations: ReadonlyMap<number, number>
  locations: ReadonlyMap<number, ConversationLocation>
}

/** The newest unread messages, descending, and ascending by the conversation they belong to. */
interface UnreadGroups {
  messages: readonly number[]
  byConversation: ReadonlyMap<number, readonly number[]>
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
  const ids = JSON.parse(list) as number[]
  const version = userMessages.placesVersion()
  const conversations = new Map<number, number>()
  const locations = new Map<number, ConversationLocation>()
  for (let from = 0; from < ids.length; from += PORTION) {
    await nextTurn()
    const portion = ids.slice(from, from + PORTION)
    for (const [at, id] of userMessages.conversationsOf(portion).entries())
      conversations.set(portion[at]!, id)
    const fresh = new Set(portion.map((id) => conversations.get(id)!))
    for (const place of userMessages.conversations([...fresh.difference(locations)]))
      locations.set(place.id, place)
    // A message that was deleted meanwhile has no conversation: then the snapshot's turn reads the rest.
    if (conversations.size < from + portion.length) return undefined
  }
  await nextTurn()
  const grouped = groupOf({
    messages: ids,
    conversations: ids.map((id) => conversations.get(id)!),
  })
  await nextTurn()
  return { version, conversations, locations, list, grouped }
}

/** The newest unread messages by conversation: those of `known` unless it is out of date. */
export function unreadByConversation(
  ctx: Context,
  user: User,
  known: KnownUnreads | undefined,
): UnreadGroups {
  if (known && 'byConversation' in known) return known
  const { userMessages } = ctx.store
  const ahead = current(ctx, known)
  if (!ahead) return groupOf(userMessages.unreadWithConversations(user.id, MAX_UNREADS))
  const list = userMessages.unread(user.id, MAX_UNREADS)
  if (ahead.list === list) return ahead.grouped
  const messages = JSON.parse(list) as number[]
  const old = ahead.conversations
  const others = messages.filter((id) => !old.has(id))
  const found = others.length > 0 ? userMessages.conversationsOf(others) : []
  const fresh = new Map(others.map((id, at) => [id, found[at]!]))
  const conversations = messages.map((id) => (old.get(id) ?? fresh.get(id))!)
  return groupOf({ messages, conversations })
}

function groupOf({ messages, conversations }: UnreadMessages): UnreadGroups {
  const byConversation = new Map<number, number[]>()
  for (let at = messages.length - 1; at >= 0; at--)
    addTo(byConversation, conversations[at]!, messages[at]!)
  return { messages, byConversation }
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

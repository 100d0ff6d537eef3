// Where a user's unread messages are. Tens of thousands are looked up in portions, ahead of the
// snapshot that lists them, because each of its sections is read in one turn of the event loop. As little as
// possible is kept from turn to turn: it outlives V8's young generation, and once filled most of the heap.

import { makePause } from '../../base/jobs.ts'
import type { ConversationLocation } from '../../store/conversation-locations.ts'
import type { MovePositions } from '../../store/tables/user-messages.ts'
import type { Context } from '../kernel/context.ts'
import { PortionSize } from '../kernel/portion-size.ts'
import type { User } from '../users/users.ts'
import { UnreadGroups, type UnreadLists } from './unread-groups.ts'

/** Unread messages a snapshot lists: the newest. */
export const MAX_UNREADS = 50_000

/** What was read ahead. */
export interface UnreadPlaces {
  positions: MovePositions
  /** While it is the same, messages that came since then are all that is missing. */
  unreadVersion: number
  groups: UnreadGroups
  /** Of the conversations of the groups, in their order; undefined for one that does not exist. */
  locations: (ConversationLocation | undefined)[]
}

const nothingRead = ({ store: { userMessages } }: Context, user: User): UnreadPlaces => ({
  positions: userMessages.movePositions(),
  unreadVersion: userMessages.unreadVersion(user.id),
  groups: new UnreadGroups(),
  locations: [],
})

/** Reads the unread messages ahead. */
export async function readUnreads(ctx: Context, user: User): Promise<UnreadPlaces> {
  const places = nothingRead(ctx, user)
  const [pause, size] = [makePause(), new PortionSize()]
  let areMore = true
  while (areMore && places.groups.count < MAX_UNREADS) {
    const limit = Math.min(size.rows, MAX_UNREADS - places.groups.count)
    const read = size.measure(() => {
      const count = readOlder(ctx, user, places, limit)
      locate(ctx, places)
      return count
    })
    areMore = read === limit
    await pause()
  }
  return places
}

/** The newest unread messages by conversation, with the place of each; what was read ahead is brought up to date. */
export function unreadPlaces(
  ctx: Context,
  user: User,
  known: UnreadPlaces | undefined,
): UnreadPlaces {
  const places = known && followMoves(ctx, user, known) ? known : nothingRead(ctx, user)
  const { userMessages } = ctx.store
  const { groups } = places
  if (places === known) {
    const came = userMessages.unread(user.id, MAX_UNREADS, { above: groups.newest })
    groups.dropOldest(Math.max(0, groups.count + came.length - MAX_UNREADS))
    // It may be brought up to date once more.
    groups.addNewer(came, userMessages.conversationsOf(came))
  } else readOlder(ctx, user, places, MAX_UNREADS)
  locate(ctx, places)
  return places
}

/** Makes what was read ahead follow messages that were moved or deleted. @returns whether it could */
function followMoves(ctx: Context, user: User, places: UnreadPlaces): boolean {
  const { userMessages } = ctx.store
  const { groups, positions, unreadVersion } = places
  if (unreadVersion !== userMessages.unreadVersion(user.id)) return false
  const messages = userMessages.movedMessages.since(positions.messages)
  const conversations = userMessages.movedConversations.since(positions.conversations)
  if (!messages || !conversations) return false
  const wereMost = groups.count === MAX_UNREADS
  const moved = new Set([...messages, ...toOtherChannels(ctx, places, conversations)])
  if (moved.size > 0) {
    groups.move(conversationsNow(ctx, user, [...moved]))
    if (wereMost) readOlder(ctx, user, places, MAX_UNREADS - groups.count)
  }
  places.positions = userMessages.movePositions()
  return true
}

/** Reads the locations of conversations anew. @returns the messages of those that are in other channels now */
function toOtherChannels(
  ctx: Context,
  { groups, locations }: UnreadPlaces,
  conversations: ReadonlySet<number>,
): number[] {
  let lists: UnreadLists | undefined
  return [...conversations].flatMap((id) => {
    const index = groups.indexOf(id)
    if (index === undefined) return []
    const before = locations[index]
    const [now] = ctx.store.userMessages.conversations([id])
    locations[index] = now
    if (before?.channel_id === now?.channel_id) return []
    lists ??= groups.lists()
    return lists.messagesOf(id)
  })
}

/** The conversation of each message; 0 if the user has it no more, as where it went to a channel of others. */
function conversationsNow(ctx: Context, user: User, ids: readonly number[]): Map<number, number> {
  const { userMessages } = ctx.store
  const had = new Set(userMessages.rows(user.id, ids).map(({ message_id }) => message_id))
  const conversations = userMessages.conversationsOf(ids)
  return new Map(ids.map((id, at) => [id, had.has(id) ? conversations[at]! : 0]))
}

/** Adds messages that are older than all that were read. @returns how many there were */
function readOlder(ctx: Context, user: User, { groups }: UnreadPlaces, limit: number): number {
  const { userMessages } = ctx.store
  const below = groups.count > 0 ? groups.oldest : undefined
  const messages = userMessages.unread(user.id, limit, { below })
  groups.addOlder(messages, userMessages.conversationsOf(messages))
  return messages.length
}

/** Reads the locations of conversations that are new among the groups. */
function locate(ctx: Context, { groups, locations }: UnreadPlaces) {
  const fresh = groups.conversations.slice(locations.length)
  locations.length = groups.conversations.length
  for (const location of ctx.store.userMessages.conversations(fresh))
    locations[groups.indexOf(location.id)!] = location
}

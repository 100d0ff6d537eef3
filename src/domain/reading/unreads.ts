// Unread, starred and recent conversations for the snapshot of POST /register.

import { getOrMake } from '../../base/collections.ts'
import { shownTopic } from '../../events/types/message-format.ts'
import { canReadChannel, loadMembership } from '../access/access.ts'
import type { Context } from '../kernel/context.ts'
import { memberIds } from '../messages/canonical-message.ts'
import type { User } from '../users/users.ts'
import { isMuted, mentions, mutingOf } from './muting.ts'
import {
  locationsOf,
  MAX_UNREADS,
  type UnreadGroups,
  type UnreadPlaces,
  unreadByConversation,
} from './unread-places.ts'

/** Direct messages whose conversations count as recent. */
const RECENT_MESSAGES = 1000

type Ids = readonly number[]

/** Unread messages in the form of the snapshot. */
interface Unreads {
  count: number
  pms: { other_user_id: number; sender_id: number; unread_message_ids: Ids }[]
  huddles: { user_ids_string: string; unread_message_ids: Ids }[]
  streams: { stream_id: number; topic: string; unread_message_ids: Ids }[]
  mentions: number[]
  old_unreads_missing: boolean
}

/** The unread messages of a user who has none. */
export const noUnreads = (): Unreads => ({
  count: 0,
  pms: [],
  huddles: [],
  streams: [],
  mentions: [],
  old_unreads_missing: false,
})

/** unread_msgs of POST /register: the newest unread messages by conversation. */
export function unreadMessages(
  ctx: Context,
  user: User,
  showsEmptyTopic: boolean,
  known?: UnreadPlaces,
) {
  const groups = unreadByConversation(ctx, user, known)
  const { count, oldest } = extentOf(groups)
  const muting = mutingOf(ctx, user)
  const mentioning = new Map(
    ctx.store.userMessages
      .unreadMentions(user.id, oldest)
      .map(({ message_id, flags }) => [message_id, flags]),
  )
  const unread = { ...noUnreads(), old_unreads_missing: count === MAX_UNREADS }
  for (const place of readablePlaces(ctx, user, [...groups.keys()], known)) {
    const { id: conversation_id, channel_id } = place
    const unread_message_ids = groups.get(conversation_id)!
    const isMention = (flags: number) => mentions(muting, { channel_id, conversation_id }, flags)
    addMentions(unread.mentions, unread_message_ids, mentioning, isMention)
    if (channel_id === null) {
      unread.count += unread_message_ids.length
      addDirect(unread, user, place.member_key!, unread_message_ids)
    } else {
      if (!isMuted(muting, channel_id, conversation_id)) unread.count += unread_message_ids.length
      const topic = shownTopic(place.topic!, showsEmptyTopic)
      unread.streams.push({ stream_id: channel_id, topic, unread_message_ids })
    }
  }
  unread.mentions.sort((a, b) => a - b)
  return unread
}

/** @param mentioning flags of all unread messages that may be mentions */
function addMentions(
  found: number[],
  ids: Ids,
  mentioning: ReadonlyMap<number, number>,
  isMention: (flags: number) => boolean,
) {
  if (mentioning.size === 0) return
  for (const id of ids) {
    const flags = mentioning.get(id)
    if (flags !== undefined && isMention(flags)) found.push(id)
  }
}

/** How many messages there are, and the oldest; 0 if there are none. */
function extentOf(groups: UnreadGroups) {
  let count = 0
  let oldest = Number.POSITIVE_INFINITY
  for (const messages of groups.values()) {
    count += messages.length
    oldest = Math.min(oldest, messages[0]!)
  }
  return { count, oldest: count === 0 ? 0 : oldest }
}

/** Conversations of three and more people are listed apart from those of two. */
function addDirect(
  unread: Unreads,
  user: User,
  memberKey: string,
  unread_message_ids: readonly number[],
) {
  const others = memberIds(memberKey).filter((id) => id !== user.id)
  if (others.length > 1) {
    unread.huddles.push({ user_ids_string: memberKey, unread_message_ids })
  } else {
    const other = others[0] ?? user.id
    unread.pms.push({ other_user_id: other, sender_id: other, unread_message_ids })
  }
}

/** Locations of conversations, without channels that the user left or may no longer read. */
function readablePlaces(ctx: Context, user: User, ids: Ids, ahead: UnreadPlaces | undefined) {
  const { channels, subscriptions } = ctx.store
  const membership = loadMembership(ctx, user)
  const mayRead = (channelId: number) =>
    membership.isSubscribed(channelId) ||
    (subscriptions.find(user.id, channelId) === undefined &&
      canReadChannel(membership, channels.find(channelId)!))
  // There may be ten thousand topics in a few hundred channels.
  const known = new Map<number, boolean>()
  const isReadable = (channelId: number) => getOrMake(known, channelId, () => mayRead(channelId))
  return locationsOf(ctx, ids, ahead).filter(
    ({ channel_id }) => channel_id === null || isReadable(channel_id),
  )
}

/** recent_private_conversations of POST /register: others by ID, the newest conversation first. */
export const recentConversations = (ctx: Context, user: User) =>
  ctx.store.directConversations
    .recent(user.id, RECENT_MESSAGES)
    .map(({ member_key, max_message_id }) => ({
      max_message_id,
      user_ids: memberIds(member_key).filter((id) => id !== user.id),
    }))

// Unread, starred and recent conversations for the snapshot of POST /register.

import { getOrMake } from '../../base/collections.ts'
import { JsonInPieces } from '../../base/json.ts'
import { listPieces } from '../../base/list-text.ts'
import { shownTopic } from '../../events/types/message-format.ts'
import type { ConversationLocation } from '../../store/conversation-locations.ts'
import { canReadChannel, loadMembership } from '../access/access.ts'
import type { Context } from '../kernel/context.ts'
import { otherMemberIds } from '../messages/canonical-message.ts'
import type { User } from '../users/users.ts'
import { isMuted, mentions, mutingOf } from './muting.ts'
import type { UnreadLists } from './unread-groups.ts'
import { MAX_UNREADS, type UnreadPlaces, unreadPlaces } from './unread-places.ts'

/** Direct messages whose conversations count as recent. */
const RECENT_MESSAGES = 1000

/** Unread messages in the form of the snapshot, for a user who has none. */
export const noUnreads = () => ({
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
  const { groups, locations } = unreadPlaces(ctx, user, known)
  const isReadable = readability(ctx, user)
  const muting = mutingOf(ctx, user)
  const readable = locations.map((location) =>
    location && isReadable(location) ? location : undefined,
  )
  let count = 0
  for (const location of readable) {
    if (location === undefined) continue
    const { id, channel_id } = location
    const isCounted = channel_id === null || !isMuted(muting, channel_id, id)
    if (isCounted) count += groups.sizeOf(id)
  }
  const mentioned = unreadMentions(ctx, user, groups.oldest).filter(
    ({ conversation_id, flags }) => {
      const location = readable[groups.indexOf(conversation_id) ?? -1]
      return (
        location && mentions(muting, { channel_id: location.channel_id, conversation_id }, flags)
      )
    },
  )
  const facts = {
    count,
    mentions: mentioned.map(({ message_id }) => message_id).sort((a, b) => a - b),
    old_unreads_missing: groups.count === MAX_UNREADS,
  }

  return new JsonInPieces(function* () {
    // In a later turn than what is above, which has to be one turn with the rest of the snapshot.
    yield `${JSON.stringify(facts).slice(0, -1)},"streams":`
    const { indexes, messagesOf } = groups.lists()
    const listed = indexes.flatMap((index) => readable[index] ?? [])
    const direct = listed.filter(({ channel_id }) => channel_id === null)
    const inChannels = listed.filter(({ channel_id }) => channel_id !== null)
    yield* listPieces(inChannels, ({ id, channel_id, topic }) => ({
      stream_id: channel_id,
      topic: shownTopic(topic!, showsEmptyTopic),
      unread_message_ids: messagesOf(id),
    }))
    yield* directPieces(user, direct, messagesOf)
    groups.release()
    yield '}'
  })
}

/** Direct conversations in JSON: those of three and more people are listed apart from those of two. */
function* directPieces(
  user: User,
  direct: readonly ConversationLocation[],
  messagesOf: UnreadLists['messagesOf'],
) {
  const isOfTwo = ({ member_key }: ConversationLocation) =>
    otherMemberIds(member_key!, user.id).length < 2
  yield ',"pms":'
  yield* listPieces(direct.filter(isOfTwo), ({ id, member_key }) => {
    const other = otherMemberIds(member_key!, user.id)[0] ?? user.id
    return { other_user_id: other, sender_id: other, unread_message_ids: messagesOf(id) }
  })
  yield ',"huddles":'
  yield* listPieces(
    direct.filter((location) => !isOfTwo(location)),
    ({ id, member_key }) => ({ user_ids_string: member_key, unread_message_ids: messagesOf(id) }),
  )
}

/** The unread messages from one on that mention the user, with their conversations. */
function unreadMentions(ctx: Context, user: User, oldest: number) {
  const { userMessages } = ctx.store
  const found = userMessages.unreadMentions(user.id, oldest)
  const conversations = userMessages.conversationsOf(found.map(({ message_id }) => message_id))
  return found.map((mention, at) => ({ ...mention, conversation_id: conversations[at]! }))
}

/** Tells places that the user may read from channels that they left or may no longer read. */
function readability(ctx: Context, user: User) {
  const { channels, subscriptions } = ctx.store
  const membership = loadMembership(ctx, user)
  const mayRead = (channelId: number) =>
    membership.isSubscribed(channelId) ||
    (subscriptions.find(user.id, channelId) === undefined &&
      canReadChannel(membership, channels.find(channelId)!))
  // There may be ten thousand topics in a few hundred channels.
  const known = new Map<number, boolean>()
  return ({ channel_id }: ConversationLocation) =>
    channel_id === null || getOrMake(known, channel_id, () => mayRead(channel_id))
}

/** recent_private_conversations of POST /register: others by ID, the newest conversation first. */
export const recentConversations = (ctx: Context, user: User) =>
  ctx.store.directConversations
    .recent(user.id, RECENT_MESSAGES)
    .map(({ member_key, max_message_id }) => ({
      max_message_id,
      user_ids: otherMemberIds(member_key, user.id),
    }))

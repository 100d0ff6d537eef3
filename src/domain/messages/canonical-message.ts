// Builds the canonical message: all facts of a stored message that do not depend on its reader.

import type { CanonicalMessage, Participant } from '../../events/types/message-format.ts'
import { TRAIT } from '../../store/bits.ts'
import type { Message } from '../../store/tables/messages.ts'
import { isMeMessage } from '../../text/content.ts'
import { linksInTopic } from '../content/rendering.ts'
import type { Context } from '../kernel/context.ts'
import { apiEmail, avatarUrl, isGravatar, type User } from '../users/users.ts'
import { editFacts } from './message-history.ts'

/**
 * The `recipient_id` of the wire: one number for all messages of a channel, and one for all between
 * the same people. Channels have the even numbers.
 */
const channelRecipient = (channelId: number) => channelId * 2
const directRecipient = (conversationId: number) => conversationId * 2 + 1

/** Everything about a stored message that does not depend on its reader. */
export function canonicalMessage(ctx: Context, message: Message): CanonicalMessage {
  const { store } = ctx
  const sender = store.users.find(message.sender_id)!
  const common = {
    id: message.id,
    sender_id: sender.id,
    sender_email: apiEmail(ctx, sender),
    sender_full_name: sender.full_name,
    sender_realm_str: '',
    avatar_url: avatarUrl(ctx, sender),
    is_gravatar: isGravatar(sender),
    client: message.client,
    content: message.content,
    rendered: message.rendered,
    timestamp: message.sent_at,
    is_me_message: isMeMessage(message.content),
    reactions: message.traits & TRAIT.reactions ? store.reactions.ofMessage(message.id) : [],
    submessages: message.traits & TRAIT.submessages ? store.submessages.ofMessage(message.id) : [],
    ...editFacts(ctx, message),
  }
  if (message.channel_id === null) {
    return {
      ...common,
      type: 'private',
      display_recipient: participants(ctx, message.member_key!),
      recipient_id: directRecipient(message.conversation_id),
      topic: '',
      topic_links: [],
    }
  }
  return {
    ...common,
    type: 'stream',
    display_recipient: message.channel_name!,
    recipient_id: channelRecipient(message.channel_id),
    stream_id: message.channel_id,
    topic: message.topic!,
    topic_links: linksInTopic(ctx, message.topic!),
  }
}

/** The user IDs of a direct conversation, from its `member_key`. */
export const memberIds = (memberKey: string) => memberKey.split(',').map(Number)

/** The same without one of them. */
export const otherMemberIds = (memberKey: string, userId: number) =>
  memberIds(memberKey).filter((id) => id !== userId)

const participants = (ctx: Context, memberKey: string): Participant[] =>
  memberIds(memberKey).map((id) => describeParticipant(ctx, ctx.store.users.find(id)!))

const describeParticipant = (ctx: Context, user: User): Participant => ({
  id: user.id,
  email: apiEmail(ctx, user),
  full_name: user.full_name,
  is_mirror_dummy: false,
})

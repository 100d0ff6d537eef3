// Who may be mentioned by which users, and the flags that mentions set.

import { CHANNEL_WILDCARD, TOPIC_WILDCARD } from '../../errors/messages.ts'
import { refuse } from '../../errors.ts'
import { ReceiverFlags } from '../../store/receiver-flags.ts'
import type { Channel } from '../../store/tables/channels.ts'
import type { Rendered } from '../../text/markdown/markdown.ts'
import { hasPermission, membershipOf } from '../access/groups.ts'
import type { Context } from '../kernel/context.ts'
import type { User } from '../users/users.ts'
import { alertedBy } from './alert-words.ts'
import { FLAG } from './flags.ts'

/** Wildcard mentions of up to this many people need no permission. */
const MAX_UNRESTRICTED_MENTIONS = 15

/** The place of a message that mentions people. */
interface MentionScope {
  /** undefined: a direct conversation. */
  channel: Channel | undefined
  /** undefined for the first message of a conversation. */
  conversationId: number | undefined
}

/** @throws RequestError if the sender may not mention so many people, or one of the groups */
export function requireMayMention(
  ctx: Context,
  sender: User,
  rendered: Rendered,
  place: MentionScope,
) {
  if (place.channel) requireMayMentionMany(ctx, sender, rendered, place.channel, place)
  const isSenderIn = membershipOf(ctx, sender)
  for (const groupId of rendered.mentionedGroupIds) {
    const group = ctx.store.groups.find(groupId)!
    const mentioners = group.can_mention_group
    if (group.is_system || (mentioners !== null && !isSenderIn(mentioners)))
      refuse('BAD_REQUEST', `You are not allowed to mention user group '${group.name}'.`)
  }
}

function requireMayMentionMany(
  ctx: Context,
  sender: User,
  rendered: Rendered,
  channel: Channel,
  place: MentionScope,
) {
  const may = () => hasPermission(ctx, sender, 'can_mention_many_users_group')
  if (
    rendered.hasChannelWildcard &&
    channel.subscriber_count > MAX_UNRESTRICTED_MENTIONS &&
    !may()
  ) {
    refuse(CHANNEL_WILDCARD)
  }
  if (
    rendered.hasTopicWildcard &&
    participants(ctx, place).length > MAX_UNRESTRICTED_MENTIONS &&
    !may()
  ) {
    refuse(TOPIC_WILDCARD)
  }
}

/** Users who wrote or reacted in the conversation. */
const participants = (ctx: Context, { conversationId }: MentionScope): number[] =>
  conversationId === undefined ? [] : ctx.store.conversations.participants(conversationId)

/** The flags that depend on the content of a message. */
export const CONTENT_FLAGS =
  FLAG.mentioned |
  FLAG.mentionedByGroup |
  FLAG.streamWildcardMentioned |
  FLAG.topicWildcardMentioned |
  FLAG.hasAlertWord

/**
 * The content flags of each user who has the message. Mentions of others have no effect.
 * @param userIds ascending
 */
export function contentFlags(
  ctx: Context,
  senderId: number,
  content: string,
  rendered: Rendered,
  place: MentionScope,
  userIds: readonly number[],
): ReceiverFlags {
  const everyone = rendered.hasChannelWildcard ? FLAG.streamWildcardMentioned : 0
  const flags = new ReceiverFlags(userIds, everyone)
  for (const userId of rendered.mentionedUserIds) flags.add(userId, FLAG.mentioned)
  for (const userId of mentionedByGroup(ctx, rendered, userIds))
    flags.add(userId, FLAG.mentioned | FLAG.mentionedByGroup)
  if (rendered.hasTopicWildcard && place.channel) {
    for (const userId of [senderId, ...participants(ctx, place)])
      flags.add(userId, FLAG.topicWildcardMentioned)
  }
  for (const userId of alertedBy(ctx, content)) flags.add(userId, FLAG.hasAlertWord)
  return flags
}

/** Those of some users that a mentioned group contains, without those who are no longer active. */
function mentionedByGroup(ctx: Context, rendered: Rendered, userIds: readonly number[]) {
  if (rendered.mentionedGroupIds.length === 0) return []
  const members = [...membersOfMentioned(ctx, rendered, userIds)]
  return members.filter((userId) => ctx.store.users.find(userId)!.is_active)
}

function* membersOfMentioned(ctx: Context, rendered: Rendered, userIds: readonly number[]) {
  const { groups } = ctx.store
  const mentioned = groups.withThoseBelow(rendered.mentionedGroupIds)
  const others = new Set(userIds)
  let read = 0
  for (const groupId of mentioned) {
    if (others.size === 0) return
    // Hundreds of groups may have the same thousands: then each of the others is looked for.
    if (read > userIds.length) return yield* groups.membersAmong([...others], mentioned)
    for (const userId of groups.members(groupId)) {
      read++
      if (others.delete(userId)) yield userId
    }
  }
}

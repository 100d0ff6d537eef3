import { refuse } from '../errors.ts'
import type { Channel } from '../store/channels.ts'
import type { Rendered } from '../text/markdown.ts'
import { alertedBy } from './alert-words.ts'
import type { Context } from './context.ts'
import { FLAG } from './flags.ts'
import { holds, isInGroup } from './groups.ts'
import type { User } from './users.ts'

/** Up to this many people anyone may alert at once. */
const FEW_PEOPLE = 15

/** What a message is in, or will be. */
interface Place {
  /** undefined: a direct conversation. */
  channel: Channel | undefined
  /** undefined: its first message is being written. */
  conversationId: number | undefined
}

/** @throws RequestError where somebody may not alert so many people, or a group (messages 1.5) */
export function requireMayMention(ctx: Context, sender: User, rendered: Rendered, place: Place) {
  if (place.channel) requireMayMentionMany(ctx, sender, rendered, place.channel, place)
  for (const groupId of rendered.mentionedGroupIds) {
    const group = ctx.store.groups.find(groupId)!
    if (group.can_mention_group !== null && !isInGroup(ctx, sender, group.can_mention_group))
      refuse('BAD_REQUEST', `You are not allowed to mention user group '${group.name}'.`)
  }
}

function requireMayMentionMany(
  ctx: Context,
  sender: User,
  rendered: Rendered,
  channel: Channel,
  place: Place,
) {
  const may = () => holds(ctx, sender, 'can_mention_many_users_group')
  if (rendered.hasChannelWildcard && channel.subscriber_count > FEW_PEOPLE && !may()) {
    refuse(
      'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
      'You do not have permission to use channel wildcard mentions in this channel.',
    )
  }
  if (rendered.hasTopicWildcard && participants(ctx, place).length > FEW_PEOPLE && !may()) {
    refuse(
      'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
      'You do not have permission to use topic wildcard mentions in this topic.',
    )
  }
}

/** Who has written in a topic or reacted there. */
const participants = (ctx: Context, { conversationId }: Place): number[] =>
  conversationId === undefined ? [] : ctx.store.conversations.participants(conversationId)

/** The flags that follow from what a message says, and change with it. */
export const CONTENT_FLAGS =
  FLAG.mentioned |
  FLAG.mentionedByGroup |
  FLAG.streamWildcardMentioned |
  FLAG.topicWildcardMentioned |
  FLAG.hasAlertWord

/**
 * These flags for each of the people who have the message (messages 1.6); mentioning anybody else
 * means nothing.
 */
export function contentFlags(
  ctx: Context,
  senderId: number,
  content: string,
  rendered: Rendered,
  place: Place,
  userIds: readonly number[],
): Map<number, number> {
  const everyone = rendered.hasChannelWildcard ? FLAG.streamWildcardMentioned : 0
  const flags = new Map(userIds.map((userId) => [userId, everyone]))
  const add = (userId: number, bits: number) => {
    const before = flags.get(userId)
    if (before !== undefined) flags.set(userId, before | bits)
  }
  for (const userId of rendered.mentionedUserIds) add(userId, FLAG.mentioned)
  for (const groupId of rendered.mentionedGroupIds) {
    for (const userId of ctx.store.groups.everyoneIn(groupId))
      add(userId, FLAG.mentioned | FLAG.mentionedByGroup)
  }
  if (rendered.hasTopicWildcard && place.channel) {
    for (const userId of [senderId, ...participants(ctx, place)])
      add(userId, FLAG.topicWildcardMentioned)
  }
  for (const userId of alertedBy(ctx, content)) add(userId, FLAG.hasAlertWord)
  return flags
}

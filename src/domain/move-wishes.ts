import { seconds } from '../base/clock.ts'
import { EMPTY_TOPIC_NAME, MAX_TOPIC_LENGTH } from '../base/limits.ts'
import { refuse } from '../errors.ts'
import type { Message } from '../store/messages.ts'
import { normaliseTopic, truncate } from '../text/content.ts'
import { hasContentAccess } from './access.ts'
import type { Context } from './context.ts'
import {
  type Move,
  type MoveRequest,
  requireAllRecent,
  requireMayChangeChannel,
  requireMayChangeTopic,
} from './move-permissions.ts'
import { sightOf } from './moved-sight.ts'
import { mayPost } from './recipients.ts'
import { requireMayCreateTopic, requireTopicAllowed } from './topic-rules.ts'
import { isResolveToggle, RESOLVED_PREFIX, topicKey } from './topics.ts'
import type { User } from './users.ts'

/** What a request says of the place; undefined leaves a thing as it is. */
export interface MoveWish {
  topic: string | undefined
  channelId: number | undefined
  mode: 'change_one' | 'change_later' | 'change_all'
  /** Leave a notice where the messages were. */
  notifyOld: boolean
  /** Leave one where they are now. */
  notifyNew: boolean
}

/** What of it differs from where the message is. */
export interface WishedPlace {
  topic: string | undefined
  channelId: number | undefined
}

/**
 * @param withContent the same request also changes the content
 * @throws RequestError for wishes that contradict each other or cannot be (messages 2.1)
 */
export function wishedPlace(message: Message, wish: MoveWish, withContent: boolean): WishedPlace {
  const isDirect = message.channel_id === null
  const asked = wish.topic === undefined ? undefined : cut(wish.topic)
  const topic = asked === (message.topic ?? '') ? undefined : asked
  const channelId = wish.channelId === message.channel_id ? undefined : wish.channelId
  const isMove = topic !== undefined || channelId !== undefined
  if (!withContent && !isMove) refuse('BAD_REQUEST', 'Nothing to change')
  if (isDirect && channelId !== undefined)
    refuse('BAD_REQUEST', 'Direct messages cannot be moved to channels.')
  if (isDirect && topic !== undefined) refuse('BAD_REQUEST', 'Direct messages cannot have topics.')
  if (wish.mode !== 'change_one' && !isMove)
    refuse('BAD_REQUEST', 'Invalid propagate_mode without topic edit')
  if (topic === RESOLVED_PREFIX.trim())
    refuse('BAD_REQUEST', 'General chat cannot be marked as resolved')
  requirePrintable(wish.topic ?? '')
  if (withContent && channelId !== undefined)
    refuse('BAD_REQUEST', 'Cannot change message content while changing channel')
  return { topic, channelId }
}

const cut = (raw: string) => {
  const topic = raw.trim()
  return topic === EMPTY_TOPIC_NAME ? '' : truncate(topic, MAX_TOPIC_LENGTH, '...')
}

function requirePrintable(topic: string) {
  const { problem } = normaliseTopic(topic)
  if (problem !== undefined) refuse('BAD_REQUEST', problem)
}

/**
 * The move somebody asks for, with all it concerns; undefined where the message stays.
 *
 * @param requireMayEdit asked between the rights to a topic and those to a channel
 * @throws RequestError where they may not (messages 2.1)
 */
export function permittedMove(
  ctx: Context,
  user: User,
  message: Message,
  wished: WishedPlace,
  { mode }: MoveWish,
  requireMayEdit: () => void,
): Move | undefined {
  if (wished.topic === undefined && wished.channelId === undefined) {
    requireMayEdit()
    return undefined
  }
  const request = requestFor(ctx, user, message, wished, mode)
  const { from, to } = request
  const changesChannel = from.channel.id !== to.channel.id
  requireTopicAllowed(ctx, to.channel, to.topic)
  if (wished.topic !== undefined) requireMayChangeTopic(ctx, user, request)
  requireMayEdit()
  if (changesChannel) requireMayChangeChannel(ctx, user, request, mayPost(ctx, user, to.channel))

  const { messageMoves, conversations } = ctx.store
  const first = mode === 'change_all' ? 0 : message.id
  const all =
    mode === 'change_one' ? [message.id] : messageMoves.idsFrom(message.conversation_id, first)
  const source = message.conversation_id
  const seen = (ids: readonly number[]) =>
    sightOf(ctx, from.channel, [user.id], ids).get(user.id) ?? []
  requireAllRecent(ctx, user, request, () => seen(all))
  const target = conversations.findTopic(to.channel.id, topicKey(to.topic))
  const isNew = target?.last_message_id == null
  // Whoever may resolve a topic may do so where only others start new ones.
  if (isNew && !request.isToggle) requireMayCreateTopic(ctx, user, to.channel)
  const ids = changesChannel ? seen(all) : all
  return {
    ...request,
    conversationId: source,
    ids,
    isWhole:
      ids[0] === messageMoves.oldestIn(source) &&
      ids.at(-1) === messageMoves.newestIn(source) &&
      ids.length === all.length,
    joinsOthers: !isNew && target.id !== source,
    byUserId: user.id,
    at: seconds(ctx.clock),
  }
}

function requestFor(
  ctx: Context,
  user: User,
  message: Message,
  wished: WishedPlace,
  mode: MoveRequest['mode'],
): MoveRequest {
  const { channels } = ctx.store
  const channel = channels.find(message.channel_id!)!
  const topic = wished.topic ?? message.topic!
  const target = wished.channelId === undefined ? channel : channels.find(wished.channelId)
  if (!target || target.is_archived || !hasContentAccess(ctx, user, target))
    refuse('BAD_REQUEST', 'Invalid channel ID')
  return {
    message,
    from: { channel, topic: message.topic! },
    to: { channel: target, topic },
    isToggle: target.id === channel.id && isResolveToggle(message.topic!, topic),
    mode,
  }
}

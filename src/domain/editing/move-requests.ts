// Reads what a request says about a move, and authorizes it.

import { seconds } from '../../base/clock.ts'
import { EMPTY_TOPIC_NAME, MAX_TOPIC_LENGTH } from '../../base/limits.ts'
import { INVALID_CHANNEL_ID } from '../../errors/channels.ts'
import { NOTHING_TO_CHANGE } from '../../errors/parameters.ts'
import { refuse } from '../../errors.ts'
import type { Message } from '../../store/tables/messages.ts'
import { normaliseTopic, truncate } from '../../text/content.ts'
import { hasContentAccess } from '../access/access.ts'
import { isResolveToggle, RESOLVED_PREFIX, topicKey } from '../content/topics.ts'
import type { Context } from '../kernel/context.ts'
import { mayPost } from '../messages/recipients.ts'
import { requireMayCreateTopic, requireTopicAllowed } from '../topics/topic-rules.ts'
import type { User } from '../users/users.ts'
import { readableIdsByUser } from './message-visibility.ts'
import { type KnownIds, movedIds } from './move-ids.ts'
import {
  type Move,
  type MoveRequest,
  requireAllRecent,
  requireMayChangeChannel,
  requireMayChangeTopic,
} from './move-permissions.ts'

/** The part of PATCH /messages/{id} about the place; undefined leaves it unchanged. */
export interface MoveOptions {
  topic: string | undefined
  channelId: number | undefined
  mode: 'change_one' | 'change_later' | 'change_all'
  /** Post a system message in the old place. */
  notifyOld: boolean
  /** Post one in the new place. */
  notifyNew: boolean
}

/**
 * Channel and topic of the request where they differ from the message's; undefined is unchanged.
 */
export interface MoveTarget {
  topic: string | undefined
  channelId: number | undefined
}

/**
 * @param withContent the same request also changes the content
 * @throws RequestError if parts of the request contradict each other or are impossible
 */
export function readMoveTarget(
  message: Message,
  options: MoveOptions,
  withContent: boolean,
): MoveTarget {
  const target = changedPlace(message, options)
  const { topic, channelId } = target
  const isMove = topic !== undefined || channelId !== undefined
  if (!withContent && !isMove) refuse(NOTHING_TO_CHANGE)
  if (message.channel_id === null) requireNoPlace(target)
  if (options.mode !== 'change_one' && !isMove)
    refuse('BAD_REQUEST', 'Invalid propagate_mode without topic edit')
  if (topic === RESOLVED_PREFIX.trim())
    refuse('BAD_REQUEST', 'General chat cannot be marked as resolved')
  requirePrintable(options.topic ?? '')
  if (withContent && channelId !== undefined)
    refuse('BAD_REQUEST', 'Cannot change message content while changing channel')
  return target
}

function changedPlace(message: Message, options: MoveOptions): MoveTarget {
  const topic = options.topic === undefined ? undefined : shortenTopic(options.topic)
  return {
    topic: topic === (message.topic ?? '') ? undefined : topic,
    channelId: options.channelId === message.channel_id ? undefined : options.channelId,
  }
}

/** Direct messages have neither a channel nor a topic. */
function requireNoPlace({ topic, channelId }: MoveTarget) {
  if (channelId !== undefined) refuse('BAD_REQUEST', 'Direct messages cannot be moved to channels.')
  if (topic !== undefined) refuse('BAD_REQUEST', 'Direct messages cannot have topics.')
}

const shortenTopic = (raw: string) => {
  const topic = raw.trim()
  return topic === EMPTY_TOPIC_NAME ? '' : truncate(topic, MAX_TOPIC_LENGTH, '...')
}

function requirePrintable(topic: string) {
  const { problem } = normaliseTopic(topic)
  if (problem !== undefined) refuse('BAD_REQUEST', problem)
}

/**
 * The requested move with all affected messages; undefined if the message stays where it is.
 *
 * @param known what was read ahead
 * @param requireMayEdit called between the checks of topic and channel, so that errors keep their order
 * @throws RequestError if the user may not make this move
 */
export function authorizeMove(
  ctx: Context,
  user: User,
  message: Message,
  wanted: MoveTarget,
  { mode }: MoveOptions,
  known: KnownIds | undefined,
  requireMayEdit: () => void,
): Move | undefined {
  if (wanted.topic === undefined && wanted.channelId === undefined) {
    requireMayEdit()
    return undefined
  }
  const request = requestFor(ctx, user, message, wanted, mode)
  const { from, to } = request
  const changesChannel = from.channel.id !== to.channel.id
  requireTopicAllowed(ctx, to.channel, to.topic)
  if (wanted.topic !== undefined) requireMayChangeTopic(ctx, user, request)
  requireMayEdit()
  if (changesChannel) requireMayChangeChannel(ctx, user, request, mayPost(ctx, user, to.channel))

  const { messageMoves, conversations } = ctx.store
  const all = movedIds(ctx, message, mode, known)
  const source = message.conversation_id
  const seen = (ids: readonly number[]) =>
    readableIdsByUser(ctx, from.channel, [user.id], ids).get(user.id) ?? []
  requireAllRecent(ctx, user, request, () => seen(all))
  const target = conversations.findTopic(to.channel.id, topicKey(to.topic))
  const isNew = target?.last_message_id == null
  // Resolving a topic needs no permission to start topics.
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
  wanted: MoveTarget,
  mode: MoveRequest['mode'],
): MoveRequest {
  const { channels } = ctx.store
  const channel = channels.find(message.channel_id!)!
  const topic = wanted.topic ?? message.topic!
  const target = wanted.channelId === undefined ? channel : channels.find(wanted.channelId)
  if (!target || target.is_archived || !hasContentAccess(ctx, user, target))
    refuse(INVALID_CHANNEL_ID)
  return {
    message,
    from: { channel, topic: message.topic! },
    to: { channel: target, topic },
    isToggle: target.id === channel.id && isResolveToggle(message.topic!, topic),
    mode,
  }
}

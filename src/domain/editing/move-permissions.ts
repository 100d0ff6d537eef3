// Who may move messages where, and until when.

import { seconds } from '../../base/clock.ts'
import { MAY_NOT_POST } from '../../errors/channels.ts'
import { MAY_NOT_EDIT, TOPIC_TOO_OLD_TO_MOVE } from '../../errors/messages.ts'
import { refuse } from '../../errors.ts'
import type { Channel, ChannelPermission } from '../../store/tables/channels.ts'
import type { Message } from '../../store/tables/messages.ts'
import { canAdministerChannel, hasChannelPermission } from '../access/access.ts'
import { hasPermission } from '../access/groups.ts'
import type { OrganizationPermission } from '../access/permissions.ts'
import { ROLE } from '../access/roles.ts'
import type { Context } from '../kernel/context.ts'
import { EDIT_GRACE_SECONDS } from '../messages/message-limits.ts'
import { theOrganization } from '../organization/organization.ts'
import type { User } from '../users/users.ts'

/** A topic of a channel: where messages are, or where they go. */
export interface TopicRef {
  channel: Channel
  topic: string
}

/** The facts about a requested move that decide whether it is allowed. */
export interface MoveRequest {
  message: Message
  from: TopicRef
  to: TopicRef
  /** Whether the request only marks the topic as resolved or takes the mark away. */
  isToggle: boolean
  mode: 'change_one' | 'change_later' | 'change_all'
}

/** A move that was permitted. */
export interface Move extends MoveRequest {
  /** Conversation that the messages leave. */
  conversationId: number
  /** IDs of the messages to move, ascending. */
  ids: readonly number[]
  /** Whether `ids` are all messages of the topic. */
  isWhole: boolean
  /** Whether the target topic already has messages. */
  joinsOthers: boolean
  byUserId: number
  at: number
}

/** Administrators of a channel hold all that its own groups grant about moving. */
const may = (
  ctx: Context,
  user: User,
  channel: Channel,
  inOrganization: OrganizationPermission,
  inChannel: ChannelPermission,
) =>
  hasPermission(ctx, user, inOrganization) ||
  hasChannelPermission(ctx, user, channel, inChannel) ||
  canAdministerChannel(ctx, user, channel)

/** Time limits do not apply to moderators. */
const hasTimeLimit = (user: User) => user.role > ROLE.moderator

const isOlder = (ctx: Context, message: Message, limit: number | null) =>
  limit !== null && seconds(ctx.clock) - message.sent_at > limit + EDIT_GRACE_SECONDS

/** @throws RequestError if the user may not change the topic of the message */
export function requireMayChangeTopic(ctx: Context, user: User, move: MoveRequest) {
  const { channel } = move.from
  if (move.isToggle) {
    if (!may(ctx, user, channel, 'can_resolve_topics_group', 'can_resolve_topics_group'))
      refuse('BAD_REQUEST', "You don't have permission to resolve topics in this channel.")
    return
  }
  if (
    !may(
      ctx,
      user,
      channel,
      'can_move_messages_between_topics_group',
      'can_move_messages_within_channel_group',
    )
  ) {
    refuse(MAY_NOT_EDIT)
  }
  const { move_messages_within_stream_limit_seconds } = theOrganization(ctx).settings
  if (hasTimeLimit(user) && isOlder(ctx, move.message, move_messages_within_stream_limit_seconds))
    refuse('BAD_REQUEST', "The time limit for editing this message's topic has passed.")
}

/**
 * @param mayPost whether the user may post in the target
 * @throws RequestError if the user may not move the message to another channel
 */
export function requireMayChangeChannel(
  ctx: Context,
  user: User,
  move: MoveRequest,
  mayPost: boolean,
) {
  if (
    !may(
      ctx,
      user,
      move.from.channel,
      'can_move_messages_between_channels_group',
      'can_move_messages_out_of_channel_group',
    )
  ) {
    refuse('BAD_REQUEST', "You don't have permission to move this message")
  }
  if (!mayPost) refuse(MAY_NOT_POST)
  const { move_messages_between_streams_limit_seconds } = theOrganization(ctx).settings
  if (hasTimeLimit(user) && isOlder(ctx, move.message, move_messages_between_streams_limit_seconds))
    refuse('BAD_REQUEST', "The time limit for editing this message's channel has passed")
}

/**
 * @param all reads the messages of the topic that would be moved, ascending
 * @throws RequestError MOVE_MESSAGES_TIME_LIMIT_EXCEEDED if one of them is too old
 */
export function requireAllRecent(
  ctx: Context,
  user: User,
  move: MoveRequest,
  all: () => readonly number[],
) {
  const limit = strictestLimit(ctx, move)
  if (move.mode !== 'change_all' || move.isToggle || limit === null || !hasTimeLimit(user)) return
  const since = seconds(ctx.clock) - limit
  const ids = all()
  if (ctx.store.messages.find(ids[0]!)!.sent_at >= since) return
  const allowed = ctx.store.messageMoves.countSince(ids, since)
  refuse(TOPIC_TOO_OLD_TO_MOVE, {
    total_messages_allowed_to_move: allowed,
    total_messages_in_topic: ids.length,
    first_message_id_allowed_to_move: allowed > 0 ? ids.at(-allowed) : null,
  })
}

/** Seconds; null where no limit applies. */
function strictestLimit(ctx: Context, { from, to }: MoveRequest): number | null {
  const { settings } = theOrganization(ctx)
  const limits = [
    ...(from.channel.id !== to.channel.id
      ? [settings.move_messages_between_streams_limit_seconds]
      : []),
    ...(from.topic !== to.topic ? [settings.move_messages_within_stream_limit_seconds] : []),
  ].filter((limit) => limit !== null)
  return limits.length > 0 ? Math.min(...limits) : null
}

import { seconds } from '../base/clock.ts'
import { refuse } from '../errors.ts'
import type { Channel, ChannelPermission } from '../store/channels.ts'
import type { Message } from '../store/messages.ts'
import { administers, holdsInChannel } from './access.ts'
import type { Context } from './context.ts'
import { holds } from './groups.ts'
import { EDIT_GRACE_SECONDS } from './message-limits.ts'
import { theOrganization } from './organization.ts'
import type { OrganizationPermission } from './permissions.ts'
import { ROLE } from './roles.ts'
import type { User } from './users.ts'

/** Where messages are, or shall be. */
export interface Place {
  channel: Channel
  topic: string
}

/** What a move changes, for those who decide about it. */
export interface MoveRequest {
  message: Message
  from: Place
  to: Place
  /** The topic is only marked as resolved, or no longer so. */
  isToggle: boolean
  mode: 'change_one' | 'change_later' | 'change_all'
}

/** A move that was permitted. */
export interface Move extends MoveRequest {
  /** The topic they leave. */
  conversationId: number
  /** What is to be moved, ascending. */
  ids: readonly number[]
  /** That is all the topic has. */
  isWhole: boolean
  /** There were messages where they go. */
  joinsOthers: boolean
  byUserId: number
  at: number
}

/** Administrators of a channel hold all that its own groups grant about moving (messages 2.1). */
const may = (
  ctx: Context,
  user: User,
  channel: Channel,
  inOrganization: OrganizationPermission,
  inChannel: ChannelPermission,
) =>
  holds(ctx, user, inOrganization) ||
  holdsInChannel(ctx, user, channel, inChannel) ||
  administers(ctx, user, channel)

/** Moderators clean up, however late. */
const hasTimeLimit = (user: User) => user.role > ROLE.moderator

const isOlder = (ctx: Context, message: Message, limit: number | null) =>
  limit !== null && seconds(ctx.clock) - message.sent_at > limit + EDIT_GRACE_SECONDS

/** @throws RequestError where a person may not give the message another topic */
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
    refuse('BAD_REQUEST', "You don't have permission to edit this message")
  }
  const { move_messages_within_stream_limit_seconds } = theOrganization(ctx).settings
  if (hasTimeLimit(user) && isOlder(ctx, move.message, move_messages_within_stream_limit_seconds))
    refuse('BAD_REQUEST', "The time limit for editing this message's topic has passed.")
}

/**
 * @param mayPost whether they may write where the message goes
 * @throws RequestError where a person may not take the message to another channel
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
  if (!mayPost) refuse('BAD_REQUEST', 'You do not have permission to post in this channel.')
  const { move_messages_between_streams_limit_seconds } = theOrganization(ctx).settings
  if (hasTimeLimit(user) && isOlder(ctx, move.message, move_messages_between_streams_limit_seconds))
    refuse('BAD_REQUEST', "The time limit for editing this message's channel has passed")
}

/**
 * @param all reads the messages of the topic that would be moved, ascending
 * @throws RequestError MOVE_MESSAGES_TIME_LIMIT_EXCEEDED where some of them are too old
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
  refuse(
    'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
    `You only have permission to move the ${allowed}/${ids.length} most recent messages in this topic.`,
    {
      first_message_id_allowed_to_move: allowed > 0 ? ids.at(-allowed) : null,
      total_messages_in_topic: ids.length,
      total_messages_allowed_to_move: allowed,
    },
  )
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

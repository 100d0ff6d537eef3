// Typing notifications. Nothing is stored.

import { INVALID_RECIPIENT_ID } from '../../errors/users.ts'
import { refuse } from '../../errors.ts'
import type { ServerEvent } from '../../events/types/types.ts'
import { readableChannel } from '../access/access.ts'
import { changeableMessage } from '../access/message-access.ts'
import { messageAudience } from '../access/message-audience.ts'
import { checkTopic } from '../content/topics.ts'
import type { Context } from '../kernel/context.ts'
import { userSetting } from '../users/user-settings.ts'
import { apiEmail, seesUser, type User } from '../users/users.ts'
import { memberIds } from './canonical-message.ts'
import { requireMayEditContent } from './message-limits.ts'
import { requireMayPost } from './recipients.ts'

type Op = 'start' | 'stop'

/** Larger channels get no typing notifications: someone is always typing there. */
const MAX_SUBSCRIBERS = 100

/** POST /typing in a channel. Nothing is stored: clients let it expire. */
export function typeInChannel(
  ctx: Context,
  user: User,
  op: Op,
  channelId: number,
  topicName: string,
) {
  requireWantsToTell(user, 'channel')
  const channel = readableChannel(ctx, user, channelId)
  requireMayPost(ctx, user, channel)
  const topic = checkTopic(topicName)
  const { id: stream_id, subscriber_count } = channel
  if (subscriber_count > MAX_SUBSCRIBERS) return
  emitTyping(
    ctx,
    user,
    { type: 'typing', op, message_type: 'stream', sender: describe(ctx, user), stream_id, topic },
    ctx.store.subscriptions.subscribers(channel.id),
  )
}

/** POST /typing to people. @param userIds the others; the sender is always included */
export function typeDirectly(ctx: Context, user: User, op: Op, userIds: readonly number[]) {
  if (userIds.length === 0) refuse('BAD_REQUEST', "Empty 'to' list")
  requireWantsToTell(user, 'direct')
  const others = userIds.map((id) => {
    const other = ctx.store.users.find(id)
    return other && seesUser(ctx, user, other) ? other : refuse(INVALID_RECIPIENT_ID, { id })
  })
  const members = new Map([user, ...others].map((member) => [member.id, member]))
  const recipients = [...members.values()]
    .sort((a, b) => a.id - b.id)
    .map((member) => describe(ctx, member))
  emitTyping(
    ctx,
    user,
    { type: 'typing', op, message_type: 'direct', sender: describe(ctx, user), recipients },
    members.keys(),
  )
}

/** POST /messages/{id}/typing: the author is editing the message. */
export function typeInMessage(ctx: Context, user: User, op: Op, messageId: number) {
  const message = changeableMessage(ctx, user, messageId)
  requireMayEditContent(ctx, user, message, 0)
  requireWantsToTell(user, message.channel_id === null ? 'direct' : 'channel')
  const event = { type: 'typing_edit_message', op, sender_id: user.id, message_id: messageId }
  if (message.channel_id === null) {
    const user_ids = memberIds(message.member_key!)
    const recipient = { type: 'direct', user_ids } as const
    emitTyping(ctx, user, { ...event, recipient } as ServerEvent, user_ids)
    return
  }
  const channel = ctx.store.channels.find(message.channel_id)!
  if (channel.subscriber_count > MAX_SUBSCRIBERS) return
  const recipient = { type: 'channel', channel_id: channel.id, topic: message.topic! } as const
  // Users who joined later may not have access to the message.
  const readers = new Set(messageAudience(ctx, message))
  const subscribers = ctx.store.subscriptions.subscribers(channel.id)
  const to = subscribers.filter((userId) => readers.has(userId))
  emitTyping(ctx, user, { ...event, recipient } as ServerEvent, to)
}

function requireWantsToTell(user: User, where: 'channel' | 'direct') {
  const [setting, what] =
    where === 'channel'
      ? (['send_stream_typing_notifications', 'channel'] as const)
      : (['send_private_typing_notifications', 'direct'] as const)
  if (!userSetting(user, setting))
    refuse('BAD_REQUEST', `User has disabled typing notifications for ${what} messages`)
}

const describe = (ctx: Context, user: User) => ({ user_id: user.id, email: apiEmail(ctx, user) })

function emitTyping(ctx: Context, sender: User, event: ServerEvent, userIds: Iterable<number>) {
  const to = [...userIds].filter((userId) => {
    const user = ctx.hub.isListening(userId) ? ctx.store.users.find(userId) : undefined
    return (
      user?.is_active &&
      userSetting(user, 'receives_typing_notifications') &&
      seesUser(ctx, user, sender)
    )
  })
  ctx.hub.publish([{ event, to }])
}

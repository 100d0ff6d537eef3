// Who may read a message, and who may change or react to it.

import { INVALID_MESSAGE } from '../../errors/messages.ts'
import { refuse } from '../../errors.ts'
import type { Message } from '../../store/tables/messages.ts'
import type { Context } from '../kernel/context.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { hasContentAccess, hasSharedHistory } from './access.ts'

/**
 * Whether a viewer may read a message (messages, "Message access"): a direct message if they have
 * it, a channel message if they may read the channel and either its history is shared or they
 * received it.
 */
export function mayReadMessage(ctx: Context, viewer: Viewer, message: Message): boolean {
  const received =
    viewer !== undefined && ctx.store.userMessages.flags(viewer.id, message.id) !== undefined
  if (message.channel_id === null) return received
  const channel = ctx.store.channels.find(message.channel_id)!
  return (
    hasSharedHistory(ctx, viewer, channel) || (received && hasContentAccess(ctx, viewer, channel))
  )
}

/**
 * @throws RequestError "Invalid message(s)", alike for what does not exist and what is not theirs
 */
export function readableMessage(ctx: Context, viewer: Viewer, id: number): Message {
  const message = ctx.store.messages.find(id)
  if (!message || !mayReadMessage(ctx, viewer, message)) refuse(INVALID_MESSAGE)
  return message
}

/** Like readableMessage, for changing it or reacting to it: archived channels can only be read. */
export function changeableMessage(ctx: Context, viewer: Viewer, id: number): Message {
  const message = readableMessage(ctx, viewer, id)
  if (message.channel_id !== null && ctx.store.channels.find(message.channel_id)!.is_archived) {
    refuse(INVALID_MESSAGE)
  }
  return message
}

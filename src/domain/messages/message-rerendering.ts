// Renders stored messages again when something they show has changed.

import { RequestError } from '../../errors.ts'
import type { Message } from '../../store/tables/messages.ts'
import { isMeMessage } from '../../text/content.ts'
import { RENDERER_VERSION, type Rendered } from '../../text/markdown/markdown.ts'
import { messageAudience } from '../access/message-audience.ts'
import { FLAG, flagsField } from '../content/flags.ts'
import { prepareRendering, renderFor } from '../content/rendering.ts'
import type { Context, Tx } from '../kernel/context.ts'
import { contentTraits } from './store-message.ts'

/**
 * Renders a stored message again because something it shows became available: a website preview or
 * a thumbnail. Its owners get an event with `rendering_only`. The content is unchanged: no new
 * mentions or alerts, no history entry, the same attached files.
 *
 * Must run inside a commit, so that it renders the current content.
 * @returns whether the message exists and looks different now
 */
export function rerenderMessage(tx: Tx, messageId: number): boolean {
  const message = tx.store.messages.find(messageId)
  const rendered = message && renderAgain(tx, message)
  if (!rendered || rendered.html === message.rendered) return false
  tx.store.messages.changeRendering(messageId, {
    rendered: rendered.html,
    renderer_version: RENDERER_VERSION,
    traits: contentTraits(rendered),
  })
  emitRendering(tx, message, rendered.html)
  return true
}

/** Before a commit that renders a message anew. */
export async function prepareRerendering(ctx: Context, messageId: number): Promise<void> {
  const message = ctx.store.messages.find(messageId)
  const sender = message && ctx.store.users.find(message.sender_id)
  if (!sender || sender.system_bot !== null) return
  try {
    await prepareRendering(ctx, sender, message.content)
  } catch (error) {
    // It is then typeset while it is rendered, within the same bounds.
    if (!(error instanceof RequestError)) throw error
  }
}

/** The new rendering of a stored message; undefined if it cannot or need not change. */
export function renderAgain(ctx: Context, message: Message): Rendered | undefined {
  const sender = ctx.store.users.find(message.sender_id)!
  // System messages may have been rendered for another viewer, which is not recorded.
  if (sender.system_bot !== null) return undefined
  try {
    return renderFor(ctx, sender, message.content)
  } catch (error) {
    // The new rendering would be too long, so the old one stays.
    if (error instanceof RequestError) return undefined
    throw error
  }
}

const emitRendering = (tx: Tx, message: Message, html: string) =>
  tx.emit(
    {
      type: 'update_message',
      user_id: null,
      edit_timestamp: tx.now,
      message_id: message.id,
      message_ids: [message.id],
      rendering_only: true,
      ...(message.channel_id !== null && {
        stream_id: message.channel_id,
        stream_name: message.channel_name!,
      }),
      content: message.content,
      rendered_content: html,
      is_me_message: isMeMessage(message.content),
    },
    messageAudience(tx, message),
    {
      personal: (userId) =>
        flagsField(tx.store.userMessages.flags(userId, message.id) ?? FLAG.read),
    },
  )

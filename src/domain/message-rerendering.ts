import { seconds } from '../base/clock.ts'
import { RequestError } from '../errors.ts'
import type { Message } from '../store/messages.ts'
import { isMeMessage } from '../text/content.ts'
import { RENDERER_VERSION, type Rendered } from '../text/markdown.ts'
import { searchText } from '../text/search-text.ts'
import type { Context } from './context.ts'
import { flagsField, NEVER_RECEIVED } from './flags.ts'
import { messageAudience } from './message-audience.ts'
import { contentTraits } from './messages.ts'
import { renderFor } from './rendering.ts'
import type { Emit } from './unit-of-work.ts'

/**
 * Renders a stored message anew, because something it shows has become known: a website, the
 * thumbnail of a picture. Whoever has the message is told (events 3.1, `rendering_only`). What
 * somebody said does not change by it: nobody is alerted or mentioned anew, the history gets no
 * entry, and attached files stay as they are.
 *
 * Inside a commit, so that it is the content of that moment which is rendered, never one that
 * somebody has just replaced.
 * @returns whether the message exists and looks different now
 */
export function rerenderMessage(ctx: Context, emit: Emit, messageId: number): boolean {
  const message = ctx.store.messages.find(messageId)
  const rendered = message && renderAgain(ctx, message)
  if (!rendered || rendered.html === message.rendered) return false
  ctx.store.messages.changeRendering(
    messageId,
    {
      rendered: rendered.html,
      renderer_version: RENDERER_VERSION,
      traits: contentTraits(rendered),
    },
    searchText(rendered.html),
  )
  ctx.messageCache.forget(messageId)
  announceRendering(ctx, emit, message, rendered.html)
  return true
}

/** What a stored message is rendered to now; undefined where it stays as it is. */
export function renderAgain(ctx: Context, message: Message): Rendered | undefined {
  const sender = ctx.store.users.find(message.sender_id)!
  // Notices were rendered with the eyes of somebody else, and it is not recorded whose.
  if (sender.system_bot !== null) return undefined
  try {
    return renderFor(ctx, sender, message.content)
  } catch (error) {
    // With what is known now it would be too long: it stays as it was.
    if (error instanceof RequestError) return undefined
    throw error
  }
}

const announceRendering = (ctx: Context, emit: Emit, message: Message, html: string) =>
  emit(
    {
      type: 'update_message',
      user_id: null,
      edit_timestamp: seconds(ctx.clock),
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
    messageAudience(ctx, message),
    {
      personal: (userId) =>
        flagsField(ctx.store.userMessages.flags(userId, message.id) ?? NEVER_RECEIVED),
    },
  )

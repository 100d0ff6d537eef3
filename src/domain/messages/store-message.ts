// Writes the rows of a message: text, search index, mentions, widget and files.

import { TRAIT } from '../../store/bits.ts'
import type { Message, NewMessage } from '../../store/tables/messages.ts'
import { RENDERER_VERSION, type Rendered } from '../../text/markdown/markdown.ts'
import { parseWidget } from '../../text/widgets.ts'
import { claimFiles } from '../content/attachments.ts'
import type { Tx } from '../kernel/context.ts'
import type { User } from '../users/users.ts'
import type { MessageDraft } from './message-draft.ts'

/** A checked draft, rendered, with the conversation it goes into. */
export interface RenderedMessage {
  sender: User
  draft: MessageDraft
  rendered: Rendered
  place: Pick<NewMessage, 'conversation_id' | 'channel_id' | 'topic'>
  /** What the conversation adds to the message when it is read. */
  seen: Pick<Message, 'topic' | 'member_key' | 'channel_name'>
}

/** The bits of `message.traits` that follow from the content: links, images, attachments. */
export const contentTraits = (rendered: Rendered) =>
  (rendered.hasLink ? TRAIT.link : 0) |
  (rendered.hasImage ? TRAIT.image : 0) |
  (rendered.hasAttachment ? TRAIT.attachment : 0)

/** @returns the new message as it would be read: nobody has to look for it again */
export function storeMessage(tx: Tx, message: RenderedMessage): Message {
  const { sender, draft, rendered, place, seen } = message
  const { messages, conversations } = tx.store
  const widget = draft.widget ?? parseWidget(draft.content)
  const row = {
    conversation_id: place.conversation_id,
    channel_id: place.channel_id,
    topic: place.topic,
    sender_id: sender.id,
    sent_at: tx.now,
    client: draft.client,
    content: draft.content,
    rendered: rendered.html,
    renderer_version: RENDERER_VERSION,
    traits: contentTraits(rendered) | (widget ? TRAIT.submessages : 0),
  }
  const id = messages.create(row, rendered.mentionedUserIds)
  conversations.setLastMessage(place.conversation_id, id)
  if (widget) {
    tx.store.submessages.add({
      message_id: id,
      sender_id: sender.id,
      msg_type: 'widget',
      content: JSON.stringify(widget),
    })
  }
  if (rendered.attachments.length > 0) claimFiles(tx, id, rendered.attachments)
  return { ...row, ...seen, id, history_floor: 0 }
}

// Who is writing in the conversation, below its messages. Its line is always there, so nothing moves.

import type { ConversationKey } from '../../model/conversations.ts'
import { listed } from '../../text/i18n/index.ts'
import { model } from '../here.ts'
import { messagesText as t } from './text.ts'

export function TypingLine({ conversation }: { conversation: ConversationKey }) {
  const writers = model.typing.writersIn(conversation)
  const names = writers.slice(0, 3).map((id) => model.users.name(id))
  return (
    <p class="typing">{names.length > 0 ? t.someoneTyping(listed(names), names.length) : ''}</p>
  )
}

// The one way into a conversation: everything that is sent goes through `deliver`.

import { MAX_MESSAGE_LENGTH } from '../../base/limits.ts'
import { refuse } from '../../errors.ts'
import { normaliseContent } from '../../text/content.ts'
import type { Tx } from '../kernel/context.ts'
import type { User } from '../users/users.ts'
import type { MessageDraft, SendResult } from './message-draft.ts'
import { sendDirect } from './send-direct.ts'
import { sendToChannel } from './send-to-channel.ts'

/** @throws RequestError where the message cannot be sent as the draft says */
export function deliver(tx: Tx, sender: User, draft: MessageDraft): SendResult {
  const { value: content, problem } = normaliseContent(draft.content, MAX_MESSAGE_LENGTH)
  if (content === undefined) refuse('BAD_REQUEST', problem)
  const checked = { ...draft, content }
  const { destination } = draft
  return destination.kind === 'channel'
    ? sendToChannel(tx, sender, checked, destination)
    : sendDirect(tx, sender, checked, destination)
}

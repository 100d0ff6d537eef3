// Takes a scheduled message back and puts its text into the composer of its conversation.

import { keyOfConversation } from '../../model/conversations.ts'
import type { Recipient } from '../../model/outbox.ts'
import { toast } from '../../ui/toast.tsx'
import { hashOfRecipient } from '../addresses.ts'
import { attempt } from '../attempt.ts'
import { model, session } from '../here.ts'
import { go } from '../router.ts'
import { listsText as t } from './text.ts'

interface Taken {
  scheduled_message_id: number
  to: Recipient
  content: string
}

/** @returns whether the message is not scheduled any more */
export const cancelScheduled = async (id: number): Promise<boolean> =>
  (await attempt(session.http.call('DELETE', `/scheduled_messages/${id}`))) !== undefined

export async function backToDrafts({ scheduled_message_id, to, content: taken }: Taken) {
  if (!(await cancelScheduled(scheduled_message_id))) return
  const key = keyOfConversation(to, model.users.ownId.peek())
  // What was begun meanwhile stays, below.
  const begun = model.drafts.peek(key)?.content.trim() ?? ''
  const content = begun === '' ? taken : `${taken}\n\n${begun}`
  session.drafts.write({
    key,
    to,
    content,
    caret: content.length,
    scroll: 0,
  })
  showInComposer(key, content)
  go(hashOfRecipient(to))
  toast(t.unscheduled)
}

/** A composer that is open reads its draft only when it comes to another conversation. */
function showInComposer(key: string, content: string) {
  const field = document.querySelector<HTMLTextAreaElement>('[data-composer]')
  if (field?.dataset.draft !== key) return
  field.value = content
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

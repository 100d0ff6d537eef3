// Forwards a message to another conversation, with a few words of one's own.

import { useSignal } from '@preact/signals'
import { type ConversationKey, conversationOf } from '../../../model/conversations.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { model, session } from '../../here.ts'
import { conversationName } from '../../names.tsx'
import { folded, ranked } from '../../rank.ts'
import { actionsText } from '../actions-text.ts'
import { quotation } from '../replying.ts'
import type { MessageDialogProps } from './props.ts'
import { dialogsText as t } from './text.ts'

const SHOWN = 10

/** Conversations that were seen lately, and each person. */
function places(typed: string): ConversationKey[] {
  const people = model.users.active.peek().map(({ user_id }) => `d:${user_id}`)
  const keys = [...new Set([...model.recents.order.peek(), ...people])]
  const named = keys.map((key, i) => ({
    item: key,
    name: folded(conversationName(key)),
    weight: -i,
  }))
  return ranked(named, typed, SHOWN)
}

export default function Forward({ message, onClose }: MessageDialogProps) {
  const typed = useSignal('')
  const chosen = useSignal<ConversationKey | undefined>(undefined)
  const note = useSignal('')
  const submit = async () => {
    const where = conversationOf(chosen.value!)
    const quoted = await quotation(message)
    if (quoted === undefined) return ''
    const to =
      where.kind === 'topic'
        ? { ...where, topic: model.topics.spelling(where.channelId, where.topic) }
        : where
    session.sender.send(to, [note.value.trim(), quoted].filter(Boolean).join('\n\n'))
    toast(t.forwarded)
  }
  return (
    <FormDialog
      title={actionsText.forward}
      action={actionsText.forward}
      isReady={chosen.value !== undefined}
      onClose={onClose}
      onSubmit={submit}
    >
      <div class="field">
        <span class="label">{t.forwardTo}</span>
        <Combobox
          class="input"
          autofocus
          label={t.forwardTo}
          value={typed.value}
          optionsFor={places}
          keyOf={(key) => key}
          draw={(key) => <span class="cut">{conversationName(key)}</span>}
          onInput={(text) => {
            typed.value = text
            chosen.value = undefined
          }}
          onPick={(key) => {
            typed.value = conversationName(key)
            chosen.value = key
          }}
        />
      </div>
      <label class="field">
        <span class="label">{t.forwardNote}</span>
        <textarea
          class="input"
          rows={3}
          value={note.value}
          onInput={(event) => (note.value = event.currentTarget.value)}
        />
      </label>
    </FormDialog>
  )
}

// Tells the moderators about a message.

import { useSignal } from '@preact/signals'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { session } from '../../here.ts'
import { reasonOf } from '../../refused.ts'
import type { MessageDialogProps } from './props.ts'
import { dialogsText as t } from './text.ts'

const REASONS = ['spam', 'harassment', 'inappropriate', 'norms', 'other'] as const

export default function Report({ message, onClose }: MessageDialogProps) {
  const reason = useSignal<(typeof REASONS)[number]>('spam')
  const description = useSignal('')
  const submit = async () => {
    const answer = await session.actions.report(message.id, reason.value, description.value.trim())
    if (!answer.ok) return reasonOf(answer)
    toast(t.reportSent)
  }
  return (
    <FormDialog
      title={t.reportTitle}
      size="narrow"
      action={t.send}
      onClose={onClose}
      onSubmit={submit}
    >
      <p class="hint">{t.reportHint}</p>
      <label class="field">
        <span class="label">{t.reportReason}</span>
        <select
          class="input"
          value={reason.value}
          onChange={(event) => (reason.value = event.currentTarget.value as typeof reason.value)}
        >
          {REASONS.map((value) => (
            <option key={value} value={value}>
              {t.reasons[value]}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span class="label">{t.reportWords}</span>
        <textarea
          class="input"
          rows={4}
          maxLength={1000}
          required={reason.value === 'other'}
          value={description.value}
          onInput={(event) => (description.value = event.currentTarget.value)}
        />
      </label>
    </FormDialog>
  )
}

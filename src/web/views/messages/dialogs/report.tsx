// Tells the moderators about a message.

import { useSignal } from '@preact/signals'
import type { TargetedEvent } from 'preact'
import { useId } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { uiText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.tsx'
import { session } from '../../here.ts'
import { reasonOf } from '../../refused.ts'
import { actionsText as t } from '../actions-text.ts'
import type { MessageDialogProps } from './props.ts'

const REASONS = ['spam', 'harassment', 'inappropriate', 'norms', 'other'] as const

export default function Report({ message, onClose }: MessageDialogProps) {
  const reason = useSignal<(typeof REASONS)[number]>('spam')
  const description = useSignal('')
  const problem = useSignal('')
  const id = useId()
  const submit = async (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault()
    const answer = await session.actions.report(message.id, reason.value, description.value.trim())
    if (!answer.ok) {
      problem.value = reasonOf(answer)
      return
    }
    onClose()
    toast(t.reportSent)
  }
  return (
    <Dialog
      title={t.reportTitle}
      size="narrow"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{uiText.cancel}</Button>
          <Button kind="primary" type="submit" form={id}>
            {t.send}
          </Button>
        </>
      }
    >
      <form id={id} class="form" onSubmit={(event) => void submit(event)}>
        <p class="hint">{t.reportHint}</p>
        {problem.value && (
          <p class="alert" role="alert">
            {problem.value}
          </p>
        )}
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
      </form>
    </Dialog>
  )
}

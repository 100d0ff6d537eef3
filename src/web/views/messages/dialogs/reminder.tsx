// Sets a reminder of a message.

import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { fullTime } from '../../../text/format.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { session } from '../../here.ts'
import { reasonOf } from '../../refused.ts'
import { mornings, TimeChoice, useTime } from '../../times/choice.tsx'
import { actionsText } from '../actions-text.ts'
import type { MessageDialogProps } from './props.ts'
import { dialogsText as t } from './text.ts'

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)

const times = () => [
  { key: '1', label: t.inOneHour, at: inHours(1) },
  { key: '3', label: t.inThreeHours, at: inHours(3) },
  ...mornings(),
]

export default function Reminder({ message, onClose }: MessageDialogProps) {
  const time = useTime(times)
  const note = useSignal('')
  const problemId = useId()
  const submit = async () => {
    const at = time.read()
    if (typeof at === 'string') return at
    const answer = await session.actions.remind(message.id, at, note.value.trim() || undefined)
    if (!answer.ok) return reasonOf(answer)
    toast(t.reminderSet(fullTime(at)))
  }
  return (
    <FormDialog
      title={t.reminderTitle}
      size="narrow"
      action={actionsText.remind}
      noValidate
      problemId={problemId}
      onClose={onClose}
      onSubmit={submit}
    >
      <TimeChoice time={time} problemId={problemId} />
      <label class="field">
        <span class="label">{t.reminderNote}</span>
        <input
          class="input"
          maxLength={60}
          value={note.value}
          onInput={(event) => (note.value = event.currentTarget.value)}
        />
      </label>
    </FormDialog>
  )
}

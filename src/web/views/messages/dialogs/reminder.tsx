// Sets a reminder of a message.

import { useSignal } from '@preact/signals'
import type { TargetedEvent } from 'preact'
import { useId } from 'preact/hooks'
import { fullTime } from '../../../text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { uiText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.tsx'
import { session } from '../../here.ts'
import { morning, nextMonday } from '../../mornings.ts'
import { reasonOf } from '../../refused.ts'
import { actionsText as t } from '../actions-text.ts'
import type { MessageDialogProps } from './props.ts'

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)

const TIMES = [
  { label: () => t.inOneHour, at: () => inHours(1) },
  { label: () => t.inThreeHours, at: () => inHours(3) },
  { label: () => t.tomorrow, at: () => morning(1) },
  { label: () => t.nextWeek, at: nextMonday },
]

export default function Reminder({ message, onClose }: MessageDialogProps) {
  const chosen = useSignal(0)
  const custom = useSignal('')
  const note = useSignal('')
  const problem = useSignal('')
  const id = useId()
  const isCustom = chosen.value === TIMES.length

  const submit = async (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault()
    const date = isCustom ? new Date(custom.value) : TIMES[chosen.value]!.at()
    const at = Math.floor(date.getTime() / 1000)
    const answer = await session.actions.remind(message.id, at, note.value.trim() || undefined)
    if (!answer.ok) {
      problem.value = reasonOf(answer)
      return
    }
    onClose()
    toast(t.reminderSet(fullTime(at)))
  }
  return (
    <Dialog
      title={t.reminderTitle}
      size="narrow"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{uiText.cancel}</Button>
          <Button kind="primary" type="submit" form={id} disabled={isCustom && !custom.value}>
            {t.remind}
          </Button>
        </>
      }
    >
      <form id={id} class="form" onSubmit={(event) => void submit(event)}>
        {problem.value && (
          <p class="alert" role="alert">
            {problem.value}
          </p>
        )}
        <fieldset class="choices">
          <legend class="label">{t.reminderWhen}</legend>
          {[...TIMES.map(({ label }) => label()), t.atTime].map((label, i) => (
            <label class="check" key={label}>
              <input
                type="radio"
                name={id}
                checked={chosen.value === i}
                onChange={() => (chosen.value = i)}
              />
              {label}
            </label>
          ))}
        </fieldset>
        {isCustom && (
          <input
            class="input"
            type="datetime-local"
            aria-label={t.atTime}
            value={custom.value}
            onInput={(event) => (custom.value = event.currentTarget.value)}
          />
        )}
        <label class="field">
          <span class="label">{t.reminderNote}</span>
          <input
            class="input"
            maxLength={60}
            value={note.value}
            onInput={(event) => (note.value = event.currentTarget.value)}
          />
        </label>
      </form>
    </Dialog>
  )
}

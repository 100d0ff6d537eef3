// The dialog that says when a message goes out, and changes one that waits.

import { type Signal, useSignal } from '@preact/signals'
import type { TargetedEvent } from 'preact'
import { useId, useRef } from 'preact/hooks'
import type { Recipient } from '../../model/outbox.ts'
import type { ScheduledMessage } from '../../model/wire.ts'
import { fullTime } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { uiText } from '../../ui/text.ts'
import { toast, toastWithUndo } from '../../ui/toast.tsx'
import { session } from '../here.ts'
import { backToDrafts } from '../lists/back-to-drafts.ts'
import { fieldTime, morning, nextMonday } from '../mornings.ts'
import { reasonOf } from '../refused.ts'
import { laterText as t } from './later-text.ts'

type Props = { onClose: () => void } & (
  | { to: Recipient; content: string; onDone: () => void; scheduled?: undefined }
  | { scheduled: ScheduledMessage }
)

/** The choice that has a field of its own. */
const OWN = 'own'

interface Choice {
  key: string
  label: string
  at: Date
}

const choicesFor = (scheduled: ScheduledMessage | undefined): Choice[] => {
  const [tomorrow, monday] = [morning(1), nextMonday()]
  const known = scheduled && new Date(scheduled.scheduled_delivery_timestamp * 1000)
  return [
    ...(known && known.getTime() > Date.now()
      ? [{ key: 'known', label: t.asBefore, at: known }]
      : []),
    { key: 'tomorrow', label: t.tomorrow, at: tomorrow },
    // On Sundays both are the same.
    ...(monday.getTime() === tomorrow.getTime()
      ? []
      : [{ key: 'monday', label: t.monday, at: monday }]),
  ]
}

const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000)

export default function Later(props: Props) {
  const { scheduled, onClose } = props
  const choices = choicesFor(scheduled)
  const chosen = useSignal(choices[0]!.key)
  const own = useSignal(fieldTime(choices[0]!.at))
  const content = useSignal(scheduled?.content ?? '')
  const problem = useSignal('')
  const ownField = useRef<HTMLInputElement>(null)
  const id = useId()

  const submit = async (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault()
    const at = choices.find(({ key }) => key === chosen.value)?.at ?? new Date(own.value)
    problem.value = scheduled && content.value.trim() === '' ? t.emptyText : timeProblem(at)
    if (problem.value !== '') return void ownField.current?.focus()
    const answer = await (scheduled
      ? change(scheduled, content.value, secondsOf(at))
      : schedule(props as Extract<Props, { to: Recipient }>, secondsOf(at)))
    if (answer !== '') problem.value = answer
    else onClose()
  }
  return (
    <Dialog
      title={scheduled ? t.changeTitle : t.title}
      size={scheduled ? undefined : 'narrow'}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{uiText.cancel}</Button>
          <Button kind="primary" type="submit" form={id}>
            {scheduled ? t.save : t.schedule}
          </Button>
        </>
      }
    >
      <form id={id} class="form" noValidate onSubmit={(event) => void submit(event)}>
        {problem.value && (
          <p class="alert" role="alert" id={`${id}-problem`}>
            {problem.value}
          </p>
        )}
        {scheduled && (
          <label class="field">
            <span class="label">{t.content}</span>
            <textarea
              class="input"
              rows={5}
              value={content.value}
              onInput={(event) => (content.value = event.currentTarget.value)}
            />
          </label>
        )}
        <Times id={id} choices={choices} chosen={chosen} />
        {chosen.value === OWN && (
          <label class="field">
            <span class="label">{t.dateAndTime}</span>
            <input
              ref={ownField}
              class="input"
              type="datetime-local"
              value={own.value}
              min={fieldTime(new Date())}
              aria-invalid={problem.value !== ''}
              aria-describedby={`${id}-zone ${id}-problem`}
              onInput={(event) => (own.value = event.currentTarget.value)}
            />
            <span class="hint" id={`${id}-zone`}>
              {t.zone(Intl.DateTimeFormat().resolvedOptions().timeZone)}
            </span>
          </label>
        )}
      </form>
    </Dialog>
  )
}

interface TimesProps {
  id: string
  choices: readonly Choice[]
  chosen: Signal<string>
}

const Times = ({ id, choices, chosen }: TimesProps) => (
  <fieldset class="choices">
    <legend class="label">{t.when}</legend>
    {[...choices, { key: OWN, label: t.atTime, at: undefined }].map(({ key, label, at }) => (
      <label class="check" key={key}>
        <input
          type="radio"
          name={id}
          checked={chosen.value === key}
          onChange={() => (chosen.value = key)}
        />
        <span>
          {label} {at && <span class="hint">{fullTime(secondsOf(at))}</span>}
        </span>
      </label>
    ))}
  </fieldset>
)

/** '' if a message can go out then. */
function timeProblem(at: Date): string {
  if (Number.isNaN(at.getTime())) return t.timeNeeded
  return at.getTime() <= Date.now() ? t.past : ''
}

/** @returns why the message was not scheduled; '' if it was */
async function schedule(
  { to, content, onDone }: Extract<Props, { to: Recipient }>,
  at: number,
): Promise<string> {
  const where =
    to.kind === 'topic'
      ? { type: 'channel', to: to.channelId, topic: to.topic }
      : { type: 'direct', to: to.userIds }
  const answer = await session.http.call<{ scheduled_message_id: number }>(
    'POST',
    '/scheduled_messages',
    { ...where, content, scheduled_delivery_timestamp: at },
  )
  if (!answer.ok) return reasonOf(answer)
  const { scheduled_message_id } = answer
  onDone()
  toastWithUndo(
    t.scheduled(fullTime(at)),
    () => void backToDrafts({ scheduled_message_id, to, content }),
  )
  return ''
}

/** @returns why it was not changed; '' if it was */
async function change(
  { scheduled_message_id: id }: ScheduledMessage,
  content: string,
  at: number,
): Promise<string> {
  const answer = await session.http.call('PATCH', `/scheduled_messages/${id}`, {
    content,
    scheduled_delivery_timestamp: at,
  })
  if (!answer.ok) return reasonOf(answer)
  toast(t.changed(fullTime(at)))
  return ''
}

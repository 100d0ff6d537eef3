// The dialogs about a message that goes out later: when it shall, and changing one that waits.

import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import type { Recipient } from '../../model/outbox.ts'
import type { ScheduledMessage } from '../../model/wire.ts'
import { destination } from '../../sync/sender.ts'
import { fullTime } from '../../text/format.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast, toastWithUndo } from '../../ui/toast.tsx'
import { session } from '../here.ts'
import { backToDrafts } from '../lists/back-to-drafts.ts'
import { reasonOf } from '../refused.ts'
import { mornings, TimeChoice, useTime } from '../times/choice.tsx'
import { laterText as t } from './later-text.ts'

interface SendLaterProps {
  to: Recipient
  content: string
  /** Called when the message is scheduled, before the dialog closes. */
  onDone: () => void
  onClose: () => void
}

export function SendLater({ to, content, onDone, onClose }: SendLaterProps) {
  const time = useTime(mornings)
  const problemId = useId()
  const submit = async () => {
    const at = time.read()
    if (typeof at === 'string') return at
    const answer = await session.http.call<{ scheduled_message_id: number }>(
      'POST',
      '/scheduled_messages',
      { ...destination(to), content, scheduled_delivery_timestamp: at },
    )
    if (!answer.ok) return reasonOf(answer)
    const { scheduled_message_id } = answer
    onDone()
    const undo = () => void backToDrafts({ scheduled_message_id, to, content })
    toastWithUndo(t.scheduled(fullTime(at)), undo)
  }
  return (
    <FormDialog
      title={t.title}
      size="narrow"
      action={t.schedule}
      noValidate
      problemId={problemId}
      onClose={onClose}
      onSubmit={submit}
    >
      <TimeChoice time={time} problemId={problemId} />
    </FormDialog>
  )
}

interface RescheduleProps {
  scheduled: ScheduledMessage
  onClose: () => void
}

export function Reschedule({ scheduled, onClose }: RescheduleProps) {
  const time = useTime(() => timesFrom(scheduled))
  const content = useSignal(scheduled.content)
  const problemId = useId()
  const submit = async () => {
    if (content.value.trim() === '') return t.emptyText
    const at = time.read()
    if (typeof at === 'string') return at
    const path = `/scheduled_messages/${scheduled.scheduled_message_id}`
    const changed = { content: content.value, scheduled_delivery_timestamp: at }
    const answer = await session.http.call('PATCH', path, changed)
    if (!answer.ok) return reasonOf(answer)
    toast(t.changed(fullTime(at)))
  }
  return (
    <FormDialog
      title={t.changeTitle}
      action={t.save}
      noValidate
      problemId={problemId}
      onClose={onClose}
      onSubmit={submit}
    >
      <label class="field">
        <span class="label">{t.content}</span>
        <textarea
          class="input"
          rows={5}
          value={content.value}
          onInput={(event) => (content.value = event.currentTarget.value)}
        />
      </label>
      <TimeChoice time={time} problemId={problemId} />
    </FormDialog>
  )
}

/** The time it has stays unless another is chosen; one that has passed cannot. */
function timesFrom({ scheduled_delivery_timestamp }: ScheduledMessage) {
  const at = new Date(scheduled_delivery_timestamp * 1000)
  const isAhead = at.getTime() > Date.now()
  return [...(isAhead ? [{ key: 'known', label: t.asBefore, at }] : []), ...mornings()]
}

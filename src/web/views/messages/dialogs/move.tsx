// Moves a message, or more of its topic, to another topic or channel.

import { useSignal } from '@preact/signals'
import type { TargetedEvent } from 'preact'
import { useId } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { uiText } from '../../../ui/text.ts'
import { model, session } from '../../here.ts'
import { reasonOf } from '../../refused.ts'
import { TopicField } from '../../topic-field.tsx'
import { actionsText as t } from '../actions-text.ts'
import type { MessageDialogProps } from './props.ts'

const MODES = [
  { value: 'change_one', label: () => t.moveOne },
  { value: 'change_later', label: () => t.moveLater },
  { value: 'change_all', label: () => t.moveAll },
] as const

export default function Move({ message, onClose }: MessageDialogProps) {
  const from = message.stream_id!
  const channelId = useSignal(from)
  const topic = useSignal(message.topic)
  const mode = useSignal<(typeof MODES)[number]['value']>('change_one')
  const problem = useSignal('')
  const id = useId()
  const channel = model.channels.get(from)!
  const elsewhere = model.permissions.mayMoveOut(channel, message)
  const channels = model.channels.subscribed.value.filter(
    ({ stream_id }) => elsewhere || stream_id === from,
  )
  const isSame = channelId.value === from && topic.value.trim() === message.topic

  const submit = async (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault()
    const place = {
      ...(topic.value.trim() !== message.topic && { topic: topic.value.trim() }),
      ...(channelId.value !== from && { channelId: channelId.value }),
    }
    const answer = await session.actions.moveMessages(message.id, place, mode.value)
    if (answer.ok) onClose()
    else problem.value = reasonOf(answer)
  }
  return (
    <Dialog
      title={t.moveTitle}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{uiText.cancel}</Button>
          <Button kind="primary" type="submit" form={id} disabled={isSame}>
            {t.move}
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
        <label class="field">
          <span class="label">{t.toChannel}</span>
          <select
            class="input"
            value={channelId.value}
            onChange={(event) => (channelId.value = Number(event.currentTarget.value))}
          >
            {channels.map(({ stream_id, name }) => (
              <option key={stream_id} value={stream_id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <div class="field">
          <span class="label">{t.toTopic}</span>
          <TopicField
            label={t.toTopic}
            channelId={channelId.value}
            value={topic.value}
            onChange={(typed) => (topic.value = typed)}
          />
        </div>
        <fieldset class="choices">
          <legend class="label">{t.which}</legend>
          {MODES.map(({ value, label }) => (
            <label class="check" key={value}>
              <input
                type="radio"
                name={id}
                checked={mode.value === value}
                onChange={() => (mode.value = value)}
              />
              {label()}
            </label>
          ))}
        </fieldset>
      </form>
    </Dialog>
  )
}

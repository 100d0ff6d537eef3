// Moves a message, or more of its topic, to another topic or channel.

import { useSignal } from '@preact/signals'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Radios } from '../../../ui/radios.tsx'
import { model, session } from '../../here.ts'
import { reasonOf } from '../../refused.ts'
import { TopicField } from '../../topic-field.tsx'
import { actionsText } from '../actions-text.ts'
import type { MessageDialogProps } from './props.ts'
import { dialogsText as t } from './text.ts'

const MODES = [
  { key: 'change_one', label: () => t.moveOne },
  { key: 'change_later', label: () => t.moveLater },
  { key: 'change_all', label: () => t.moveAll },
] as const

export default function Move({ message, onClose }: MessageDialogProps) {
  const from = message.stream_id!
  const channelId = useSignal(from)
  const topic = useSignal(message.topic)
  const mode = useSignal<(typeof MODES)[number]['key']>('change_one')
  const channel = model.channels.get(from)!
  const elsewhere = model.permissions.mayMoveOut(channel, message)
  const channels = model.channels.subscribed.value.filter(
    ({ stream_id }) => elsewhere || stream_id === from,
  )
  const isSame = channelId.value === from && topic.value.trim() === message.topic

  const submit = async () => {
    const place = {
      ...(topic.value.trim() !== message.topic && { topic: topic.value.trim() }),
      ...(channelId.value !== from && { channelId: channelId.value }),
    }
    const answer = await session.actions.moveMessages(message.id, place, mode.value)
    return answer.ok ? undefined : reasonOf(answer)
  }
  return (
    <FormDialog
      title={t.moveTitle}
      action={actionsText.move}
      isReady={!isSame}
      onClose={onClose}
      onSubmit={submit}
    >
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
      <Radios
        legend={t.which}
        options={MODES.map(({ key, label }) => ({ key, label: label() }))}
        chosen={mode}
      />
    </FormDialog>
  )
}

// How a message has changed, with what was added and taken away.

import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { fullTime } from '../../../text/format.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { model, session } from '../../here.ts'
import { topicName } from '../../names.tsx'
import { reasonOf } from '../../refused.ts'
import { actionsText } from '../actions-text.ts'
import { Content } from '../content.tsx'
import type { MessageDialogProps } from './props.ts'
import { dialogsText as t } from './text.ts'

interface Snapshot {
  topic: string
  prev_topic?: string
  rendered_content: string
  content_html_diff?: string
  timestamp: number
  user_id: number | null
}

export default function History({ message, onClose }: MessageDialogProps) {
  const states = useSignal<readonly Snapshot[] | undefined>(undefined)
  const problem = useSignal('')
  useEffect(() => {
    void session.actions.history(message.id).then((answer) => {
      if (answer.ok) states.value = answer.message_history as unknown as Snapshot[]
      else problem.value = reasonOf(answer)
    })
  }, [])
  return (
    <Dialog title={actionsText.history} size="wide" onClose={onClose}>
      {problem.value && <p role="alert">{problem.value}</p>}
      <ol class="history">
        {states.value?.map((state, i) => (
          <li key={`${state.timestamp} ${i}`}>
            <p class="hint">{whoAndWhen(state, i === 0)}</p>
            {state.prev_topic !== undefined && (
              <p>{t.historyTopic(topicName(state.prev_topic), topicName(state.topic))}</p>
            )}
            {(i === 0 || state.content_html_diff) && (
              <Content html={state.content_html_diff ?? state.rendered_content} />
            )}
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

function whoAndWhen({ user_id, timestamp }: Snapshot, isFirst: boolean): string {
  const name = user_id === null ? '' : model.users.name(user_id)
  return (isFirst ? t.historyFirst : t.historyEdit)(name, fullTime(timestamp))
}

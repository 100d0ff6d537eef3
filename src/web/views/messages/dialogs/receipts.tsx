// Who has read a message.

import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Avatar } from '../../../ui/avatar.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { model, session } from '../../here.ts'
import { reasonOf } from '../../refused.ts'
import { actionsText } from '../actions-text.ts'
import type { MessageDialogProps } from './props.ts'
import { dialogsText as t } from './text.ts'

export default function Receipts({ message, onClose }: MessageDialogProps) {
  const readers = useSignal<readonly number[] | undefined>(undefined)
  const problem = useSignal('')
  useEffect(() => {
    void session.actions.readReceipts(message.id).then((answer) => {
      if (answer.ok) readers.value = answer.user_ids
      else problem.value = reasonOf(answer)
    })
  }, [])
  const ids = readers.value
  return (
    <Dialog title={actionsText.receipts} size="narrow" onClose={onClose}>
      {problem.value && <p role="alert">{problem.value}</p>}
      {ids && <p>{ids.length > 0 ? t.readBy(ids.length) : t.readByNone}</p>}
      <ul class="list">
        {ids?.map((id) => (
          <li class="list-row" key={id}>
            <Avatar url={model.users.get(id)?.avatar_url} size={24} />
            {model.users.name(id)}
          </li>
        ))}
      </ul>
      <p class="hint">{t.receiptsHint}</p>
    </Dialog>
  )
}

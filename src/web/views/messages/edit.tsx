// Changes a message in its place, or shows how it was written to those who may not change it.

import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Message } from '../../model/messages.ts'
import { Button } from '../../ui/button.tsx'
import { growWith } from '../compose/growing.ts'
import { model, session } from '../here.ts'
import { reasonOf } from '../refused.ts'
import { editText as t } from './edit-text.ts'
import type { FeedState } from './feed-state.ts'

export default function EditBox({ feed, message }: { feed: FeedState; message: Message }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const problem = useSignal('')
  /** Until the source is there, typing would be lost and saving would empty the message. */
  const isLoaded = useSignal(false)
  const mayEdit = model.permissions.mayEdit(message) && message.submessages.length === 0
  const close = () => {
    feed.editing.value = undefined
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-message-id="${message.id}"]`)?.focus(),
    )
  }
  useEffect(() => {
    void session.actions.rawContent(message.id).then((answer) => {
      if (!answer.ok) {
        problem.value = reasonOf(answer)
        return
      }
      // Editing may have been given up meanwhile.
      if (!field.current) return
      field.current.value = answer.message.content
      isLoaded.value = true
      growWith(field.current)
      field.current.focus()
    })
  }, [])

  const save = async () => {
    if (!isLoaded.value) return
    const answer = await session.actions.editMessage(message.id, field.current!.value)
    if (answer.ok) close()
    else problem.value = reasonOf(answer)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return
    const sends = event.key === 'Enter' && !event.shiftKey && model.settings.get('enter_sends')
    if (event.key === 'Escape') close()
    else if (mayEdit && (sends || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))))
      void save()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div class="edit-box" data-own-keys>
      {problem.value && (
        <p class="alert" role="alert">
          {problem.value}
        </p>
      )}
      <textarea
        ref={field}
        class="input"
        aria-label={mayEdit ? t.editLabel : t.sourceLabel}
        readOnly={!mayEdit || !isLoaded.value}
        aria-busy={!isLoaded.value && problem.value === ''}
        rows={1}
        onInput={(event) => growWith(event.currentTarget)}
        onKeyDown={onKeyDown}
      />
      <div class="buttons">
        {mayEdit && (
          <Button kind="primary" onClick={() => void save()}>
            {t.save}
          </Button>
        )}
        <Button onClick={close}>{mayEdit ? t.cancel : t.closeSource}</Button>
      </div>
    </div>
  )
}

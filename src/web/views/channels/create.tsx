// The dialog that makes a channel.

import { effect, useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Radios } from '../../ui/radios.tsx'
import { toast } from '../../ui/toast.tsx'
import { hashOfChannel } from '../addresses.ts'
import { model, session } from '../here.ts'
import { reasonOf } from '../refused.ts'
import { go } from '../router.ts'
import { channelsText as t } from './text.ts'

const PRIVACIES = ['public', 'private'] as const

export function CreateChannel({ onClose }: { onClose: () => void }) {
  const id = useId()
  const isRefused = useSignal(false)
  const privacy = useSignal<(typeof PRIVACIES)[number]>('public')
  const isPrivate = privacy.value === 'private'
  const folders = model.folders.all().filter(({ is_archived }) => !is_archived)

  const refused = (why: string) => {
    isRefused.value = true
    document.getElementById(`${id}-name`)?.focus()
    return why
  }
  const create = async (given: FormData) => {
    const name = String(given.get('name')).trim()
    if (name === '') return refused(t.nameNeeded)
    const people = model.users.active.peek().filter(({ is_bot }) => !is_bot)
    const everyone = people.map(({ user_id }) => user_id)
    const folder = Number(given.get('folder'))
    // Unlike a subscription to a new name, this refuses a name that is in use.
    const answer = await session.http.call<{ id: number }>('POST', '/channels/create', {
      name,
      description: String(given.get('description')),
      subscribers: given.has('everyone') ? everyone : [model.users.ownId.peek()],
      invite_only: isPrivate,
      history_public_to_subscribers: isPrivate ? given.has('history') : undefined,
      folder_id: folder || undefined,
    })
    if (!answer.ok) return refused(reasonOf(answer))
    toast(t.created(name))
    goOnceKnown(answer.id)
  }

  return (
    <FormDialog
      title={t.create}
      action={t.create}
      noValidate
      problemId={`${id}-problem`}
      onClose={onClose}
      onSubmit={create}
    >
      <div class="field">
        <label for={`${id}-name`}>{t.name}</label>
        <input
          id={`${id}-name`}
          name="name"
          class="input"
          autofocus
          maxLength={60}
          aria-describedby={`${id}-hint ${id}-problem`}
          aria-invalid={isRefused.value}
        />
        <span class="hint" id={`${id}-hint`}>
          {t.nameHint}
        </span>
      </div>
      <div class="field">
        <label for={`${id}-description`}>{t.description}</label>
        <input id={`${id}-description`} name="description" class="input" maxLength={1024} />
      </div>
      {folders.length > 0 && (
        <div class="field">
          <label for={`${id}-folder`}>{t.folder}</label>
          <select id={`${id}-folder`} name="folder" class="input">
            <option value="">{t.noFolder}</option>
            {folders.map((folder) => (
              <option key={folder.id} value={folder.id}>
                {folder.name}
              </option>
            ))}
          </select>
        </div>
      )}
      <Radios
        legend={t.privacy}
        options={PRIVACIES.map((key) => ({ key, label: t[key] }))}
        chosen={privacy}
      />
      {isPrivate && (
        <label class="check">
          <input type="checkbox" name="history" defaultChecked />
          {t.privateHistory}
        </label>
      )}
      <label class="check">
        <input type="checkbox" name="everyone" />
        {t.everyone}
      </label>
    </FormDialog>
  )
}

/** Goes to a channel when the event about it has come, which may be after the answer. */
function goOnceKnown(id: number) {
  const stop = effect(() => {
    if (!model.channels.get(id)) return
    queueMicrotask(() => stop())
    go(hashOfChannel(id))
  })
}

// The dialog that makes a channel.

import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { hashOfChannel } from '../addresses.ts'
import { model, session } from '../here.ts'
import { reasonOf } from '../refused.ts'
import { go } from '../router.ts'
import { channelsText as t } from './text.ts'

export function CreateChannel({ onClose }: { onClose: () => void }) {
  const id = useId()
  const problem = useSignal('')
  const isPrivate = useSignal(false)
  const folders = model.folders.all().filter(({ is_archived }) => !is_archived)

  const create = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const name = String(form.get('name')).trim()
    if (name === '') {
      problem.value = t.nameNeeded
      document.getElementById(`${id}-name`)?.focus()
      return
    }
    const everyone = model.users.active.peek().filter(({ is_bot }) => !is_bot)
    const folder = Number(form.get('folder'))
    const answer = await session.http.call('POST', '/users/me/subscriptions', {
      subscriptions: [{ name, description: String(form.get('description')) }],
      invite_only: isPrivate.value,
      history_public_to_subscribers: isPrivate.value ? form.has('history') : undefined,
      principals: form.has('everyone') ? everyone.map(({ user_id }) => user_id) : undefined,
      folder_id: folder || undefined,
    })
    if (!answer.ok) {
      problem.value = reasonOf(answer)
      return
    }
    onClose()
    toast(t.created(name))
    const made = model.channels.byName(name)
    if (made) go(hashOfChannel(made.stream_id))
  }

  return (
    <Dialog title={t.create} onClose={onClose}>
      <form class="form" onSubmit={(event) => void create(event)} noValidate>
        {problem.value && (
          <p role="alert" class="problem" id={`${id}-problem`}>
            {problem.value}
          </p>
        )}
        <div class="field">
          <label for={`${id}-name`}>{t.name}</label>
          <input
            id={`${id}-name`}
            name="name"
            class="input"
            autofocus
            maxLength={60}
            aria-describedby={`${id}-hint`}
            aria-invalid={problem.value !== ''}
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
        <fieldset class="field">
          <legend class="label">{t.privacy}</legend>
          <label class="check">
            <input
              type="radio"
              name="privacy"
              checked={!isPrivate.value}
              onChange={() => (isPrivate.value = false)}
            />
            {t.public}
          </label>
          <label class="check">
            <input
              type="radio"
              name="privacy"
              checked={isPrivate.value}
              onChange={() => (isPrivate.value = true)}
            />
            {t.private}
          </label>
          {isPrivate.value && (
            <label class="check">
              <input type="checkbox" name="history" defaultChecked />
              {t.privateHistory}
            </label>
          )}
        </fieldset>
        <label class="check">
          <input type="checkbox" name="everyone" />
          {t.everyone}
        </label>
        <footer>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" kind="primary">
            {t.create}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

// One's name, picture and status, as others see them.

import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { attempt } from '../attempt.ts'
import { model, session } from '../here.ts'
import { reasonOf } from '../refused.ts'
import { Group } from '../settings-frame.tsx'
import { saySaved } from './controls.tsx'
import { settingsText as t } from './text.ts'

export const Profile = () => (
  <>
    <Group title={t.profile}>
      <Name />
      <Status />
    </Group>
    <Group title={t.picture}>
      <Picture />
    </Group>
  </>
)

function Name() {
  const id = useId()
  const problem = useSignal('')
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const answer = await session.actions.setSetting('full_name', String(form.get('name')))
    problem.value = answer.ok ? '' : reasonOf(answer)
    if (answer.ok) saySaved()
  }
  return (
    <form class="form one-field" onSubmit={(event) => void save(event)}>
      <div class="field">
        <label for={id}>{t.name}</label>
        <input
          id={id}
          name="name"
          class="input"
          autocomplete="name"
          defaultValue={model.users.me.full_name}
          aria-invalid={problem.value !== ''}
          aria-describedby={`${id}-problem`}
        />
        <span class="problem" id={`${id}-problem`} role="alert">
          {problem.value}
        </span>
      </div>
      <Button type="submit">{t.save}</Button>
    </form>
  )
}

function Status() {
  const id = useId()
  const own = model.users.statuses.get(model.users.ownId.value)?.status_text ?? ''
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const status_text = String(form.get('status'))
    if (await attempt(session.actions.setStatus({ status_text }))) saySaved()
  }
  return (
    <form class="form one-field" onSubmit={(event) => void save(event)}>
      <div class="field">
        <label for={id}>{t.status}</label>
        <input
          id={id}
          key={own}
          name="status"
          class="input"
          maxLength={60}
          defaultValue={own}
          aria-describedby={`${id}-hint`}
        />
        <span class="hint" id={`${id}-hint`}>
          {t.statusHint}
        </span>
      </div>
      <Button type="submit">{t.save}</Button>
    </form>
  )
}

function Picture() {
  const { me } = model.users
  const choose = async (input: HTMLInputElement) => {
    const [file] = input.files ?? []
    if (!file) return
    if (await attempt(session.uploads.setPicture(file))) saySaved()
    input.value = ''
  }
  const remove = async () => {
    if (await attempt(session.http.call('DELETE', '/users/me/avatar'))) saySaved()
  }
  return (
    <div class="row picture-row">
      <Avatar url={me.avatar_url} size={72} />
      <label class="button">
        {t.newPicture}
        <input
          type="file"
          class="sr"
          accept="image/png,image/jpeg,image/gif,image/webp"
          onChange={(event) => void choose(event.currentTarget)}
        />
      </label>
      <Button kind="quiet" onClick={() => void remove()}>
        {t.noPicture}
      </Button>
    </div>
  )
}

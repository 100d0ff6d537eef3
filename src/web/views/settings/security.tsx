// The password, the API key, and where one is logged in.

import { useSignal } from '@preact/signals'
import { useEffect, useId } from 'preact/hooks'
import { timeAgo } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { attempt } from '../attempt.ts'
import { copy } from '../content/clipboard.ts'
import { model, session } from '../here.ts'
import { now } from '../now.ts'
import { reasonOf } from '../refused.ts'
import { Group } from '../settings-frame.tsx'
import { settingsText as t } from './text.ts'

export const Security = () => (
  <>
    <Group title={t.password}>
      <Password />
    </Group>
    <Group title={t.sessions}>
      <Sessions />
    </Group>
    <Group title={t.apiKey}>
      <ApiKey />
    </Group>
  </>
)

function Password() {
  const id = useId()
  const problem = useSignal('')
  const change = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const given = new FormData(form)
    const answer = await session.http.call('PATCH', '/settings', {
      old_password: String(given.get('old')),
      new_password: String(given.get('new')),
    })
    problem.value = answer.ok ? '' : reasonOf(answer)
    if (!answer.ok) return form.querySelector('input')?.focus()
    form.reset()
    toast(t.passwordChanged)
  }
  return (
    <form class="form" onSubmit={(event) => void change(event)}>
      <input
        type="text"
        class="sr"
        autocomplete="username"
        tabIndex={-1}
        aria-hidden="true"
        value={model.users.me.delivery_email ?? ''}
        readOnly
      />
      <div class="field">
        <label for={`${id}-old`}>{t.oldPassword}</label>
        <input
          id={`${id}-old`}
          name="old"
          type="password"
          class="input"
          required
          autocomplete="current-password"
        />
      </div>
      <div class="field">
        <label for={`${id}-new`}>{t.newPassword}</label>
        <input
          id={`${id}-new`}
          name="new"
          type="password"
          class="input"
          required
          autocomplete="new-password"
          aria-invalid={problem.value !== ''}
          aria-describedby={`${id}-problem`}
        />
        <span class="problem" id={`${id}-problem`} role="alert">
          {problem.value}
        </span>
      </div>
      <Button type="submit">{t.changePassword}</Button>
    </form>
  )
}

interface SessionRow {
  id: string
  /** Such as "Firefox on Linux"; may be empty. */
  browser: string
  /** UNIX seconds. */
  last_used_at: number
  is_current: boolean
}

function Sessions() {
  const rows = useSignal<SessionRow[]>([])
  const load = async () => {
    const answer = await session.http.call<{ sessions: SessionRow[] }>('GET', '/web/sessions')
    if (answer.ok) rows.value = answer.sessions
  }
  useEffect(() => void load(), [])
  const end = async (path: string) => {
    if (await attempt(session.http.call('DELETE', path))) {
      toast(t.ended)
      await load()
    }
  }
  return (
    <>
      <ul class="list">
        {rows.value.map(({ id, browser, last_used_at, is_current }) => (
          <li class="list-row" key={id}>
            <span class="name cut">{browser || t.someBrowser}</span>
            <span class="second">
              {is_current ? t.thisSession : t.lastUsed(timeAgo(last_used_at, now.value))}
            </span>
            {!is_current && (
              <Button kind="quiet" onClick={() => void end(`/web/sessions/${id}`)}>
                {t.endSession}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {rows.value.length > 1 && (
        <Button onClick={() => void end('/web/sessions')}>{t.endOthers}</Button>
      )}
    </>
  )
}

function ApiKey() {
  const id = useId()
  const key = useSignal('')
  const problem = useSignal('')
  const show = async (event: SubmitEvent) => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget as HTMLFormElement).get('password'))
    const answer = await session.http.call<{ api_key: string }>('POST', '/fetch_api_key', {
      username: model.users.me.delivery_email ?? '',
      password,
    })
    problem.value = answer.ok ? '' : reasonOf(answer)
    if (answer.ok) key.value = answer.api_key
  }
  return (
    <>
      <p class="note">{t.apiKeyHint}</p>
      {key.value ? (
        <div class="row">
          <code>{key.value}</code>
          <Button
            onClick={async () => {
              if (await copy(key.value)) toast(t.copied)
            }}
          >
            {t.copy}
          </Button>
        </div>
      ) : (
        <form class="form" onSubmit={(event) => void show(event)}>
          <div class="field">
            <label for={id}>{t.yourPassword}</label>
            <input
              id={id}
              name="password"
              type="password"
              class="input"
              required
              autocomplete="current-password"
              aria-describedby={`${id}-problem`}
            />
            <span class="problem" id={`${id}-problem`} role="alert">
              {problem.value}
            </span>
          </div>
          <Button type="submit">{t.showKey}</Button>
        </form>
      )}
    </>
  )
}

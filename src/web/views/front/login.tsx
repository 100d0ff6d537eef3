// Logging in, as a page of its own.

import { useSignal } from '@preact/signals'
import type { TargetedEvent } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { isRemembered, setRemembered } from '../../sync/browser.ts'
import { Button } from '../../ui/button.tsx'
import { environment, session } from '../here.ts'
import { frontText as t } from './text.ts'

export default function Login() {
  const problem = useSignal('')
  const busy = useSignal(false)
  const organization = useSignal('')
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    void session.http.file<{ name: string }>('/manifest.webmanifest').then((answer) => {
      if (answer.ok) organization.value = answer.name
    })
  }, [])

  const submit = async (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    await setRemembered(given.has('remember'), environment)
    busy.value = true
    problem.value = ''
    const answer = await session.logIn(
      String(given.get('email')).trim(),
      String(given.get('password')),
    )
    busy.value = false
    if (answer.ok) return
    problem.value = WORDS[answer.code]?.() ?? answer.msg
    form.current?.querySelector<HTMLInputElement>('[name=password]')?.select()
  }
  return (
    <main class="front">
      <form class="front-card" ref={form} onSubmit={(event) => void submit(event)}>
        <header>
          <img src={iconAddress()} alt="" />
          <h1>{t.title(organization.value)}</h1>
        </header>
        <div role="alert" class={problem.value ? 'alert' : ''}>
          {problem.value}
        </div>
        <label class="field">
          <span class="label">{t.email}</span>
          <input
            class="input"
            name="email"
            type="email"
            autocomplete="username"
            required
            autofocus
          />
        </label>
        <label class="field">
          <span class="label">{t.password}</span>
          <input
            class="input"
            name="password"
            type="password"
            autocomplete="current-password"
            required
            aria-invalid={problem.value ? 'true' : undefined}
          />
        </label>
        <label class="check">
          <input name="remember" type="checkbox" defaultChecked={isRemembered()} />
          {t.remember}
        </label>
        <Button kind="primary" type="submit" disabled={busy.value}>
          {t.logIn}
        </Button>
        <p class="hint">
          <a href="/password/forgot">{t.forgotten}</a>
        </p>
      </form>
    </main>
  )
}

/** For refusals that the server words for programs. */
const WORDS: Record<string, () => string> = {
  NETWORK: () => t.noConnection,
  AUTHENTICATION_FAILED: () => t.wrong,
}

const iconAddress = () => document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href

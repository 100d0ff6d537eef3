// The mail of this server, for owners: whether it is sent, how it goes, and a test.

import { useSignal } from '@preact/signals'
import { useEffect, useId } from 'preact/hooks'
import { language } from '../../text/i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { model, session } from '../here.ts'
import { reasonOf } from '../refused.ts'
import { organizationText as t } from './text.ts'

interface MailStatus extends Record<string, unknown> {
  sends_mail: boolean
  waiting: number
  sent_today: number
  failed_today: number
  last_failure: string | null
}

export function Mail() {
  const status = useSignal<MailStatus | undefined>(undefined)
  const said = useSignal('')
  const load = async () => {
    const answer = await session.http.call<MailStatus>('GET', '/realm/mail')
    if (answer.ok) status.value = answer
    else said.value = answer.msg
  }
  useEffect(() => void load(), [])
  const test = async () => {
    const answer = await session.http.call('POST', '/realm/mail/test')
    said.value = answer.ok ? t.mailTested : answer.msg
    await load()
  }
  const known = status.value
  return (
    <section>
      <h2>{t.mail}</h2>
      {known && !known.sends_mail && <p>{t.noMail}</p>}
      {known?.sends_mail && (
        <>
          <p>{t.mailCounts(known.waiting, known.sent_today, known.failed_today)}</p>
          {known.last_failure !== null && <p>{t.mailFailure(known.last_failure)}</p>}
          <Button onClick={() => void test()}>{t.mailTest}</Button>
          <Digests />
        </>
      )}
      <p role="status">{said.value}</p>
    </section>
  )
}

/** A Monday, so that the days of a week can be named. */
const MONDAY = Date.UTC(2024, 0, 1)

const dayName = (day: number) =>
  new Date(MONDAY + day * 86_400_000).toLocaleDateString(language, {
    weekday: 'long',
    timeZone: 'UTC',
  })

/** Whether and when people who were away get a digest. */
function Digests() {
  const id = useId()
  const isOn = model.organization.get('digest_emails_enabled') === true
  const change = async (settings: Record<string, unknown>) => {
    const answer = await session.http.call('PATCH', '/realm', settings)
    toast(answer.ok ? t.saved : reasonOf(answer))
  }
  return (
    <fieldset class="choices digests">
      <legend class="label">{t.digests}</legend>
      <label class="check">
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={`${id}-hint`}
          onChange={(event) => void change({ digest_emails_enabled: event.currentTarget.checked })}
        />
        {t.digestsOn}
      </label>
      <p class="note" id={`${id}-hint`}>
        {t.digestsHint}
      </p>
      <div class="field">
        <label for={id}>{t.digestDay}</label>
        <select
          id={id}
          class="input"
          disabled={!isOn}
          value={String(model.organization.get('digest_weekday') ?? 1)}
          onChange={(event) => void change({ digest_weekday: Number(event.currentTarget.value) })}
        >
          {[0, 1, 2, 3, 4, 5, 6].map((day) => (
            <option key={day} value={String(day)}>
              {dayName(day)}
            </option>
          ))}
        </select>
      </div>
    </fieldset>
  )
}

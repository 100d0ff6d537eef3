// The mail of this server, for owners: whether it is sent, how it goes, and a test.

import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { session } from '../here.ts'
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
        </>
      )}
      <p role="status">{said.value}</p>
    </section>
  )
}

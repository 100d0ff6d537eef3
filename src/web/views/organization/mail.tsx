// The mail of this server, for owners: whether it is sent, how it goes, and a test.

import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { language } from '../../text/i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField, SelectField } from '../../ui/fields.tsx'
import { toast } from '../../ui/toast.tsx'
import { attempt } from '../attempt.ts'
import { model, session } from '../here.ts'
import { reasonOf } from '../refused.ts'
import { Group } from '../settings-frame.tsx'
import { Commands, Facts } from './facts.tsx'
import { organizationText as t } from './text.ts'

export interface MailStatus extends Record<string, unknown> {
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
    else said.value = reasonOf(answer)
  }
  useEffect(() => void load(), [])
  const test = async () => {
    const answer = await session.http.call('POST', '/realm/mail/test')
    said.value = answer.ok ? t.mailTested : reasonOf(answer)
    await load()
  }
  const known = status.value
  return (
    <>
      <Group title={t.mail}>
        {known && <MailFacts mail={known} />}
        {known?.sends_mail && <Button onClick={() => void test()}>{t.mailTest}</Button>}
        <p role="status">{said.value}</p>
      </Group>
      {known?.sends_mail && (
        <Group title={t.digests}>
          <Digests />
        </Group>
      )}
    </>
  )
}

/** How mail goes, or that none does and what would change that. */
export const MailFacts = ({ mail }: { mail: MailStatus }) =>
  mail.sends_mail ? (
    <Facts
      rows={[
        [t.waiting, t.mails(mail.waiting)],
        [t.today, t.sentFailed(mail.sent_today, mail.failed_today)],
        mail.last_failure !== null && [t.lastFailure, mail.last_failure],
      ]}
    />
  ) : (
    <>
      <p>{t.noMail}</p>
      <Commands
        hint={t.turnMailOn}
        lines={["hearth serve … --smtp-url URL --mail-from 'Name <address>'"]}
      />
    </>
  )

/** A Monday, so that the days of a week can be named. */
const MONDAY = Date.UTC(2024, 0, 1)

/** Names of the days of a week by number, Monday 0. */
const weekdays = (): Record<string, string> =>
  Object.fromEntries(
    [0, 1, 2, 3, 4, 5, 6].map((day) => [
      day,
      new Date(MONDAY + day * 86_400_000).toLocaleDateString(language, {
        weekday: 'long',
        timeZone: 'UTC',
      }),
    ]),
  )

/** Whether and when people who were away get a digest. */
function Digests() {
  const isOn = model.organization.get('digest_emails_enabled') === true
  const change = async (settings: Record<string, unknown>) => {
    if (await attempt(session.http.call('PATCH', '/realm', settings))) toast(t.saved)
  }
  return (
    <>
      <CheckField
        label={t.digestsOn}
        hint={t.digestsHint}
        isOn={isOn}
        onChange={(digest_emails_enabled) => void change({ digest_emails_enabled })}
      />
      <SelectField
        label={t.digestDay}
        choices={weekdays()}
        value={String(model.organization.get('digest_weekday') ?? 1)}
        disabled={!isOn}
        onChange={(day) => void change({ digest_weekday: Number(day) })}
      />
    </>
  )
}

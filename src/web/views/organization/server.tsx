// How the server is doing, for owners and administrators: read-only, with the commands that change it.

import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { fullTime, timeAgo } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { uiText } from '../../ui/text.ts'
import { session } from '../here.ts'
import { now } from '../now.ts'
import { reasonOf } from '../refused.ts'
import { serverText as t } from './server-text.ts'

interface Status extends Record<string, unknown> {
  version: string
  url: string
  started_at: number
  problems: { what: string; message: string }[]
  mail: {
    sends_mail: boolean
    waiting: number
    sent_today: number
    failed_today: number
    last_failure: string | null
  }
  push: { devices: number; failing: number; waiting: number }
  backups: Backups | null
  certificate: { source: string; expires_at: number } | null
}

interface Backups {
  every: number
  keep: number
  kept: number
  newest_at: number | null
  next_at: number
  failure: { at: number; reason: string } | null
}

const DAY_SECONDS = 86_400

/** Authorities renew a month before the end; later than this something is wrong. */
const SOON_DAYS = 14

export function Server() {
  const status = useSignal<Status | undefined>(undefined)
  const problem = useSignal('')
  const said = useSignal('')
  const load = async () => {
    const answer = await session.http.call<Status>('GET', '/realm/server')
    problem.value = answer.ok ? '' : reasonOf(answer)
    if (answer.ok) status.value = answer
    return answer.ok
  }
  const again = async () => {
    said.value = ''
    if (await load()) said.value = t.asked
  }
  useEffect(() => void load(), [])
  const known = status.value
  return (
    <>
      <section>
        <h2>{t.title}</h2>
        <p class="note">{t.readOnly}</p>
        {problem.value && (
          <p class="alert" role="alert">
            {problem.value}
          </p>
        )}
        {!known && !problem.value && <p>{t.loading}</p>}
        {(known || problem.value) && (
          <Button onClick={() => void again()}>{known ? t.again : uiText.tryAgain}</Button>
        )}
        <p role="status">{said.value}</p>
      </section>
      {known && (
        <>
          <Health {...known} />
          <BackupsPart backups={known.backups} />
          <MailPart mail={known.mail} />
          <PushPart push={known.push} />
          <CertificatePart certificate={known.certificate} />
        </>
      )}
    </>
  )
}

const Health = ({ problems, version, url, started_at }: Status) => (
  <section>
    <h2>{t.health}</h2>
    {problems.length === 0 ? (
      <Said isWell>{t.well}</Said>
    ) : (
      <>
        <Said>{t.ill(problems.length)}</Said>
        <ul class="problems">
          {problems.map(({ what, message }) => (
            <li key={what}>{message}</li>
          ))}
        </ul>
      </>
    )}
    <Facts
      rows={[
        [t.version, version],
        [t.address, url],
        [t.running, moment(started_at)],
      ]}
    />
    <Commands hint={t.inspect} lines={['hearth status', 'hearth check']} />
  </section>
)

function BackupsPart({ backups }: { backups: Backups | null }) {
  if (!backups)
    return (
      <section>
        <h2>{t.backups}</h2>
        <Said>{t.noBackups}</Said>
        <Commands hint={t.turnOn} lines={['hearth serve … --backup-dir /srv/backups']} />
      </section>
    )
  const { every, keep, kept, newest_at, next_at, failure } = backups
  const hours = Math.max(1, Math.round(every / 3600))
  return (
    <section>
      <h2>{t.backups}</h2>
      {failure && <Said>{t.failed(fullTime(failure.at), failure.reason)}</Said>}
      <Facts
        rows={[
          [t.newest, newest_at === null ? t.none : moment(newest_at)],
          [t.every, hours % 24 === 0 ? t.everyDays(hours / 24) : t.everyHours(hours)],
          [t.next, next_at <= now.value + 60 ? t.soon : fullTime(next_at)],
          [t.kept, t.keptOf(kept, keep)],
        ]}
      />
      <Commands hint={t.drill} lines={['hearth drill', 'hearth backup FILE']} />
    </section>
  )
}

const MailPart = ({ mail }: Pick<Status, 'mail'>) => (
  <section>
    <h2>{t.mail}</h2>
    {mail.sends_mail ? (
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
          hint={t.turnOn}
          lines={["hearth serve … --smtp-url URL --mail-from 'Name <address>'"]}
        />
      </>
    )}
  </section>
)

const PushPart = ({ push: { devices, failing, waiting } }: Pick<Status, 'push'>) => (
  <section>
    <h2>{t.push}</h2>
    <Facts
      rows={[
        [t.devices, failing === 0 ? String(devices) : t.both(String(devices), t.failing(failing))],
        [t.waiting, t.pushes(waiting)],
      ]}
    />
  </section>
)

function CertificatePart({ certificate }: Pick<Status, 'certificate'>) {
  if (!certificate)
    return (
      <section>
        <h2>{t.certificate}</h2>
        <p>{t.noCertificate}</p>
        <Commands hint={t.turnOn} lines={['hearth serve … --tls-domain chat.example.org']} />
      </section>
    )
  const { source, expires_at } = certificate
  const days = Math.floor((expires_at - now.value) / DAY_SECONDS)
  return (
    <section>
      <h2>{t.certificate}</h2>
      {days < SOON_DAYS && <Said>{t.endsSoon}</Said>}
      <Facts
        rows={[
          [t.source, t.sources[source] ?? source],
          [t.ends, `${fullTime(expires_at)} (${days < 0 ? t.expired : t.inDays(days)})`],
        ]}
      />
    </section>
  )
}

/** "Sunday, 22 November 2026 at 16:20 (2 h ago)". */
const moment = (seconds: number) => `${fullTime(seconds)} (${timeAgo(seconds, now.value)})`

/** Well or not, said by words and shown by a sign. */
const Said = ({ isWell, children }: { isWell?: boolean; children: ComponentChildren }) => (
  <p class={isWell ? 'said-well' : 'said-ill'}>
    <Icon name={isWell ? 'circle-check' : 'triangle-alert'} />
    <span>{children}</span>
  </p>
)

const Facts = ({ rows }: { rows: (readonly [name: string, value: string] | false)[] }) => (
  <dl class="facts">
    {rows
      .filter((row) => row !== false)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)

const Commands = ({ hint, lines }: { hint: string; lines: readonly string[] }) => (
  <>
    <p class="note">{hint}</p>
    {lines.map((line) => (
      <p key={line} class="command">
        <code>{line}</code>
      </p>
    ))}
  </>
)

// How the server is doing, for owners and administrators: read-only, with the commands that change it.

import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { fullTime, timeAgo } from '../../text/format.ts'
import { listed } from '../../text/i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { uiText } from '../../ui/text.ts'
import { session } from '../here.ts'
import { now } from '../now.ts'
import { reasonOf } from '../refused.ts'
import { Group } from '../settings-frame.tsx'
import { Commands, Facts, Verdict } from './facts.tsx'
import { MailFacts, type MailStatus } from './mail.tsx'
import { serverText as t } from './server-text.ts'

interface Status extends Record<string, unknown> {
  version: string
  url: string
  started_at: number
  problems: { what: string; message: string }[]
  mail: MailStatus
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
      <Group title={t.title}>
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
      </Group>
      {known && (
        <>
          <Health {...known} />
          <BackupsPart backups={known.backups} />
          <Group title={t.mail}>
            <MailFacts mail={known.mail} />
          </Group>
          <PushPart push={known.push} />
          <CertificatePart certificate={known.certificate} />
        </>
      )}
    </>
  )
}

const Health = ({ problems, version, url, started_at }: Status) => (
  <Group title={t.health}>
    {problems.length === 0 ? (
      <Verdict isWell>{t.well}</Verdict>
    ) : (
      <>
        <Verdict>{t.ill(problems.length)}</Verdict>
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
  </Group>
)

function BackupsPart({ backups }: { backups: Backups | null }) {
  if (!backups)
    return (
      <Group title={t.backups}>
        <Verdict>{t.noBackups}</Verdict>
        <Commands hint={t.turnBackupsOn} lines={['hearth serve … --backup-dir /srv/backups']} />
      </Group>
    )
  const { every, keep, kept, newest_at, next_at, failure } = backups
  const hours = Math.max(1, Math.round(every / 3600))
  return (
    <Group title={t.backups}>
      {failure && <Verdict>{t.failed(fullTime(failure.at), failure.reason)}</Verdict>}
      <Facts
        rows={[
          [t.newest, newest_at === null ? t.none : moment(newest_at)],
          [t.every, hours % 24 === 0 ? t.everyDays(hours / 24) : t.everyHours(hours)],
          [t.next, next_at <= now.value + 60 ? t.soon : fullTime(next_at)],
          [t.kept, t.keptOf(kept, keep)],
        ]}
      />
      <Commands hint={t.drill} lines={['hearth drill', 'hearth backup FILE']} />
    </Group>
  )
}

const PushPart = ({ push: { devices, failing, waiting } }: Pick<Status, 'push'>) => (
  <Group title={t.push}>
    <Facts
      rows={[
        [
          t.devices,
          failing === 0 ? String(devices) : listed([String(devices), t.failing(failing)]),
        ],
        [t.waiting, t.pushes(waiting)],
      ]}
    />
  </Group>
)

function CertificatePart({ certificate }: Pick<Status, 'certificate'>) {
  if (!certificate)
    return (
      <Group title={t.certificate}>
        <p>{t.noCertificate}</p>
        <Commands hint={t.turnHttpsOn} lines={['hearth serve … --tls-domain chat.example.org']} />
      </Group>
    )
  const { source, expires_at } = certificate
  const days = Math.floor((expires_at - now.value) / DAY_SECONDS)
  return (
    <Group title={t.certificate}>
      {days < SOON_DAYS && <Verdict>{t.endsSoon}</Verdict>}
      <Facts
        rows={[
          [t.source, t.sources[source] ?? source],
          [t.ends, `${fullTime(expires_at)} (${days < 0 ? t.expired : t.inDays(days)})`],
        ]}
      />
    </Group>
  )
}

/** "Sunday, 22 November 2026 at 16:20 (2 h ago)". */
const moment = (seconds: number) => `${fullTime(seconds)} (${timeAgo(seconds, now.value)})`

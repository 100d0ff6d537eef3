// How long work holds the event loop that is not one call of an endpoint: mail that comes in, queues that
// many people open at once, the daily job, and what members built up.

import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '../../src/store/db.ts'
import { freePort } from '../program.ts'
import { Conversation } from '../smtp/conversation.ts'
import { expectSuccess } from './client.ts'
import { copyOf } from './data.ts'
import { BUILT_UP, builtUp } from './holds-built-up.ts'
import { type LargeOrganization, memberAt } from './holds-data.ts'
import { type Watched, watch } from './holds-watch.ts'
import { type Program, startHearth } from './programs.ts'

const MIB = 1024 * 1024

/** Requests of the crowd that are under way at once. */
const AT_ONCE = 50

const DAILY_JOB = 'daily job'

/** The job begins a minute after the start; it is done when it has noted its time. */
const DAILY_JOB_WITHIN_MS = 120_000

/** Names of the work with what it did to others. */
export type OtherWork = [work: string, watched: Watched][]

/** Where it is done. */
interface Place {
  hearth: Program
  large: LargeOrganization
  folder: string
  smtpPort: number
}

type Work = [work: string, watched: (place: Place) => Promise<Watched>]

const works = (): Work[] => [
  ['2,000 people open queues', openQueues],
  [DAILY_JOB, dailyJob],
  ...mails().map(
    ([kind, mail]): Work => [`mail with ${kind}`, (place) => receiveMail(place, mail)],
  ),
]

/** Measures the chosen work on a copy of the organization, with a server that takes mail. */
export async function otherWork(
  large: LargeOrganization,
  isChosen: (work: string) => boolean,
): Promise<OtherWork> {
  const chosen = works().filter(([work]) => isChosen(work))
  if (chosen.length === 0 && !BUILT_UP.some(({ work }) => isChosen(work))) return []
  using copy = copyOf(large.folder)
  if (isChosen(DAILY_JOB)) makeRecent(copy.path)
  const smtpPort = await freePort()
  await using hearth = await startHearth(copy.path, {
    probed: true,
    options: [
      ...['--smtp-port', String(smtpPort), '--mail-domain', 'harbour.test'],
      ...(await sendingMail()),
    ],
  })
  const place = { hearth, large, folder: copy.path, smtpPort }
  const done: OtherWork = []
  for (const [work, watched] of chosen) done.push([work, await watched(place)])
  return [...done, ...(await builtUp(hearth, large, isChosen))]
}

/** Mail is to be sent, so that everyone is notified, but there is nothing that takes it. */
const sendingMail = async () => [
  ...['--smtp-url', `smtp://127.0.0.1:${await freePort()}`],
  ...['--mail-from', 'chat@harbour.test'],
]

/** Messages of the last weeks are what the daily job counts. */
function makeRecent(folder: string) {
  const db = openDatabase(join(folder, 'hearth.db'))
  db.pragma('synchronous = OFF')
  const { newest } = db.prepare('SELECT max(sent_at) AS newest FROM message').get() as {
    newest: number
  }
  const seconds = Math.floor(Date.now() / 1000) - newest
  db.prepare('UPDATE message SET sent_at = sent_at + ?').run(seconds)
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}

/** Each person opens a queue for all events, without the snapshot, which is measured by itself. */
function openQueues({ hearth, large }: Place) {
  const left = large.emails.map((_, at) => memberAt(large, at + 1))
  const open = async () => {
    for (let one = left.pop(); one; one = left.pop()) {
      const parameters = { fetch_event_types: [] }
      const request = { method: 'POST', path: '/api/v1/register', parameters }
      await expectSuccess(hearth.url, { ...request, authorization: one.authorization })
    }
  }
  return watch(hearth, () => Promise.all(Array.from({ length: AT_ONCE }, open)))
}

/** The largest mail that is taken, and mails that take long to read. */
function mails(): [kind: string, mail: string][] {
  const head = 'From: Ann <ann@client.example>\nSubject: Sails\nMIME-Version: 1.0\n'
  const line = `${'sails and oars '.repeat(5)}\n`
  const ofParts = (count: number, part: (at: number) => string) =>
    `${head}Content-Type: multipart/mixed; boundary=b\n\n${Array.from({ length: count }, (_, at) => `--b\n${part(at)}\n`).join('')}--b--\n`
  const depth = 5000
  const nested = Array.from(
    { length: depth },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`,
  )
  const html = '<div>'.repeat(5000) + '<p>a <b>b</b></p>'.repeat(25_000)
  return [
    ['10 MB of text', `${head}\n${line.repeat((9.5 * MIB) / line.length)}`],
    [
      '10 MB of HTML',
      `${head}Content-Type: text/html\n\n${`${html}\n`.repeat((9 * MIB) / html.length)}`,
    ],
    ['5,000 nested parts', `${head}${nested.join('')}\nsails\n`],
    [
      '20,000 files',
      ofParts(20_000, (at) => `Content-Disposition: attachment; filename=f${at}.txt\n\nsails`),
    ],
    [
      '10 MB in one file',
      ofParts(
        1,
        () => `Content-Disposition: attachment\n\n${line.repeat((9.5 * MIB) / line.length)}`,
      ),
    ],
  ]
}

/** A mail may be refused, because it takes too long to read; the connection may not break. */
async function receiveMail({ hearth, large, smtpPort }: Place, mail: string) {
  const { owner, everyone } = large
  const { email } = await expectSuccess(hearth.url, {
    method: 'GET',
    path: `/api/v1/streams/${everyone}/email_address`,
    authorization: owner.authorization,
  })
  return watch(hearth, async () => {
    await using conversation = new Conversation(smtpPort)
    const code = await conversation.send([email], mail)
    if (code !== 250 && code !== 554) throw new Error(`the mail was answered with ${code}`)
  })
}

function dailyJob({ hearth, folder }: Place) {
  const db = openDatabase(join(folder, 'hearth.db'), { readonly: true })
  const ranAt = db.prepare<[], number>('SELECT daily_job_at FROM organization').pluck()
  const until = performance.now() + DAILY_JOB_WITHIN_MS
  return watch(hearth, async () => {
    while (ranAt.get() === 0) {
      if (performance.now() > until) throw new Error('the daily job did not run')
      await wait(500)
    }
    db.close()
  })
}

// Benchmark: a backup of a million messages while people send, and putting it back.

import { spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Connection, expectSuccess, requestBytes } from './client.ts'
import { copyOf, temporaryFolder } from './data.ts'
import { executable, isBuilt, type Program, startHearth } from './programs.ts'
import { archive } from './scale-data.ts'
import { type Measure, median, milliseconds, quantile, type Row } from './table.ts'

const MESSAGES = 1_000_000
const SENDS_PER_SECOND = 200
const SENDERS = 40

/** The machine does not stay the same for a minute, so both are measured in turns. */
const ROUNDS = 3
const QUIET_MS = 15_000

/** A request that took longer was kept waiting. */
const LONG_MS = 50

/** The backup of a million messages while 200 a second are sent, and its way back. */
export const measure: Measure = async () => {
  const { folder, reader, channel } = await archive(MESSAGES)
  using data = copyOf(folder)
  using target = temporaryFolder()
  const built = isBuilt()
  const file = (round: number) => join(target.path, `backup-${round}.tar.zst`)
  const [without, during] = [new Span(), new Span()]
  const times: number[] = []
  {
    await using hearth = await startHearth(data.path, { built })
    const send = requestBytes({
      method: 'POST',
      path: '/api/v1/messages',
      authorization: reader,
      parameters: {
        type: 'channel',
        to: channel,
        topic: 'Topic 3',
        content: 'While it is copied.',
      },
    })
    await sendAt(hearth, send, wait(2000))
    for (let round = 0; round < ROUNDS; round++) {
      await without.measure(hearth, () => sendAt(hearth, send, wait(QUIET_MS)))
      const started = performance.now()
      const backup = () => run(built, ['backup', file(round), '--data', data.path])
      await during.measure(hearth, () => sendAt(hearth, send, backup()))
      times.push(performance.now() - started)
      if (round > 0) rmSync(file(round - 1))
    }
  }
  return [
    ...comparison(without, during),
    { work: 'the backup itself, verified', figure: median(times), unit: 'ms' },
    await putBack(file(ROUNDS - 1), join(target.path, 'restored'), built),
  ]
}

/** What requests waited and commits took, in all rounds of one kind. */
class Span {
  readonly waits: number[] = []
  commits = 0
  longCommits = 0

  async measure(hearth: Program, work: () => Promise<number[]>) {
    const before = await commitsOf(hearth)
    for (const took of await work()) this.waits.push(took)
    const after = await commitsOf(hearth)
    this.commits += after.all - before.all
    this.longCommits += after.long - before.long
  }

  /** Of a thousand requests, those that waited long. */
  get longOfThousand() {
    return (this.waits.filter((took) => took > LONG_MS).length / this.waits.length) * 1000
  }

  get longCommitsOfThousand() {
    return (this.longCommits / this.commits) * 1000
  }
}

/** Transactions so far, and those that took long, by the server's own count. */
async function commitsOf({ url }: Program) {
  const text = await (await fetch(`${url}/metrics`)).text()
  const bucket = (le: string) =>
    Number(
      new RegExp(`^hearth_commit_duration_seconds_bucket\\{le="${le}"\\} (\\d+)`, 'm').exec(
        text,
      )?.[1],
    )
  const all = bucket('\\+Inf')
  return { all, long: all - bucket(String(LONG_MS / 1000)) }
}

/**
 * The longest wait of some thousand is that of the machine, which has other guests. So the figure is
 * what the slowest thousandth waits longer than without a backup, and the counts stand beside it.
 */
function comparison(without: Span, during: Span): Row[] {
  const slowest = (span: Span) => quantile(span.waits, 0.999)
  return [
    {
      work: 'slowest thousandth of 200 sends a second, during a backup of 1,000,000 messages and without',
      hearth: milliseconds(slowest(during)),
      bare: milliseconds(slowest(without)),
      p50: milliseconds(quantile(during.waits, 0.5)),
      p99: milliseconds(quantile(during.waits, 0.99)),
      figure: Math.max(0, slowest(during) - slowest(without)),
      unit: 'ms',
      goal: { atLeast: LONG_MS, aim: 20, smallerIsBetter: true },
    },
    {
      work: `of a thousand of these sends, those that waited longer than ${LONG_MS} ms`,
      hearth: during.longOfThousand.toFixed(1),
      bare: without.longOfThousand.toFixed(1),
    },
    {
      work: `of a thousand commits, those that took longer than ${LONG_MS} ms`,
      hearth: during.longCommitsOfThousand.toFixed(1),
      bare: without.longCommitsOfThousand.toFixed(1),
    },
    {
      work: 'median and 99 % of the same without a backup',
      p50: milliseconds(quantile(without.waits, 0.5)),
      p99: milliseconds(quantile(without.waits, 0.99)),
    },
  ]
}

/** Sends at a steady pace, whether answers come or not, until the work is done. @returns the waits */
async function sendAt(
  { url }: Program,
  request: Buffer,
  work: Promise<unknown>,
): Promise<number[]> {
  const idle = await Promise.all(Array.from({ length: SENDERS }, () => Connection.open(url)))
  const connections = [...idle]
  const waits: number[] = []
  const pending = new Set<Promise<void>>()
  let isOver = false
  void work.then(() => {
    isOver = true
  })
  const one = async (due: number) => {
    const connection = idle.pop() ?? (await Connection.open(url))
    const { status, body } = await connection.ask(request)
    if (status !== 200) throw new Error(`the server answered ${status}: ${body}`)
    waits.push(performance.now() - due)
    idle.push(connection)
  }
  const began = performance.now()
  for (let count = 0; !isOver; count++) {
    const due = began + (count * 1000) / SENDS_PER_SECOND
    const early = due - performance.now()
    if (early > 0) await wait(early)
    const asked = one(Math.max(due, performance.now() - 1))
    pending.add(asked)
    void asked.then(() => pending.delete(asked))
  }
  await work
  await Promise.all(pending)
  for (const connection of connections) connection.close()
  return waits
}

/** From the archive to the first answer of a server on it. */
async function putBack(file: string, folder: string, built: boolean): Promise<Row> {
  const started = performance.now()
  await run(built, ['restore', file, '--data', folder])
  await using hearth = await startHearth(folder, { built })
  await expectSuccess(hearth.url, { method: 'GET', path: '/api/v1/server_settings' })
  return {
    work: 'restore and start with 1,000,000 messages',
    figure: performance.now() - started,
    unit: 'ms',
    goal: { atLeast: 20_000, aim: 10_000, smallerIsBetter: true },
  }
}

/** Runs a command of Hearth to its end. @throws Error */
function run(built: boolean, args: string[]): Promise<void> {
  const source = join(import.meta.dirname, '..', '..', 'bin', 'hearth.ts')
  const [command, before] =
    built && existsSync(executable) ? [executable, []] : [process.execPath, [source]]
  const child = spawn(command, [...before, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`it ended with ${code}`)),
    )
  })
}

// Benchmark: a backup of a million messages while people send, and putting it back.

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Connection, expectSuccess, requestBytes } from './client.ts'
import { copyOf, temporaryFolder } from './data.ts'
import { executable, isBuilt, type Program, startHearth } from './programs.ts'
import { archive } from './scale-data.ts'
import { type Measure, milliseconds, quantile, type Row } from './table.ts'

const MESSAGES = 1_000_000
const SENDS_PER_SECOND = 200
const SENDERS = 40

/** As long is measured without a backup. */
const QUIET_MS = 20_000

/** The backup of a million messages while 200 a second are sent, and its way back. */
export const measure: Measure = async () => {
  const { folder, reader, channel } = await archive(MESSAGES)
  using data = copyOf(folder)
  using target = temporaryFolder()
  const file = join(target.path, 'backup.tar.zst')
  const built = isBuilt()
  const rows: Row[] = []
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
    const quiet = await sendAt(hearth, send, wait(QUIET_MS))
    const started = performance.now()
    const busy = await sendAt(hearth, send, run(built, ['backup', file, '--data', data.path]))
    const took = performance.now() - started
    rows.push({
      work: 'longest wait of 200 sends a second during a backup of 1,000,000 messages',
      hearth: milliseconds(Math.max(...busy)),
      bare: milliseconds(Math.max(...quiet)),
      p50: milliseconds(quantile(busy, 0.5)),
      p99: milliseconds(quantile(busy, 0.99)),
      figure: Math.max(0, Math.max(...busy) - Math.max(...quiet)),
      unit: 'ms',
      goal: { atLeast: 50, aim: 20, smallerIsBetter: true },
    })
    rows.push({ work: 'the backup itself, verified', figure: took, unit: 'ms' })
  }
  rows.push(await putBack(file, join(target.path, 'restored'), built))
  return rows
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

// Benchmark: how much longer one quiet person waits while other accounts send all they may.

import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { basic, Connection, expectSuccess, type Request, requestBytes } from './client.ts'
import { copyOf } from './data.ts'
import type { FloodNews } from './flooding.ts'
import { FLOODS, type Flooder } from './floods.ts'
import { type LargeOrganization, largeOrganization, memberAt } from './holds-data.ts'
import { type Program, startHearth } from './programs.ts'
import { type Measure, milliseconds, quantile, type Row } from './table.ts'

const MESSAGES = Number(process.env.HEARTH_FAIR_MESSAGES ?? 100_000)

/** Only floods whose name contains this. */
const ONLY = process.env.HEARTH_FAIR_ONLY ?? ''

/**
 * Rounds of each flood; up to twelve times as many of one that is over soon, until enough waits are measured. With 300,
 * whose p99 is the third longest, one server gave 1.1 to 2.5 times.
 */
const ROUNDS = Number(process.env.HEARTH_FAIR_ROUNDS ?? 4)
const MOST_ROUNDS = 12 * ROUNDS
const ENOUGH_WAITS = 1000

/** In its first seconds a server takes twice as long, which would make floods look harmless beside it. */
const WARM_UP_MS = 5000

const ALONE_MS = 1000
/** A flood that takes longer is cut off. */
const FLOOD_MS = 3000
const SETTLING_MS = 300

/** What a flooder asks for last is done after all that the server goes on with for them. */
const settled = async ({ url }: Program, flooders: readonly Flooder[]) => {
  const path = '/api/v1/users/me/status'
  for (const { authorization } of flooders) {
    const parameters = { status_text: `${Math.random()}` }
    await expectSuccess(url, { method: 'POST', path, authorization, parameters })
  }
  await wait(SETTLING_MS)
}

/** Between two requests of the quiet person, at most. */
const PAUSE_MS = 4

/** A p99 below this is taken for this: on a shared machine less says nothing. */
const FLOOR_MS = 5

const GOAL = { atLeast: 2, aim: 1.5, smallerIsBetter: true } as const

/** Accounts that flood together: one, and as many as a small conspiracy. */
const COUNTS = [1, 5]

/** A row for each flood by one account, and the worst of them by five. */
export const measure: Measure = async () => {
  const large = await largeOrganization(MESSAGES)
  using copy = copyOf(large.folder)
  await using hearth = await startHearth(copy.path)
  const flooding = new Worker(join(import.meta.dirname, 'flooding.ts'))
  const quiet = await Quiet.open(hearth, large)
  const flooders = await floodersOf(hearth, large, Math.max(...COUNTS))
  await quiet.askFor(WARM_UP_MS, [])
  const rows: Row[] = []
  for (const [name, flood] of Object.entries(FLOODS)) {
    for (const count of COUNTS) {
      const work = `${count === 1 ? 'one account' : `${count} accounts`}: ${name}`
      if (!work.includes(ONLY)) continue
      const requests = flooders.slice(0, count).flatMap((flooder) => flood(flooder, large))
      const [alone, during]: number[][] = [[], []]
      let news = { answered: 0, refused: 0 }
      const hasEnough = (round: number) =>
        round >= MOST_ROUNDS || (round >= ROUNDS && during!.length >= ENOUGH_WAITS)
      for (let round = 0; !hasEnough(round); round++) {
        await quiet.askFor(ALONE_MS, alone!)
        const isOver = { now: false }
        const flooded = floodWith(flooding, hearth.url, requests).then((outcome) => {
          isOver.now = true
          news = outcome
        })
        await quiet.askFor(FLOOD_MS, during!, isOver)
        flooding.postMessage('stop')
        await flooded
        await settled(hearth, flooders)
      }
      rows.push(rowOf(work, alone!, during!, news))
      process.stderr.write(`  ${work}\n`)
    }
  }
  await flooding.terminate()
  quiet.close()
  return rows
}

function rowOf(work: string, alone: number[], during: number[], news: { answered: number }): Row {
  const p99 = (waits: number[]) => quantile(waits, 0.99)
  return {
    work,
    hearth: `${news.answered} answered`,
    bare: `${milliseconds(p99(alone))} alone`,
    p50: milliseconds(quantile(during, 0.5)),
    p99: milliseconds(p99(during)),
    figure: Math.max(p99(during), FLOOR_MS) / Math.max(p99(alone), FLOOR_MS),
    unit: '×',
    goal: GOAL,
  }
}

/** Resolves when every request is answered or given up. */
const floodWith = (flooding: Worker, url: string, requests: readonly Uint8Array[]) =>
  new Promise<{ answered: number; refused: number }>((resolve) => {
    const onNews = (news: FloodNews) => {
      if (news === 'sending') return
      flooding.off('message', onNews)
      resolve(news)
    }
    flooding.on('message', onNews)
    flooding.postMessage({ url, requests })
  })

/** A person who sends, reads, looks at their own account and polls, one after the other. */
class Quiet {
  readonly #connection: Connection
  readonly #mix: readonly Buffer[]
  #turn = 0

  private constructor(connection: Connection, mix: readonly Buffer[]) {
    this.#connection = connection
    this.#mix = mix
  }

  static async open({ url }: Program, large: LargeOrganization): Promise<Quiet> {
    const { authorization } = memberAt(large, 99)
    const ask = (method: string, path: string, parameters: object = {}): Request => ({
      method,
      path: `/api/v1${path}`,
      authorization,
      parameters: { ...parameters },
    })
    const { queue_id } = await expectSuccess(
      url,
      ask('POST', '/register', { event_types: ['typing'], fetch_event_types: [] }),
    )
    const place = { type: 'channel', to: large.few, topic: 'Topic 2', content: 'Good **morning**!' }
    const page = { anchor: 'newest', num_before: 100, num_after: 0 }
    const mix = [
      ask('POST', '/messages', place),
      ask('GET', '/messages', { ...page, narrow: [['channel', large.channelNames[1]]] }),
      ask('GET', '/users/me'),
      ask('GET', '/events', { queue_id, last_event_id: -1, dont_block: true }),
    ]
    return new Quiet(
      await Connection.open(url),
      mix.map((request) => requestBytes(request)),
    )
  }

  /** Adds how long each answer took, in milliseconds. */
  async askFor(ms: number, waits: number[], isOver = { now: false }): Promise<void> {
    const until = performance.now() + ms
    while (performance.now() < until && !isOver.now) {
      const request = this.#mix[this.#turn++ % this.#mix.length]!
      const started = performance.now()
      const { status } = await this.#connection.ask(request, false)
      waits.push(performance.now() - started)
      if (status !== 200) throw new Error(`the quiet person was answered ${status}`)
      await wait(Math.random() * PAUSE_MS)
    }
  }

  close() {
    this.#connection.close()
  }
}

/** The owner first, who received every message. */
const floodersOf = ({ url }: Program, large: LargeOrganization, count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, at): Promise<Flooder> => {
      const member = at === 0 ? large.owner : memberAt(large, 99 + 100 * at)
      const bot = { full_name: `Robot ${at}`, short_name: `robot${at}`, bot_type: 1 }
      const { authorization } = member
      const head = { method: 'POST', path: '/api/v1/bots', authorization }
      const { api_key, user_id } = await expectSuccess(url, { ...head, parameters: bot })
      const { user } = await expectSuccess(url, {
        method: 'GET',
        path: `/api/v1/users/${user_id}`,
        authorization,
      })
      return { ...member, bot: basic(user.email, api_key) }
    }),
  )

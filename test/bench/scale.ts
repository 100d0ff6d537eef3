// Benchmark: how work grows from ten thousand to a million messages, or to as many as
// HEARTH_SCALE_MESSAGES says.

import { Connection, type Request, requestBytes } from './client.ts'
import { isBuilt, type Program, startHearth } from './programs.ts'
import { wordOfRank } from './prose.ts'
import { type Archive, archive } from './scale-data.ts'
import { timeStart } from './start.ts'
import { type Measure, median, milliseconds, quantile, type Row } from './table.ts'
import { waitsDuring } from './waits.ts'

const SMALL = 10_000
const LARGE = Number(process.env.HEARTH_SCALE_MESSAGES ?? 1_000_000)
const MANY = LARGE.toLocaleString('en')
const TIMES = 60

const GROWTH = { atLeast: 1.5, aim: 1.1, smallerIsBetter: true } as const
const SEARCH = { atLeast: 30, aim: 10, smallerIsBetter: true } as const
const RENAME = { atLeast: 100, aim: 30, smallerIsBetter: true } as const
const BLOCK = { atLeast: 50, aim: 20, smallerIsBetter: true } as const

/** How work grows from ten thousand stored messages to many. */
export const measure: Measure = async () => {
  const [few, many] = [await archive(SMALL), await archive(LARGE)]
  const rows: Row[] = []
  {
    await using small = await startHearth(few.folder)
    await using large = await startHearth(many.folder)
    for (const [work, request] of reads(few)) {
      const other = reads(many).get(work)!
      rows.push(await compare(work, [small, () => request], [large, () => other]))
    }
    rows.push(await markThousand(few, small, many, large))
    rows.push(await search(many, large))
    rows.push(await searchInVain(many, large))
    rows.push(...(await rename(many, large)))
  }
  rows.push(await timeStart(`start with ${MANY} messages`, many.folder, { built: isBuilt() }))
  return rows
}

/** Pages of 100 as clients ask for them, by name of the row. */
function reads(given: Archive): Map<string, Request> {
  const page = (narrow: unknown[], more: object = {}): Request => ({
    method: 'GET',
    path: '/api/v1/messages',
    authorization: given.reader,
    parameters: { anchor: 'newest', num_before: 100, num_after: 0, narrow, ...more },
  })
  const channel = ['channel', given.channel]
  const isOf = (state: string) => page([['is', state]])
  return new Map([
    ['everything received', page([])],
    ['a channel', page([channel])],
    ['a topic', page([channel, ['topic', given.topic]])],
    ['direct messages with one person', page([{ operator: 'dm', operand: [given.friend] }])],
    ['all direct messages', isOf('dm')],
    ['by sender', page([{ operator: 'sender', operand: given.friend }])],
    ['starred', isOf('starred')],
    ['mentioned', isOf('mentioned')],
    ['unread', isOf('unread')],
    ['without muted ones', page([['in', 'home']])],
    ['starred in a channel', page([channel, ['is', 'starred']])],
    ['from the first unread', page([], { anchor: 'first_unread', num_before: 50, num_after: 50 })],
    [
      'around the middle',
      page([channel], { anchor: String(given.large.message >> 1), num_before: 50, num_after: 50 }),
    ],
  ])
}

/** A server, and the request that it gets the given time. */
type Asking = [server: Program, request: (time: number) => Request]

async function compare(work: string, few: Asking, many: Asking): Promise<Row> {
  const [small, large] = [await Connection.open(few[0].url), await Connection.open(many[0].url)]
  const times = { small: [] as number[], large: [] as number[] }
  // In turn, so that what else the machine does falls on both.
  for (let time = -5; time < TIMES; time++) {
    const short = await timed(small, few[1](time))
    const long = await timed(large, many[1](time))
    if (time < 0) continue
    times.small.push(short)
    times.large.push(long)
  }
  small.close()
  large.close()
  return {
    work: `growth to ${MANY} messages: ${work}`,
    hearth: milliseconds(median(times.large)),
    bare: milliseconds(median(times.small)),
    p99: milliseconds(quantile(times.large, 0.99)),
    figure: median(times.large) / median(times.small),
    unit: '×',
    goal: GROWTH,
  }
}

async function timed(connection: Connection, request: Request): Promise<number> {
  const started = performance.now()
  const { status, body } = await connection.ask(requestBytes(request))
  if (status !== 200) throw new Error(`${request.path}: the server answered ${status}: ${body}`)
  return performance.now() - started
}

/** Sets a flag on a thousand messages, and takes it back the next time. */
function markThousand(few: Archive, small: Program, many: Archive, large: Program): Promise<Row> {
  const mark =
    (given: Archive) =>
    (time: number): Request => ({
      method: 'POST',
      path: '/api/v1/messages/flags/narrow',
      authorization: given.reader,
      parameters: {
        anchor: 'newest',
        num_before: 1000,
        num_after: 0,
        narrow: [['channel', given.channel]],
        flag: 'collapsed',
        op: time % 2 === 0 ? 'add' : 'remove',
      },
    })
  return compare('a flag on 1,000 messages', [small, mark(few)], [large, mark(many)])
}

async function search(many: Archive, large: Program): Promise<Row> {
  const connection = await Connection.open(large.url)
  const request: Request = {
    method: 'GET',
    path: '/api/v1/messages',
    authorization: many.reader,
    parameters: { anchor: 'newest', num_before: 20, num_after: 0, narrow: [['search', many.word]] },
  }
  const times: number[] = []
  for (let time = -5; time < TIMES; time++) {
    const took = await timed(connection, request)
    if (time >= 0) times.push(took)
  }
  connection.close()
  return {
    work: `full-text search in ${MANY} messages, 20 results`,
    p50: milliseconds(median(times)),
    p99: milliseconds(quantile(times, 0.99)),
    figure: median(times),
    unit: 'ms',
    goal: SEARCH,
  }
}

/** Looks for common words next to each other, for which it takes a look at most messages. */
async function searchInVain(many: Archive, large: Program): Promise<Row> {
  const connection = await Connection.open(large.url)
  const times: number[] = []
  const others = await waitsDuring(large.url, async () => {
    for (let rank = 1; rank <= 5; rank++) {
      const words = [rank + 7, rank, rank + 9].map(wordOfRank).join(' ')
      const narrow = [['search', `"${words}"`]]
      const parameters = { anchor: 'newest', num_before: 100, num_after: 0, narrow }
      const request = { path: '/api/v1/messages', authorization: many.reader, parameters }
      times.push(await timed(connection, { method: 'GET', ...request }))
    }
  })
  connection.close()
  return {
    work: 'longest wait of others during searches for phrases of common words',
    p50: milliseconds(median(times)),
    p99: milliseconds(quantile(times, 0.99)),
    figure: Math.max(...others),
    unit: 'ms',
    goal: BLOCK,
  }
}

/** Renames and resolves a topic of 100,000 messages and back, while another user makes small requests. */
async function rename(many: Archive, large: Program): Promise<Row[]> {
  const connection = await Connection.open(large.url)
  const move = (topic: string): Request => ({
    method: 'PATCH',
    path: `/api/v1/messages/${many.large.message}`,
    authorization: many.reader,
    parameters: {
      topic,
      propagate_mode: 'change_all',
      send_notification_to_old_thread: false,
      send_notification_to_new_thread: false,
    },
  })
  const times = { rename: [] as number[], resolve: [] as number[] }
  const others = await waitsDuring(large.url, async () => {
    for (let time = 0; time < 5; time++) {
      times.rename.push(await timed(connection, move(`${many.large.topic} renamed`)))
      await timed(connection, move(many.large.topic))
      times.resolve.push(await timed(connection, move(`✔ ${many.large.topic}`)))
      await timed(connection, move(many.large.topic))
    }
  })
  connection.close()
  const row = (work: string, values: number[]): Row => ({
    work,
    p50: milliseconds(median(values)),
    p99: milliseconds(quantile(values, 0.99)),
    figure: median(values),
    unit: 'ms',
    goal: RENAME,
  })
  return [
    row('renaming a topic of 100,000 messages', times.rename),
    row('resolving a topic of 100,000 messages', times.resolve),
    {
      work: 'longest wait of others during renames',
      figure: Math.max(...others),
      unit: 'ms',
      goal: BLOCK,
    },
  ]
}

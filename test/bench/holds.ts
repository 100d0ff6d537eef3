// Benchmark: how long one request with the largest input holds up everyone else, for each endpoint.

import { type Endpoint, endpoints } from '../../src/api/index.ts'
import { type Answer, Connection, expectSuccess, requestBytes } from './client.ts'
import { copyOf } from './data.ts'
import { type LargeOrganization, largeOrganization, memberAt } from './holds-data.ts'
import { type Fixtures, formWith, furnish, type Ground } from './holds-fixtures.ts'
import { otherWork } from './holds-others.ts'
import { type Watched, watch } from './holds-watch.ts'
import { type LargeCall, largestCalls } from './largest.ts'
import { type Program, startHearth } from './programs.ts'
import { type Measure, milliseconds, quantile, type Row } from './table.ts'

const MESSAGES = Number(process.env.HEARTH_HOLDS_MESSAGES ?? 1_000_000)

/** People who are connected meanwhile. */
const CONNECTED = Number(process.env.HEARTH_HOLDS_CONNECTED ?? 1000)

/** The name by which work that is no call is chosen. */
const OTHERS = 'other work'

/** Only endpoints and other work whose name contains one of these, separated by commas. */
const ONLY = (process.env.HEARTH_HOLDS_ONLY ?? '').split(',')

/** What a call sets off may go on after its answer; some work goes on for long. */
const AFTERWARDS_MS = 30
const SETTLING_MS = 15_000

/** A held poll would wait for ever, and an answer that takes minutes says enough by then. */
const PATIENCE_MS = 240_000

const GOAL = { atLeast: 50, aim: 20, smallerIsBetter: true } as const

/** These need what was there before other calls, in this order. */
const FIRST = [
  /^DELETE \/users\/me\/subscriptions$/,
  /^POST \/users\/me\/subscriptions$/,
  /^PATCH \/(channel_folders|realm\/(linkifiers|profile_fields))$/,
]

/** These end what other calls need, so they come last, in this order, after all other deletions. */
const LAST = [
  /^POST \/bots\/.*regenerate$/,
  /^DELETE \/bots/,
  /^POST \/user_groups.*deactivate$/,
  /^(POST|DELETE|PATCH) \/users\/:user_id/,
  /delete_topic$/,
  /^DELETE \/streams/,
  /^DELETE \/users\/me$/,
  /^POST \/realm\/deactivate$/,
]

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

function rank(endpoint: Endpoint): number {
  const name = nameOf(endpoint)
  const first = FIRST.findIndex((pattern) => pattern.test(name))
  if (first >= 0) return first - FIRST.length
  const last = LAST.findIndex((pattern) => pattern.test(name))
  return last >= 0 ? 2 + last : Number(endpoint.method === 'DELETE')
}

/** The worst call of an endpoint. */
interface Hold extends Watched {
  what: string
  /** Of the answer; 0 if there was none. */
  status: number
  /** The beginning of the answer. */
  said: string
}

/** Calls each endpoint with its largest inputs while another connection asks for something small. */
export const measure: Measure = async () => {
  const large = await largeOrganization(MESSAGES)
  using copy = copyOf(large.folder)
  await using hearth = await startHearth(copy.path, { probed: true })
  const ground: Ground = { ...large, fixtures: await furnish(hearth.url, large) }
  await connect(hearth, large)
  const callers = callersOf(ground)
  const faults: string[] = []
  const rows: Row[] = []
  const ordered = endpoints
    .filter((endpoint) => ONLY.some((part) => nameOf(endpoint).includes(part)))
    .sort((one, other) => rank(one) - rank(other))
  for (const endpoint of ordered) {
    let worst: Hold = { longest: 0, waits: [], what: '', status: 0, said: '' }
    for (const call of largestCalls(endpoint, ground)) {
      const hold = await holdOf(hearth, endpoint, call, callers[call.as ?? 'owner']!)
      const line = `${nameOf(endpoint)} ${hold.longest.toFixed(1)} ${Math.max(...hold.waits).toFixed(0)} ${hold.what}`
      if (process.env.HEARTH_HOLDS_ALL) console.error(line)
      if (!isAsMeant(endpoint, call, hold.status)) faults.push(`${line} ${hold.said}`)
      if (hold.longest > worst.longest) worst = hold
    }
    rows.push(rowOf(nameOf(endpoint), worst))
  }
  if (faults.length > 0)
    throw new Error(`calls that were not answered as meant:\n${faults.join('\n')}`)
  const isChosen = (work: string) =>
    ONLY.some((part) => OTHERS.includes(part) || work.includes(part))
  const others = await otherWork(large, isChosen)
  for (const [work, watched] of others) rows.push(rowOf(work, { ...watched, what: '' }))
  return rows.sort((one, other) => other.figure! - one.figure!)
}

/** People with an event queue hear of what others do, which is part of what it costs. */
async function connect({ url }: Program, large: LargeOrganization) {
  const left = Array.from({ length: CONNECTED }, (_, at) => memberAt(large, 100 + at))
  const open = async () => {
    for (let one = left.pop(); one; one = left.pop())
      await expectSuccess(url, {
        ...{ method: 'POST', path: '/api/v1/register', authorization: one.authorization },
        parameters: { fetch_event_types: ['message'] },
      })
  }
  await Promise.all(Array.from({ length: 20 }, open))
}

const rowOf = (work: string, { longest, waits, what }: Watched & { what: string }): Row => ({
  work,
  hearth: what,
  p50: milliseconds(Math.max(...waits)),
  p99: milliseconds(quantile(waits, 0.99)),
  figure: longest,
  unit: 'ms',
  goal: GOAL,
})

const callersOf = ({ owner, leaver, renewer, fixtures }: Ground) => ({
  owner: owner.authorization,
  leaver: leaver.authorization,
  renewer: renewer.authorization,
  bot: (fixtures satisfies Fixtures).botAuthorization,
})

/** The largest inputs may be refused, but never for want of an account, and they never fail. */
const isAsMeant = ({ tier }: Endpoint, { succeeds }: LargeCall, status: number) =>
  succeeds === undefined
    ? status >= 200 && status < 500 && status !== 429 && (status !== 401 || tier === 'anyone')
    : succeeds === status < 400 && status < 500 && status > 0

async function holdOf(
  hearth: Program,
  endpoint: Endpoint,
  call: LargeCall,
  authorization: string,
): Promise<Hold> {
  const request = bytesOf(endpoint, call, authorization)
  const connection = await Connection.open(hearth.url)
  let answer: Answer | undefined
  const { longest, waits } = await watch(hearth, async () => {
    answer = await Promise.race([connection.ask(request).catch(() => undefined), patience()])
    const settling = call.settles ? SETTLING_MS : AFTERWARDS_MS
    await new Promise((resolve) => setTimeout(resolve, settling))
  })
  connection.close()
  const status = answer?.status ?? 0
  const said = answer?.body.toString('utf8', 0, 200) ?? 'no answer'
  return { longest, waits, status, said, what: `${status || 'no answer'} ${namesOf(call)}` }
}

const patience = () =>
  new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE_MS).unref())

/** Which parameter was large, for the table. */
function namesOf({ parameters, file }: LargeCall): string {
  if (file !== undefined) return `a file of ${(file.length / 1e6).toFixed(0)} MB`
  const sizes = Object.entries(parameters).map(
    ([name, value]) => [name, (JSON.stringify(value) ?? '').length] as const,
  )
  const [name, size] = sizes.sort((one, other) => other[1] - one[1])[0] ?? ['', 0]
  return size > 100 ? `${name}: ${size.toLocaleString('en')} characters` : ''
}

function bytesOf({ method }: Endpoint, call: LargeCall, authorization: string): Buffer {
  const request = {
    method,
    path: `/api/v1${call.path.replaceAll(' ', '%20')}`,
    authorization,
    parameters: call.parameters,
  }
  if (call.file === undefined) return requestBytes(request)
  const { body, type } = formWith(call.file, call.parameters)
  return requestBytes(request, body, type)
}

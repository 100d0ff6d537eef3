// Benchmark: how long one request with the largest input holds up everyone else, for each endpoint.

import { type Endpoint, endpoints } from '../../src/api/index.ts'
import { type Answer, Connection, expectSuccess, requestBytes } from './client.ts'
import { copyOf } from './data.ts'
import { type LargeOrganization, largeOrganization } from './holds-data.ts'
import { type LargeCall, largestCalls } from './largest.ts'
import { type Program, startHearth } from './programs.ts'
import { type Measure, milliseconds, quantile, type Row } from './table.ts'

const MESSAGES = Number(process.env.HEARTH_HOLDS_MESSAGES ?? 1_000_000)

/** Only endpoints whose name contains this. */
const ONLY = process.env.HEARTH_HOLDS_ONLY ?? ''

const ASK_EVERY_MS = 5

/** What a call sets off may go on after its answer. */
const AFTERWARDS_MS = 30

/** A held poll would wait for ever, and an answer that takes minutes says enough by then. */
const PATIENCE_MS = 60_000

const GOAL = { atLeast: 50, aim: 20, smallerIsBetter: true } as const

/** These end what other calls need, so they come last, in this order. */
const LAST = [
  /^(POST|DELETE|PATCH) \/users\/:user_id/,
  /^DELETE \/streams/,
  /delete_topic$/,
  /^(DELETE \/users\/me|POST \/users\/me\/api_key\/regenerate)$/,
  /^POST \/realm\/deactivate$/,
]

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

const rank = (endpoint: Endpoint) => LAST.findIndex((pattern) => pattern.test(nameOf(endpoint)))

/** Processor time and waits of the worst call of an endpoint. */
interface Hold {
  /** Processor time of the longest turn of the loop, in milliseconds. */
  longest: number
  /** How long another connection waited for small answers, in milliseconds. */
  waits: number[]
  what: string
}

/** Calls each endpoint with its largest inputs while another connection asks for something small. */
export const measure: Measure = async () => {
  const large = await largeOrganization(MESSAGES)
  using copy = copyOf(large.folder)
  await using hearth = await startHearth(copy.path, { probed: true })
  const callers = await callersOf(hearth, large)
  const rows: Row[] = []
  const ordered = endpoints
    .filter((endpoint) => nameOf(endpoint).includes(ONLY))
    .sort((one, other) => rank(one) - rank(other))
  for (const endpoint of ordered) {
    let worst: Hold = { longest: 0, waits: [], what: '' }
    for (const call of largestCalls(endpoint, large)) {
      const hold = await holdOf(hearth, endpoint, call, callers[call.as ?? 'owner']!)
      if (process.env.HEARTH_HOLDS_ALL)
        console.error(
          nameOf(endpoint),
          hold.longest.toFixed(1),
          Math.max(...hold.waits).toFixed(0),
          hold.what,
        )
      if (hold.longest > worst.longest) worst = hold
    }
    rows.push(rowOf(endpoint, worst))
  }
  return rows.sort((one, other) => other.figure! - one.figure!)
}

const rowOf = (endpoint: Endpoint, { longest, waits, what }: Hold): Row => ({
  work: nameOf(endpoint),
  hearth: what,
  p50: milliseconds(Math.max(...waits)),
  p99: milliseconds(quantile(waits, 0.99)),
  figure: longest,
  unit: 'ms',
  goal: GOAL,
})

async function callersOf({ url }: Program, { owner, leaver }: LargeOrganization) {
  const { api_key, user_id } = await expectSuccess(url, {
    method: 'POST',
    path: '/api/v1/bots',
    authorization: owner.authorization,
    parameters: { full_name: 'Robot', short_name: 'robot', bot_type: 1 },
  })
  const { user } = await expectSuccess(url, {
    method: 'GET',
    path: `/api/v1/users/${user_id}`,
    authorization: owner.authorization,
  })
  const bot = `Basic ${Buffer.from(`${user.email}:${api_key}`).toString('base64')}`
  return { owner: owner.authorization, leaver: leaver.authorization, bot }
}

async function holdOf(
  hearth: Program,
  endpoint: Endpoint,
  call: LargeCall,
  authorization: string,
): Promise<Hold> {
  const request = bytesOf(endpoint, call, authorization)
  const connection = await Connection.open(hearth.url)
  let answer: Answer | undefined
  const waits: number[] = []
  const { longest } = await hearth.turnsDuring(async () => {
    let isOver = false
    const asking = askAllTheWhile(hearth, () => isOver, waits)
    answer = await Promise.race([connection.ask(request).catch(() => undefined), patience()])
    await new Promise((resolve) => setTimeout(resolve, AFTERWARDS_MS))
    isOver = true
    await asking
  })
  connection.close()
  const said = answer === undefined ? 'no answer' : String(answer.status)
  return { longest, waits, what: `${said} ${namesOf(call)}` }
}

const patience = () =>
  new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE_MS).unref())

/** Which parameter was large, for the table. */
function namesOf({ parameters, file }: LargeCall): string {
  if (file !== undefined) return `a file of ${file >> 20} MiB`
  const sizes = Object.entries(parameters).map(
    ([name, value]) => [name, (JSON.stringify(value) ?? '').length] as const,
  )
  const [name, size] = sizes.sort((one, other) => other[1] - one[1])[0] ?? ['', 0]
  return size > 100 ? `${name}: ${size.toLocaleString('en')} characters` : ''
}

async function askAllTheWhile({ url }: Program, isOver: () => boolean, waits: number[]) {
  let connection = await Connection.open(url)
  const request = requestBytes({ method: 'GET', path: '/api/v1/server_settings' })
  do {
    const started = performance.now()
    await connection.ask(request, false).catch(async () => {
      // A server that was held for long takes the connection for dead.
      connection = await Connection.open(url)
    })
    waits.push(performance.now() - started)
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
  } while (!isOver())
  connection.close()
}

function bytesOf({ method }: Endpoint, call: LargeCall, authorization: string): Buffer {
  const request = {
    method,
    path: `/api/v1${call.path}`,
    authorization,
    parameters: call.parameters,
  }
  if (call.file === undefined) return requestBytes(request)
  const boundary = 'a-line-between-parts'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(head),
    Buffer.alloc(call.file, 'x'),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return requestBytes(request, body, `multipart/form-data; boundary=${boundary}`)
}

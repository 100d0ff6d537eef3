// One account that means harm, against a server in a process of its own: what the others wait for
// while it goes on, and how much memory it takes.

import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, Person } from '../chat.ts'
import { type ChildServer, found, serve, temporaryFolder } from '../child-server.ts'
import { bomb } from '../images/bomb.ts'
import { file } from '../images/files.ts'

const MIB = 1024 * 1024
const isLong = process.env.HEARTH_LONG !== undefined

/** What all attacks together may add to the most memory the server ever had. */
const MOST_ADDED = 700 * MIB

/**
 * What the slowest of a hundred answers to others may take in milliseconds while an attack goes on, or
 * how many times that of a quiet server. Only the long form looks at the clock.
 */
const MOST_WAITED_MS = 1000
const MOST_TIMES_QUIET = 50

type Attack = (ben: Person) => Promise<unknown>

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

const formulas = (n: number, count: number) =>
  Array.from({ length: count }, (_, k) => `$$\\frac{${n}x^{${k}}}{y_{${k}}}$$`).join(' ')

const say = (ben: Person, content: string) =>
  ben.post('/messages', { type: 'channel', to: 'general', topic: 'sums', content })

const sendBody = (ben: Person, path: string, type: string, body: Buffer) =>
  fetch(`${ben.url}/api/v1${path}`, {
    method: 'POST',
    headers: { Authorization: ben.authorization, 'Content-Type': type },
    body: new Uint8Array(body),
  }).then((answer) => answer.arrayBuffer())

/** Without a look at the answer, which would keep this process from measuring. */
async function read(ben: Person, parameters: Record<string, unknown>) {
  const query = new URLSearchParams(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
  const headers = { Authorization: ben.authorization }
  await (await fetch(`${ben.url}/api/v1/messages?${query}`, { headers })).arrayBuffer()
}

const register = (ben: Person, parameters: Record<string, string>) =>
  sendBody(
    ben,
    '/register',
    'application/x-www-form-urlencoded',
    Buffer.from(`${new URLSearchParams(parameters)}`),
  )

const SCALE = isLong ? 4 : 1

const ATTACKS: Record<string, Attack> = {
  'formulas in many messages': (ben) => times(10 * SCALE, (n) => say(ben, formulas(n, 70))),
  'formulas beyond measure': (ben) =>
    times(10, (n) => say(ben, `$$\\begin{matrix}${'&'.repeat(450 + n)}\\end{matrix}$$`)),
  'the largest page in many shapes': (ben) =>
    times(8 * SCALE, (n) =>
      read(ben, {
        anchor: 'newest',
        num_before: 5000 - n,
        num_after: 0,
        client_gravatar: n % 2 === 0,
        allow_empty_topic_name: n % 3 === 0,
      }),
    ),
  'requests whose answers are not read': async (ben) => {
    const { hostname, port } = new URL(ben.url)
    const request = `GET /api/v1/messages?anchor=newest&num_before=5000&num_after=0 HTTP/1.1\r\nHost: a\r\nAuthorization: ${ben.authorization}\r\n\r\n`
    const sockets = Array.from({ length: 10 }, () => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      socket.pause()
      socket.write(request.repeat(40))
      return socket
    })
    await times(100, () => ben.get('/users/me'))
    for (const socket of sockets) socket.destroy()
  },
  'a form of plus signs': (ben) =>
    times(SCALE, () =>
      sendBody(ben, '/messages', 'application/x-www-form-urlencoded', Buffer.alloc(25 * MIB, '+')),
    ),
  'an upload of almost boundaries': (ben) => {
    const boundary = 'a'.repeat(70)
    const almost = Buffer.alloc(25 * MIB, `\r\n--${boundary.slice(1)}`)
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n`
    const body = Buffer.concat([Buffer.from(head), almost, Buffer.from(`\r\n--${boundary}--`)])
    return times(SCALE, () =>
      sendBody(ben, '/user_uploads', `multipart/form-data; boundary=${boundary}`, body),
    )
  },
  'a boundary of thousands of characters': (ben) =>
    sendBody(
      ben,
      '/user_uploads',
      `multipart/form-data; boundary=${'a'.repeat(7000)}b${'a'.repeat(7000)}`,
      Buffer.alloc(10 * MIB, 'a'),
    ),
  'narrows of many words': (ben) =>
    times(5 * SCALE, (n) =>
      read(ben, {
        anchor: 'newest',
        num_before: 100,
        num_after: 0,
        narrow: Array.from({ length: 99 }, (_, k) => ({
          operator: 'search',
          operand: `word${n}${k}`,
          negated: true,
        })),
      }),
    ),
  'JSON of many brackets': (ben) => register(ben, { narrow: '['.repeat(100_000) }),
  'many large uploads': (ben) =>
    times(5 * SCALE, (n) =>
      ben.upload('/user_uploads', new File([new Uint8Array(8 * MIB)], `${n}.bin`)),
    ),
  'pictures that claim to be large': (ben) =>
    times(4 * SCALE, () => ben.upload('/users/me/avatar', file(bomb(5000, 5000, 4000)))),
  'reminders of large messages': async (ben) => {
    const { id } = await say(ben, formulas(1, 70))
    const at = Math.floor(Date.now() / 1000) + 86_400
    const reminder = { message_id: id, scheduled_delivery_timestamp: at }
    await times(20 * SCALE, () => ben.post('/reminders', reminder))
    await times(5, () => register(ben, { fetch_event_types: '["reminders"]' }))
  },
  'the whole snapshot again and again': (ben) => times(10, () => register(ben, {})),
}

test('while one account attacks, the others are answered, and memory stays bounded', async () => {
  using folder = temporaryFolder()
  await using server = await serve(folder.path, ['--rate-limit', 'off'])
  const olga = await found(server)
  const ben = await join(server, olga)
  for (let n = 0; n < (isLong ? 40 : 15); n++) expectSuccess(await say(ben, formulas(n, 60)))
  const quiet = await waitsDuring(server, () => times(SCALE, () => ben.get('/users/me')), 100)
  const before = mostMemory(server.pid)

  for (const [name, attack] of Object.entries(ATTACKS)) {
    const waits = await waitsDuring(server, () => attack(ben), isLong ? 100 : 1)
    const most = percentile(waits, 0.99)
    const bound = Math.max(MOST_WAITED_MS, MOST_TIMES_QUIET * percentile(quiet, 0.99))
    const added = (mostMemory(server.pid) - before) / MIB
    if (isLong) {
      console.log(
        `${name}: ${waits.length} answers, 99 of 100 within ${most.toFixed(0)} ms, memory +${added.toFixed(0)} MiB`,
      )
      assert.ok(most < bound, `${name}: ${most} ms, on a quiet server ${percentile(quiet, 0.99)}`)
    }
    assert.ok(added * MIB < MOST_ADDED, `${name}: ${added} MiB more`)
  }
  assert.is((await olga.get('/users/me')).status, 200)
})

/** How long others wait for answers, in milliseconds, until the work is done. */
async function waitsDuring({ url }: ChildServer, work: () => Promise<unknown>, atLeast = 1) {
  let isDone = false
  const done = work().finally(() => {
    isDone = true
  })
  const waits: number[] = []
  while (!isDone || waits.length < atLeast) {
    const asked = performance.now()
    const answer = await fetch(`${url}/api/v1/server_settings`)
    const body = await answer.text()
    assert.is(answer.status, 200, body)
    waits.push(performance.now() - asked)
  }
  await done
  return waits
}

const percentile = (values: number[], part: number) =>
  values.toSorted((one, other) => one - other)[Math.floor(part * (values.length - 1))]!

/** The most bytes that a process ever had in memory at once. */
function mostMemory(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return Number(kilobytes) * 1024
}

async function join(server: ChildServer, olga: Person): Promise<Person> {
  const email = 'ben@harbour.test'
  const password = 'a long enough horse 7'
  const { user_id } = expectSuccess(
    await olga.post('/users', { email, full_name: 'Ben', password }),
  )
  const login = new URLSearchParams({ username: email, password })
  const answer = await fetch(`${server.url}/api/v1/fetch_api_key`, { method: 'POST', body: login })
  const { api_key } = (await answer.json()) as { api_key: string }
  return new Person(server.url, { id: user_id, email, name: 'Ben', key: api_key })
}

test.run()

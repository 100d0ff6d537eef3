// What watches a server asks: /health and /metrics.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { silentLog } from '../../src/base/log.ts'
import { startHearth } from '../../src/main.ts'
import { openDatabase } from '../../src/store/db.ts'
import { type Chat, CONFIG, startChat } from '../chat.ts'
import { mayMount, smallDisk, temporaryFolder } from '../child-server.ts'
import { TestClock } from '../clocks.ts'

const TOKEN = 'a token of many letters'.replaceAll(' ', '-')

test('a server that is well says so to everyone, as often as it is asked', async () => {
  await using chat = await startChat({ rateLimit: true })

  const answers = await Promise.all(Array.from({ length: 500 }, () => healthOf(chat.url)))

  for (const { status, body } of answers) {
    assert.is(status, 200)
    assert.equal(body, { status: 'ok', problems: [] })
  }
  assert.is((await fetch(`${chat.url}/health`, { method: 'HEAD' })).status, 200)
  assert.is((await fetch(`${chat.url}/health`, { method: 'POST' })).status, 405)
})

test('a database that another program keeps locked is a problem, until it lets go', async () => {
  await using chat = await startChat()
  const other = openDatabase(join(chat.folder, 'hearth.db'))
  other.exec('BEGIN IMMEDIATE')

  const { status, body } = await healthOf(chat.url)
  assert.is(status, 503)
  assert.is(body.status, 'failing')
  assert.equal(
    body.problems.map(({ what }: { what: string }) => what),
    ['database'],
  )
  assert.match(body.problems[0].message, 'Another program keeps the database locked')

  other.exec('ROLLBACK')
  other.close()
  chat.clock.advance(1)
  assert.is((await healthOf(chat.url)).status, 200)
})

test('a request that keeps all others waiting for a second shows for a while', async () => {
  await using chat = await startChat()
  assert.is((await healthOf(chat.url)).status, 200)

  // The server runs in this process, so this holds its event loop; it is watched from the first
  // question on.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1200)
  chat.clock.advance(1)

  const { status, body } = await healthOf(chat.url)
  assert.is(status, 503)
  assert.is(body.problems[0].what, 'event_loop')
  assert.match(body.problems[0].message, /^Requests waited for 1\d\d\d milliseconds/)
})

if (mayMount()) {
  test('a disk that is nearly full is a problem', async () => {
    using disk = smallDisk(100)
    const clock = new TestClock()
    const hearth = await startHearth({ ...CONFIG, data: disk.path }, { clock, log: silentLog })
    try {
      assert.is((await healthOf(hearth.address)).status, 200)

      disk.fill(8 * 1024)
      clock.advance(1)

      const { status, body } = await healthOf(hearth.address)
      assert.is(status, 503)
      assert.match(body.problems[0].message, /^The disk of the data folder has \d MB left\.$/)
    } finally {
      await hearth.stop()
    }
  })
}

test('metrics count requests by route and status, commits, queues and held polls', async () => {
  await using chat = await startChat()
  const inbox = await chat.olga.listen()
  await chat.olga.say('general', 'tea', 'one')
  await chat.olga.say('general', 'tea', 'two')
  await inbox.read()
  const waiting = inbox.wait()
  await chat.olga.get('/messages/4711')
  await fetch(`${chat.url}/user_uploads/1/ab/secret-name.txt`)
  await fetch(`${chat.url}/wp-login.php`)

  const text = await metricsOf(chat)

  const metric = (name: string) => Number(lineOf(text, name))
  assert.is(metric('hearth_http_requests_total{route="POST /messages",status="200"}'), 2)
  assert.is(metric('hearth_http_requests_total{route="GET /messages/:message_id",status="400"}'), 1)
  assert.is(metric('hearth_http_requests_total{route="/user_uploads/*",status="404"}'), 1)
  assert.is(metric('hearth_http_requests_total{route="-",status="404"}'), 1)
  assert.is(metric('hearth_http_request_duration_seconds_count{route="POST /messages"}'), 2)
  assert.is(
    metric('hearth_http_request_duration_seconds_bucket{le="+Inf",route="POST /messages"}'),
    2,
  )
  assert.ok(metric('hearth_commit_duration_seconds_count') > 2)
  assert.ok(metric('hearth_commit_jobs_sum') >= metric('hearth_commit_jobs_count'))
  assert.is(metric('hearth_event_queues'), 1)
  assert.is(metric('hearth_held_polls'), 1)
  assert.is(metric('hearth_waiting_requests'), 0)
  assert.ok(metric('hearth_database_bytes') > 0)
  assert.ok(metric('hearth_database_wal_bytes') > 100_000)
  assert.ok(metric('hearth_messages_total') >= 2)
  assert.ok(metric('process_resident_memory_bytes') > 1e6)
  assert.ok(lineOf(text, 'nodejs_eventloop_lag_p99_seconds') !== undefined)
  assert.not.match(text, /secret-name|wp-login|4711/)
  await chat.olga.say('general', 'tea', 'three')
  await waiting
})

test('every number on the dashboard is one that the server gives', async () => {
  using folder = temporaryFolder()
  await using chat = await startChat({ backupDir: folder.path })
  const file = join(import.meta.dirname, '..', '..', 'docs', 'grafana-dashboard.json')
  const { panels } = JSON.parse(readFileSync(file, 'utf8')) as { panels: Panel[] }

  const text = await metricsOf(chat)
  const asked = panels.flatMap(({ targets = [] }) =>
    targets.flatMap(({ expr }) => expr.match(/\b(?:hearth|nodejs|process)_\w+/g) ?? []),
  )

  assert.ok(asked.length > 20)
  const missing = asked.filter(
    (name) => !text.includes(`${name.replace(/_(bucket|sum|count)$/, '')} `),
  )
  assert.equal(missing, [])
})

test('metrics are refused to other machines, through a proxy too, unless they have the token', async () => {
  await using open = await startChat()
  await using guarded = await startChat({ metricsToken: TOKEN })
  const through = (chat: Chat, headers: Record<string, string>) =>
    fetch(`${chat.url}/metrics`, { headers: { 'X-Forwarded-For': '203.0.113.7', ...headers } })

  assert.is((await through(open, {})).status, 403)
  assert.is((await through(open, { Authorization: `Bearer ${TOKEN}` })).status, 403)
  assert.is((await through(guarded, {})).status, 403)
  const wrong = await through(guarded, { Authorization: `Bearer ${TOKEN}x` })
  assert.is(wrong.status, 403)
  assert.match((await wrong.json()).msg, 'and the token of --metrics-token')
  assert.is((await through(guarded, { Authorization: `Bearer ${TOKEN}` })).status, 200)
  assert.is((await through(guarded, { Authorization: guarded.olga.authorization })).status, 403)
})

interface Panel {
  targets?: { expr: string }[]
}

const healthOf = async (url: string) => {
  const response = await fetch(`${url}/health`)
  return { status: response.status, body: await response.json() }
}

const metricsOf = async ({ url }: Chat) => (await fetch(`${url}/metrics`)).text()

/** The value of a metric, which is named with its labels. */
const lineOf = (text: string, name: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${name} `))
    ?.slice(name.length + 1)

test.run()

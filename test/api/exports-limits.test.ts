// Exports: who may make them, how many, and what becomes of those that fail.

import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openDatabase } from '../../src/store/db.ts'
import { download, exported } from '../archives.ts'
import { assertRefused } from '../channels.ts'
import { type Answer, expectSuccess, startChat } from '../chat.ts'
import { listed, now } from '../exporting.ts'

test('only administrators export, list, delete and download', async () => {
  await using chat = await startChat()
  const mo = await chat.join('Mo', 300)
  const { id, export_url } = await exported(chat.olga)

  for (const answer of [
    await mo.post('/export/realm'),
    await mo.get('/export/realm'),
    await mo.delete(`/export/realm/${id}`),
    await mo.get('/export/realm/consents'),
  ])
    assert.equal([answer.status, answer.code], [400, 'UNAUTHORIZED_PRINCIPAL'])
  const anonymous = await download(export_url)
  assert.is(anonymous.status, 401)
  assert.match(anonymous.headers.get('WWW-Authenticate') ?? '', /^Basic/)
  assert.is((await download(export_url, mo)).status, 404)
  assert.is((await download(`${chat.url}/exports/x.tar.gz`, chat.olga)).status, 404)
  assert.is((await download(`${chat.url}/exports/..%2fhearth.db`, chat.olga)).status, 404)
  const own = await download(export_url, chat.olga)
  assert.is(own.headers.get('Content-Type'), 'application/gzip')
  assert.match(own.headers.get('Content-Disposition') ?? '', /^attachment; .*export-2026-03-01/)
  const unknown = await chat.olga.post('/export/realm', { export_type: 'some' })
  assert.is(unknown.msg, 'Invalid export_type')
})

test('one export is made at a time, and few in a week', async () => {
  await using chat = await startChat()
  const both = await Promise.all([chat.olga.post('/export/realm'), chat.olga.post('/export/realm')])
  const refused = both.filter(({ result }) => result === 'error')
  assert.equal(
    refused.map(({ msg }) => msg),
    ['An export is being made; wait until it is done.'],
  )
  await chat.restart()
  // Done or not: the one that the restart cut short does not count.
  const counted = (await listed(chat.olga)).filter((one: Answer) => one.failed_timestamp === null)
  for (let more = counted.length; more < 5; more++) await exported(chat.olga)
  const sixth = await chat.olga.post('/export/realm')
  assert.is(sixth.msg, 'No more than 5 exports can be made in a week.')
  chat.clock.advance(7 * 86_400)
  await exported(chat.olga)
})

test('a deleted export is gone from the disk, and that it was there stays known', async () => {
  await using chat = await startChat()
  const { id, export_url, ...made } = await exported(chat.olga)
  const inbox = await chat.olga.listen({ event_types: ['realm_export'] })
  const folder = join(chat.folder, 'exports')
  assert.is(readdirSync(folder).length, 1)

  expectSuccess(await chat.olga.delete(`/export/realm/${id}`))

  const gone = { id, ...made, export_url: null, deleted_timestamp: now(chat) }
  assert.equal(await listed(chat.olga), [gone])
  assert.equal(await inbox.read(), [{ type: 'realm_export', exports: [gone] }])
  assert.equal(readdirSync(folder), [])
  assert.is((await download(export_url, chat.olga)).status, 404)
  const again = await chat.olga.delete(`/export/realm/${id}`)
  assertRefused(again, 'Export already deleted')
  assertRefused(await chat.olga.delete('/export/realm/99'), 'Invalid data export ID')
})

test('an export that cannot be written is marked as failed, and another can follow', async () => {
  await using chat = await startChat()
  const inTheWay = join(chat.folder, 'exports')
  writeFileSync(inTheWay, '')

  const failed = await exported(chat.olga)

  assert.equal([failed.failed_timestamp, failed.export_url], [now(chat), null])
  const { msg } = await chat.olga.delete(`/export/realm/${failed.id}`)
  assert.is(msg, 'Export failed, nothing to delete')
  rmSync(inTheWay)
  assert.ok((await exported(chat.olga)).export_url)
})

test('an export whose process died has failed, and what it left behind is gone', async () => {
  await using chat = await startChat()
  const { export_url } = await exported(chat.olga)
  const left = join(chat.folder, 'exports', 'half.tar.gz.part')
  writeFileSync(left, 'half')
  const db = openDatabase(join(chat.folder, 'hearth.db'))
  db.exec(`INSERT INTO data_export (acting_user_id, type, started_at) VALUES (1, 'public', 1)`)
  db.close()
  const pending = (await listed(chat.olga))[1]
  assert.is(pending.pending, true)
  assertRefused(await chat.olga.delete(`/export/realm/${pending.id}`), 'Export still in progress')

  await chat.restart()

  assert.equal((await listed(chat.olga))[1], {
    ...pending,
    pending: false,
    failed_timestamp: now(chat),
  })
  assert.not.ok(existsSync(left))
  assert.is((await download(export_url, chat.olga)).status, 200)
})

test.run()

// How the server is doing, for owners and administrators.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, startChat } from '../chat.ts'
import { temporaryFolder } from '../child-server.ts'
import { mailOptions, startMailServer } from '../mail/mail-server.ts'
import { browserOf, LOOPBACK, tellInVain } from '../push/devices.ts'
import { startPushService } from '../push/push-service.ts'
import { startSecureChat, trustedAuthority } from '../secure-chat.ts'

const DAY = 86_400

test('owners and administrators see how the server is doing; others do not', async () => {
  await using chat = await startChat()
  const ada = await chat.join('Ada', 200)
  const ben = await chat.join('Ben')
  const status = expectSuccess(await ada.get('/realm/server'))
  assert.match(status.version, /^\d+\.\d+\.\d+/)
  assert.is(status.url, chat.url)
  assert.is(status.started_at, Math.floor(chat.clock.now() / 1000))
  assert.equal(status.problems, [])
  assert.is(status.mail.sends_mail, false)
  assert.equal(status.push, { devices: 0, failing: 0, waiting: 0 })
  assert.is(status.backups, null)
  assert.is(status.certificate, null)
  expectSuccess(await chat.olga.get('/realm/server'))
  assert.is((await ben.get('/realm/server')).code, 'UNAUTHORIZED_PRINCIPAL')
})

test('backups are named by their times, without the folder they are in', async () => {
  using folder = temporaryFolder()
  const backupDir = join(folder.path, 'secret place')
  mkdirSync(backupDir)
  writeFileSync(join(backupDir, 'hearth-20260228-120000.tar.zst'), 'x')
  await using chat = await startChat({ backupDir, backupEvery: 2 * DAY, backupKeep: 3 })
  const answer = expectSuccess(await chat.olga.get('/realm/server'))
  const newest_at = Date.UTC(2026, 1, 28, 12) / 1000
  assert.equal(answer.backups, {
    ...{ every: 2 * DAY, keep: 3, kept: 1, newest_at, next_at: newest_at + 2 * DAY },
    failure: null,
  })
  assert.not.match(JSON.stringify(answer), 'secret place')
})

test('mail and pushes that wait or fail are counted, without addresses', async () => {
  await using server = await startMailServer()
  await using service = await startPushService()
  await using chat = await startChat({ ...mailOptions(server), ...LOOPBACK })
  server.refusals.push(451)
  expectSuccess(
    await chat.olga.post('/invites', { invitee_emails: 'nina@client.test', stream_ids: [] }),
  )
  await server.offered(1)
  const ben = await chat.join('Ben')
  await browserOf(ben, service)
  await tellInVain(chat, ben, service, 503)
  const answer = expectSuccess(await chat.olga.get('/realm/server'))
  assert.equal([answer.mail.sends_mail, answer.mail.waiting], [true, 1])
  assert.equal(answer.push, { devices: 1, failing: 1, waiting: 1 })
  assert.not.match(JSON.stringify(answer), /nina|client\.test|phone/)
})

test('the certificate in use says where it comes from and when it ends', async () => {
  await using chat = await startSecureChat(await trustedAuthority())
  const { certificate } = expectSuccess(await chat.olga.get('/realm/server'))
  assert.is(certificate.source, 'files')
  const days = (certificate.expires_at - chat.clock.now() / 1000) / DAY
  assert.ok(days > 363 && days < 367, String(days))
})

test.run()

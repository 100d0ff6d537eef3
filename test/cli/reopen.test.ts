// hearth reopen.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { silentLog } from '../../src/base/log.ts'
import { startHearth } from '../../src/main.ts'
import { CONFIG, expectSuccess, Person, startChat } from '../chat.ts'
import { TestClock } from '../clocks.ts'
import { hearthAside } from '../commands.ts'

test('a closed organization is opened again with all that is in it, and is not erased', async () => {
  await using chat = await startChat()
  const id = await chat.olga.say('general', 'tea', 'still here')
  expectSuccess(await chat.olga.post('/realm/deactivate', { deletion_delay_days: 14 }))
  await chat.stop()

  const opened = await reopen(chat.folder)

  assert.equal(opened, { code: 0, stdout: 'Harbour is open again.\n', stderr: '' })
  const clock = new TestClock()
  clock.advance(100 * 86_400)
  const config = { ...CONFIG, data: chat.folder }
  const hearth = await startHearth(config, { clock, log: silentLog })
  const olga = new Person(hearth.address, chat.olga)
  assert.is(expectSuccess(await olga.get(`/messages/${id}`)).raw_content, 'still here')
  await hearth.stop()
})

test('reopen is refused while the server runs, for an open organization, and without one', async () => {
  await using chat = await startChat()
  const refusal = (line: string) => ({ code: 1, stdout: '', stderr: `hearth reopen: ${line}\n` })
  const inUse = `Another Hearth is using ${chat.folder}; stop it first.`
  assert.equal(await reopen(chat.folder), refusal(inUse))
  await chat.stop()
  assert.equal(await reopen(chat.folder), refusal('Harbour is not closed.'))
  const nowhere = join(chat.folder, 'nowhere')
  assert.equal(await reopen(nowhere), refusal(`${nowhere} holds no organization.`))
  assert.not.ok(existsSync(nowhere))
})

const reopen = (folder: string) => hearthAside(['reopen', '--data', folder])

test.run()

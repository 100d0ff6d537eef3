// A closed organization is erased when its time has come.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { silentLog } from '../src/base/log.ts'
import { startHearth } from '../src/main.ts'
import { initOrganization } from '../src/offline.ts'
import { CONFIG, expectSuccess, PASSWORD, Person } from './chat.ts'
import { TestClock } from './clocks.ts'

const DAY = 86_400

/** A server of an organization that its owner has closed. */
async function closed(deletion_delay_days?: number | null) {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-erasing-'))
  const config = { ...CONFIG, data: folder }
  const { user_id, email, api_key } = await initOrganization(config, {
    ...{ name: 'Harbour', ownerEmail: 'olga@harbour.test', ownerName: 'Olga', password: PASSWORD },
  })
  const clock = new TestClock()
  const start = () => startHearth(config, { clock, log: silentLog })
  const hearth = await start()
  const olga = new Person(hearth.address, { id: user_id, email, name: 'Olga', key: api_key })
  await olga.upload('/user_uploads', new File(['tea'], 'tea.txt'))
  writeFileSync(join(folder, 'hearth.db.before-version-1'), 'an older copy')
  writeFileSync(join(folder, 'notes.txt'), 'not ours')
  expectSuccess(await olga.post('/realm/deactivate', { deletion_delay_days }))
  const left = () => readdirSync(folder).filter((name) => name !== 'hearth.lock')
  return {
    ...{ clock, hearth, start, left },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}

test('when the time is over, a running server takes the data away and ends', async () => {
  using chat = await closed(14)
  chat.clock.advance(13 * DAY)
  assert.ok(chat.left().includes('hearth.db'))

  chat.clock.advance(DAY)
  await chat.hearth.ended

  assert.equal(chat.left(), ['notes.txt'])
  const next = await chat.start()
  assert.ok(next.setupUrl, 'the folder is as new')
  await next.stop()
})

test('a server that was off when the time was over takes the data away when it starts', async () => {
  using chat = await closed(20)
  await chat.hearth.stop()
  chat.clock.advance(20 * DAY)

  const next = await chat.start()

  assert.ok(next.setupUrl)
  for (const gone of ['uploads', 'hearth.db.before-version-1'])
    assert.not.ok(chat.left().includes(gone), gone)
  await next.stop()
})

test('a closed organization that nobody said to erase stays as it is', async () => {
  for (const delay of [undefined, null]) {
    using chat = await closed(delay)
    chat.clock.advance(400 * DAY)
    await chat.hearth.stop()
    const next = await chat.start()
    assert.is(next.setupUrl, undefined)
    assert.ok(chat.left().includes('uploads'))
    await next.stop()
  }
})

test.run()

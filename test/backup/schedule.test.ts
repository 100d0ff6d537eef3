// Backups on schedule: made while the server runs, named by their time, verified, the newest kept.

import { mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readArchive } from '../../src/backup/archive.ts'
import { scheduledName } from '../../src/backup/scheduled.ts'
import { silentLog } from '../../src/base/log.ts'
import type { Config } from '../../src/config.ts'
import { type Chat, startChat } from '../chat.ts'
import { temporaryFolder, tryServe } from '../child-server.ts'
import { TestClock } from '../clocks.ts'
import { ENVIRONMENT, hearthAside } from '../commands.ts'

const HOUR = 3600

// The process that makes a backup starts faster with it.
process.env.NODE_COMPILE_CACHE = ENVIRONMENT.NODE_COMPILE_CACHE

test('a backup is made when one is due, named by its time and for its owner only', async () => {
  using folder = temporaryFolder()
  const backups = join(folder.path, 'backups')
  await using chat = await startWithBackups({ backupDir: backups, backupEvery: HOUR })
  assert.is(statSync(backups).mode & 0o777, 0o700)
  assert.match(
    await statusOf(chat),
    /^No backup in .*backups yet; one is made every 60 minutes\.$/m,
  )

  assert.is(await chat.backupAfter(61), 'backup-made')
  const first = 'hearth-20260301-120101.tar.zst'
  assert.equal(readdirSync(backups), [first])
  const file = join(backups, first)
  assert.is(statSync(file).mode & 0o777, 0o600)
  const { organization, files } = await readArchive(file)
  assert.is(organization, 'Harbour')
  assert.ok(files.some(({ path }) => path === 'hearth.db'))

  // Nothing happens before the hour is over.
  chat.clock.advance(HOUR - 120)
  assert.equal(readdirSync(backups), [first])
  assert.is(await chat.backupAfter(121), 'backup-made')
  assert.equal(readdirSync(backups).sort(), [first, 'hearth-20260301-130102.tar.zst'])
  assert.match(await statusOf(chat), `Newest of 2 backups in ${backups}: 2026-03-01T13:`)
})

test('the newest are kept, and what else lies in the folder is left alone', async () => {
  using folder = temporaryFolder()
  const old = [1, 2, 3].map((day) => scheduledName(Date.UTC(2026, 1, day) / 1000))
  for (const name of [...old, 'notes.txt', 'mine.tar.zst']) {
    writeFileSync(join(folder.path, name), 'x')
  }
  const leftover = `${old[0]}.unfinished`
  writeFileSync(join(folder.path, leftover), 'x')
  await using chat = await startWithBackups({ backupDir: folder.path, backupKeep: 2 })

  assert.is(await chat.backupAfter(61), 'backup-made')

  assert.equal(readdirSync(folder.path).sort(), [
    old[2],
    'hearth-20260301-120101.tar.zst',
    'mine.tar.zst',
    'notes.txt',
  ])
})

test('a backup that fails is logged, shows in health and status, deletes nothing, and is tried again', async () => {
  using folder = temporaryFolder()
  const backups = join(folder.path, 'backups')
  const old = scheduledName(Date.UTC(2026, 1, 1) / 1000)
  mkdirSync(backups)
  writeFileSync(join(backups, old), 'x')
  await using chat = await startWithBackups({ backupDir: backups, backupKeep: 1 })
  // A backup without the secret would be of no use, so none is made.
  const secret = join(chat.folder, 'secret.key')
  renameSync(secret, `${secret}.away`)
  assert.is(await chat.backupAfter(61), 'backup-failed')

  const health = await fetch(`${chat.url}/health`)
  assert.is(health.status, 503)
  const { problems } = await health.json()
  assert.is(problems[0].what, 'backups')
  assert.match(
    problems[0].message,
    /^The backup of 2026-03-01T12:01:01.000Z failed: .* has no secret\.key/,
  )
  assert.match(await statusOf(chat), /^The backup of 2026-03-01T12:01:01.000Z failed: /m)
  assert.equal(readdirSync(backups), [old])

  renameSync(`${secret}.away`, secret)
  assert.is(await chat.backupAfter(660), 'backup-made')
  assert.equal(readdirSync(backups), ['hearth-20260301-121201.tar.zst'])
  assert.is((await fetch(`${chat.url}/health`)).status, 200)
  assert.not.match(await statusOf(chat), 'failed')
})

test('a plan that cannot be meant is refused at the start', async () => {
  using folder = temporaryFolder()
  const data = join(folder.path, 'data')
  const refusal = (...options: string[]) => tryServe(data, options)

  assert.equal(await refusal('--backup-dir', join(data, 'backups')), {
    code: 2,
    stderr:
      'hearth serve: --backup-dir must be outside of the data folder, or both are lost at once\n',
  })
  assert.equal(await refusal('--backup-every', '5s'), {
    code: 2,
    stderr:
      'hearth serve: --backup-every must be minutes, hours or days, such as 30m, 12h or 7d, at most 366d, not "5s"\n',
  })
  assert.equal(await refusal('--backup-keep', '0'), {
    code: 2,
    stderr: 'hearth serve: --backup-keep must be a whole number from 1 to 10000, not "0"\n',
  })
  const file = join(folder.path, 'file')
  writeFileSync(file, '')
  const ended = await refusal('--backup-dir', join(file, 'backups'))
  assert.ok('code' in ended && ended.code === 1)
  assert.match(ended.stderr, 'a part of this path is not a folder')
})

/** A server whose log says when a backup has ended. */
async function startWithBackups(plan: Partial<Config>) {
  let heard: (event: string) => void = () => {}
  const hear = (event: string) => {
    if (event === 'backup-made' || event === 'backup-failed') heard(event)
  }
  const log = { ...silentLog, info: hear, error: hear }
  const chat = await startChat(plan, new TestClock(), log)
  return Object.assign(chat, {
    /** Lets time pass, and waits for the backup that follows. */
    backupAfter(seconds: number): Promise<string> {
      const { promise, resolve } = Promise.withResolvers<string>()
      heard = resolve
      chat.clock.advance(seconds)
      return promise
    },
  })
}

const statusOf = async ({ folder }: Chat): Promise<string> =>
  (await hearthAside(['status', '--data', folder])).stdout

test.run()

// hearth drill: the newest backup is restored aside, checked, measured and removed.

import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { found, serve, temporaryFolder } from '../child-server.ts'
import { hearth } from '../commands.ts'

test('a drill says that the newest backup is good and how old it is, and leaves nothing behind', async () => {
  using folder = temporaryFolder()
  const { backups, newest, temporary, drill } = await withBackup(folder.path)
  copyFileSync(newest, join(backups, 'hearth-20200101-000000.tar.zst'))

  const { code, stdout, stderr } = drill([backups, '--json'])

  assert.is(code, 0, stderr)
  const result = JSON.parse(stdout)
  assert.is(result.source, newest)
  assert.is(result.organization, 'Harbour')
  assert.ok(result.messages > 0)
  assert.equal(result.problems, [])
  assert.ok(result.age >= 0 && result.age < 600)
  assert.ok(result.newest_message_at <= result.taken_at)
  assert.is(result.files_checked, true)
  assert.equal(readdirSync(temporary), [])

  const spoken = drill(['--backup-dir', backups]).stdout
  assert.match(spoken, `Restored ${newest}: Harbour, ${result.messages} messages.`)
  assert.match(spoken, /^Its newest message was sent \d+ (seconds|minutes) ago\.$/m)
  assert.match(spoken, 'It is good, and was removed again.')
})

test('a drill fails for a copy that is damaged or not there', async () => {
  using folder = temporaryFolder()
  const { backups, newest, temporary, drill } = await withBackup(folder.path)
  const bytes = readFileSync(newest)
  bytes.fill(0x5a, bytes.length >> 1, (bytes.length >> 1) + 64)
  writeFileSync(newest, bytes)

  const damaged = drill([backups])
  assert.is(damaged.code, 1)
  assert.match(damaged.stderr, /^hearth drill: .*\.tar\.zst is damaged/)
  assert.equal(readdirSync(temporary), [])

  const empty = join(folder.path, 'empty')
  mkdirSync(empty)
  assert.equal(drill([empty]), {
    code: 1,
    stdout: '',
    stderr: `hearth drill: ${empty} holds no scheduled backup.\n`,
  })
  assert.match(drill([join(folder.path, 'gone')]).stderr, 'gone does not exist.')
  assert.is(drill([]).code, 2)
  const without = drill(['s3://bucket/path', '--litestream', '/no/litestream'])
  assert.is(without.code, 1)
  assert.match(without.stderr, '/no/litestream is not installed; --litestream names the program.')
})

/** A folder with one scheduled backup of an organization with a file. */
async function withBackup(folder: string) {
  const [data, backups, temporary] = ['data', 'backups', 'tmp'].map((name) => join(folder, name))
  mkdirSync(backups!)
  mkdirSync(temporary!)
  const newest = join(backups!, 'hearth-20260131-142500.tar.zst')
  await using server = await serve(data!)
  const olga = await found(server)
  await olga.say('general', 'harbour', 'Ready.')
  const made = hearth(['backup', newest, '--data', data!])
  assert.is(made.code, 0, made.stderr)
  const drill = (args: string[]) => hearth(['drill', ...args], { TMPDIR: temporary })
  return { backups: backups!, newest, temporary: temporary!, drill }
}

test.run()

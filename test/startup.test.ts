// Data folders with which the server must not start.

import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  type Ended,
  found,
  mayMount,
  personAt,
  serve,
  smallDisk,
  temporaryFolder,
  tryServe,
} from './child-server.ts'

const onOwnDisk = mayMount() ? test : test.skip

test('a file that is no database is reported and left as it is', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'hearth.db')
  writeFileSync(file, 'Dear diary, this is not a database. '.repeat(200))

  await requireRefusal(folder.path, `${file} is damaged or not a Hearth database`)
})

test('a database that was cut short is reported and left as it is', async () => {
  using folder = await oldFolder()
  const file = join(folder.path, 'hearth.db')
  truncateSync(file, 40_960)

  await requireRefusal(folder.path, `${file} is damaged or not a Hearth database`)
})

test('a folder that has lost a part says so, and starts anew only when told to', async () => {
  using folder = await oldFolder()
  const secret = join(folder.path, 'secret.key')
  const database = join(folder.path, 'hearth.db')
  const key = readFileSync(secret)

  rmSync(secret)
  await requireRefusal(folder.path, 'has a database and no secret.key')
  writeFileSync(secret, key, { mode: 0o600 })
  utimesSync(secret, new Date('2026-01-01'), new Date('2026-01-01'))
  for (const name of readdirSync(folder.path))
    if (name.startsWith('hearth.db')) rmSync(join(folder.path, name))
  writeFileSync(database, '')
  await requireRefusal(folder.path, 'has an empty hearth.db')
  rmSync(database)
  writeFileSync(join(folder.path, 'backup.db'), 'a copy')
  await requireRefusal(folder.path, 'backup.db and no hearth.db')

  await using server = await serve(folder.path, ['--start-anew'])
  assert.ok(await server.line(/\/setup\//))
})

test('the database of another program is left as it is', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'hearth.db')
  const other = new Database(file)
  other.exec('CREATE TABLE recipe (name TEXT)')
  other.close()

  await requireRefusal(folder.path, `${file} belongs to another program`)
})

test('the database of a newer Hearth is left as it is', async () => {
  using folder = await oldFolder()
  const newer = new Database(join(folder.path, 'hearth.db'))
  newer.exec('PRAGMA user_version = 9000')
  newer.close()

  await requireRefusal(folder.path, 'version 9000')
})

test('a secret that is not one is reported, not replaced', async () => {
  using folder = await oldFolder()
  const file = join(folder.path, 'secret.key')
  truncateSync(file, 10)

  await requireRefusal(folder.path, `${file} is not a Hearth secret`)
})

test('a path that cannot be a folder is reported', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'file')
  writeFileSync(file, 'mine')

  await requireRefusal(file, `${file} is not a folder`, folder.path)
  await requireRefusal(join(file, 'data'), `${file} is not a folder`, folder.path)
  await requireRefusal('/proc/none/data', '/proc/none/data cannot be', folder.path)
})

test('what is kept is for its owner only, also in a folder that everyone may read', async () => {
  using folder = temporaryFolder()
  chmodSync(folder.path, 0o755)
  await using server = await serve(folder.path)
  const olga = await found(server)
  await olga.upload('/user_uploads', new File(['x'], 'x.txt'))
  await olga.say('general', 'tea', 'kettle')

  const open = readdirSync(folder.path).filter(
    (name) => (statSync(join(folder.path, name)).mode & 0o077) !== 0,
  )
  assert.equal(open, [])
})

test('one data folder serves one Hearth at a time', async () => {
  using folder = temporaryFolder()
  await using server = await serve(folder.path)
  const olga = await found(server)

  const second = await tryServe(folder.path)

  requireLine(second, `Another Hearth is using ${folder.path}`)
  assert.is((await olga.get('/users/me')).status, 200)
  await server.kill('SIGKILL')
  await using third = await serve(folder.path)
  assert.is((await personAt(third, olga).get('/users/me')).status, 200)
})

test('a port in use is reported, and the folder is free again', async () => {
  using folder = await oldFolder()
  const busy = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => busy.once('listening', resolve))
  const { port } = busy.address() as { port: number }

  const before = contentsOf(folder.path)
  const refused = await tryServe(folder.path, ['--port', String(port)])
  busy.close()

  requireLine(refused, `Port ${port} of 127.0.0.1 is in use by another program`)
  assert.equal(contentsOf(folder.path), before)
  await using server = await serve(folder.path)
  assert.ok(server.url)
})

test('an address that is not of this machine is reported', async () => {
  using folder = temporaryFolder()

  const refused = await tryServe(folder.path, ['--host', '192.0.2.1'])

  requireLine(refused, 'Cannot listen on 192.0.2.1:0')
})

onOwnDisk('a disk that may only be read is reported, with old data and without', async () => {
  using old = await oldFolder()
  using disk = smallDisk(8)
  const data = join(disk.path, 'data')
  cpSync(old.path, data, { recursive: true })
  disk.makeReadOnly()

  await requireRefusal(data, `${data}/hearth.db cannot be written to`)
  await requireRefusal(join(disk.path, 'new'), `${join(disk.path, 'new')} cannot be written to`)
})

onOwnDisk('a start on a full disk is refused, and harms no later start', async () => {
  using disk = smallDisk(8)
  for (const kilobytes of [0, 12, 100]) {
    const data = join(disk.path, `with-${kilobytes}-kilobytes`)
    disk.fill(kilobytes)

    const refused = await tryServe(data)

    requireLine(refused, data)
    assert.match((refused as Ended).stderr, /room|full/)
    disk.free()
    await using server = await serve(data)
    await found(server)
    await server.kill('SIGTERM')
    rmSync(data, { recursive: true })
  }
})

/** A data folder that a server has used. */
async function oldFolder() {
  const folder = temporaryFolder()
  template ??= makeTemplate()
  cpSync(await template, folder.path, { recursive: true })
  return folder
}

let template: Promise<string> | undefined

async function makeTemplate(): Promise<string> {
  const folder = temporaryFolder()
  process.on('exit', () => folder[Symbol.dispose]())
  await using server = await serve(folder.path)
  await found(server)
  assert.equal(await server.kill('SIGTERM'), [0, null])
  return folder.path
}

/** The server says in one line why it does not start, and changes nothing that was there. */
async function requireRefusal(data: string, line: string, kept = data) {
  const before = contentsOf(kept)
  requireLine(await tryServe(data), line)
  const after = contentsOf(kept)
  for (const [name, bytes] of Object.entries(before)) assert.ok(after[name]?.equals(bytes), name)
  assert.not(existsSync(join(data, 'hearth.db-wal')))
}

function requireLine(outcome: Awaited<ReturnType<typeof tryServe>>, line: string) {
  if ('url' in outcome) {
    outcome.kill('SIGKILL')
    throw new Error(`the server started, although ${line}`)
  }
  assert.is(outcome.code, 1, outcome.stderr)
  assert.ok(outcome.stderr.startsWith('hearth serve: '), outcome.stderr)
  assert.ok(outcome.stderr.includes(line), outcome.stderr)
  assert.match(outcome.stderr, /^[^\n]+\n$/)
}

/** The bytes of every file in a folder by name. */
function contentsOf(folder: string): Record<string, Buffer> {
  if (!existsSync(folder)) return {}
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(files.map(({ name }) => [name, readFileSync(join(folder, name))]))
}

test.run()

// hearth backup, restore and check, against servers that run and folders that are damaged.

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openDatabase } from '../../src/store/db.ts'
import { found, personAt, serve, temporaryFolder } from '../child-server.ts'
import { hearth } from '../commands.ts'

test('a backup made while people write is restored with keys, messages and files as they were', async () => {
  using folder = temporaryFolder()
  const [data, file, copy] = [
    join(folder.path, 'data'),
    join(folder.path, 'b.tar.zst'),
    join(folder.path, 'copy'),
  ]
  await using server = await serve(data)
  const olga = await found(server)
  const { url } = await olga.upload('/user_uploads', new File(['tide table'], 'tides.txt'))
  await olga.say('general', 'files', `[tides.txt](${url})`)
  const first = await olga.say('general', 'harbour', 'Before the backup.')

  // Others keep writing while the archive is made.
  const writing = Promise.all(
    Array.from({ length: 40 }, (_, n) => olga.say('general', 'meanwhile', `Message ${n}`)),
  )
  const saved = hearth(['backup', file, '--data', data, '--json'])
  await writing
  assert.is(saved.code, 0, saved.stderr)
  assert.is(JSON.parse(saved.stdout).file, file)
  assert.is(statSync(file).mode & 0o777, 0o600)
  assert.equal(readdirSync(folder.path).sort(), ['b.tar.zst', 'data'])

  const restored = hearth(['restore', file, '--data', copy])
  assert.is(restored.code, 0, restored.stderr)
  assert.match(restored.stdout, /^Harbour as of \d{4}-.*hearth serve --data/)
  assert.is(hearth(['check', '--data', copy]).code, 0)
  await using second = await serve(copy)
  const again = personAt(second, olga)
  const { message } = await again.get(`/messages/${first}`)
  assert.is(message.content, '<p>Before the backup.</p>')
  const { url: temporary } = await again.get(url)
  assert.is(await (await fetch(second.url + temporary)).text(), 'tide table')
})

test('a restored server is the one that devices trust already', async () => {
  using folder = temporaryFolder()
  const [data, file, copy] = ['data', 'b.tar.zst', 'copy'].map((name) => join(folder.path, name))
  const trusted = async (at: string) => {
    await using server = await serve(at, ['--tls', 'local'])
    return (await server.line(/^Its fingerprint \(SHA-256\) is (\S+)$/))[1]
  }
  const before = await trusted(data!)
  assert.is(hearth(['backup', file!, '--data', data!]).code, 0)

  const restored = hearth(['restore', file!, '--data', copy!])

  assert.is(restored.code, 0, restored.stderr)
  assert.is(await trusted(copy!), before)
  assert.is(statSync(join(copy!, 'tls')).mode & 0o777, 0o700)
  for (const name of readdirSync(join(copy!, 'tls')))
    assert.is(statSync(join(copy!, 'tls', name)).mode & 0o777, 0o600, name)
})

test('a backup is refused where it would overwrite a file or there is nothing to save', () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'b.tar.zst')
  const empty = hearth(['backup', file, '--data', join(folder.path, 'nothing')])
  assert.is(empty.code, 1)
  assert.match(empty.stderr, /nothing holds no database\.$/m)
  assert.not.ok(existsSync(file))

  const data = organizationIn(folder.path)
  writeFileSync(file, 'mine')
  const taken = hearth(['backup', file, '--data', data])
  assert.is(taken.code, 1)
  assert.match(taken.stderr, 'exists already; choose another name.')
  assert.is(readFileSync(file, 'utf8'), 'mine')

  const nowhere = hearth(['backup', join(folder.path, 'no', 'b'), '--data', data])
  assert.match(nowhere.stderr, /no does not exist\.$/m)
  assert.is(hearth(['backup', '--data', data]).stderr, 'hearth backup: FILE is required\n')
})

test('a folder in use is not restored into, and a damaged archive leaves nothing behind', () => {
  using folder = temporaryFolder()
  const data = organizationIn(folder.path)
  const file = join(folder.path, 'b.tar.zst')
  assert.is(hearth(['backup', file, '--data', data]).code, 0)

  const used = hearth(['restore', file, '--data', data])
  assert.is(used.code, 1)
  assert.match(used.stderr, 'is not empty (it has')

  const copy = join(folder.path, 'copy')
  const bytes = readFileSync(file)
  const broken = join(folder.path, 'broken.tar.zst')
  for (const damaged of [
    bytes.subarray(0, bytes.length / 2),
    Buffer.from('not an archive'),
    Buffer.alloc(0),
  ]) {
    writeFileSync(broken, damaged)
    const refused = hearth(['restore', broken, '--data', copy])
    assert.is(refused.code, 1)
    assert.match(refused.stderr, /broken\.tar\.zst is (damaged|not a whole backup)/)
    assert.not.ok(existsSync(copy))
  }
  assert.equal(readdirSync(folder.path).sort(), ['b.tar.zst', 'broken.tar.zst', 'data'])
  assert.match(
    hearth(['restore', join(folder.path, 'none'), '--data', copy]).stderr,
    'does not exist',
  )
})

test('a backup of a newer Hearth is refused with a sentence', () => {
  using folder = temporaryFolder()
  const data = organizationIn(folder.path)
  const db = openDatabase(join(data, 'hearth.db'))
  db.pragma('user_version = 9999')
  db.close()
  const file = join(folder.path, 'b.tar.zst')
  assert.is(hearth(['backup', file, '--data', data]).code, 0)

  const refused = hearth(['restore', file, '--data', join(folder.path, 'copy')])

  assert.is(refused.code, 1)
  assert.match(refused.stderr, 'was made by a newer Hearth')
})

test('check finds files that belong to nothing and indexes with gaps, and repairs them', async () => {
  using folder = temporaryFolder()
  const data = join(folder.path, 'data')
  const server = await serve(data)
  const olga = await found(server)
  await olga.say('general', 'harbour', 'A lighthouse.')
  const search = {
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
    narrow: [{ operator: 'search', operand: 'lighthouses' }],
  }
  // The words of a message are written before the first search.
  assert.is((await olga.get('/messages', search)).messages.length, 1)
  await server.kill('SIGTERM')
  assert.is(hearth(['check', '--data', data]).stdout, `${data} is sound.\n`)

  const stray = join(data, 'uploads', 'attachments', '0a', 'nobodys')
  mkdirSync(join(stray, '..'), { recursive: true })
  writeFileSync(stray, 'x')
  const lastWeek = Date.now() / 1000 - 7 * 86_400
  utimesSync(stray, lastWeek, lastWeek)
  const db = openDatabase(join(data, 'hearth.db'))
  db.exec("INSERT INTO message_text (message_text) VALUES ('delete-all')")
  db.exec('INSERT INTO sender_message VALUES (1, 99)')
  db.close()

  const looked = hearth(['check', '--data', data])
  assert.is(looked.code, 1)
  assert.match(looked.stdout, 'Can be repaired: uploads/attachments/0a/nobodys belongs to nothing')
  assert.match(looked.stdout, 'Can be repaired: the text index lacks')
  assert.match(looked.stdout, 'Can be repaired: the index of messages by place and sender lacks')
  assert.ok(existsSync(stray))

  const mended = hearth(['check', '--data', data, '--repair'])
  assert.is(mended.code, 0, mended.stderr)
  assert.match(mended.stdout, /^Repaired: the text index .*built anew$/m)
  assert.match(mended.stdout, /^Repaired: the index of messages .*built anew$/m)
  assert.not.ok(existsSync(stray))
  assert.is(hearth(['check', '--data', data]).stdout, `${data} is sound.\n`)
  await using again = await serve(data)
  const { messages } = await personAt(again, olga).get('/messages', search)
  assert.is(messages.length, 1)
})

test('check says that a database is damaged, and a backup of it is refused', () => {
  using folder = temporaryFolder()
  const data = organizationIn(folder.path)
  const database = join(data, 'hearth.db')
  const bytes = readFileSync(database)
  bytes.fill(0x5a, 20 * 4096, 60 * 4096)
  writeFileSync(database, bytes)

  assert.is(hearth(['check', '--data', data]).code, 1)
  const refused = hearth(['backup', join(folder.path, 'b'), '--data', data])
  assert.is(refused.code, 1)
  assert.not.ok(existsSync(join(folder.path, 'b')))
})

/** A data folder with an organization, made by the command line. */
function organizationIn(folder: string): string {
  const data = join(folder, 'data')
  rmSync(data, { recursive: true, force: true })
  const args = ['--name', 'Harbour', '--owner-email', 'olga@harbour.test', '--owner-name', 'Olga']
  const made = hearth(['init', '--data', data, ...args], {
    HEARTH_OWNER_PASSWORD: 'correct horse battery',
  })
  assert.is(made.code, 0, made.stderr)
  return data
}

test.run()

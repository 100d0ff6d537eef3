// Migrations.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { StartError } from '../../src/errors.ts'
import { type Db, openDatabase } from '../../src/store/db.ts'
import { messageReceivers } from '../../src/store/message-receivers.ts'
import { migrate, replay } from '../../src/store/migrate.ts'
import { migrations } from '../../src/store/migrations/index.ts'
import type { Migration } from '../../src/store/migrations/migration.ts'

const latest = migrations.length
const schema = readFileSync(join(import.meta.dirname, '..', '..', 'schema.sql'), 'utf8')

test('the steps lead to the very shape that schema.sql gives a new database', () => {
  using stepped = openFile()
  using fresh = openFile()

  replay(stepped.db, 0)
  migrate(fresh.db, schema)

  const expected = shapeOf(fresh.db)
  const actual = shapeOf(stepped.db)
  assert.equal([...actual.keys()], [...expected.keys()])
  for (const [name, sql] of expected) assert.is(actual.get(name), sql)
  assert.is(versionOf(stepped.db), versionOf(fresh.db))
})

test('every step has the next number', () => {
  assert.equal(
    migrations.map(({ version }) => version),
    migrations.map((_, index) => index + 1),
  )
})

test('an older database takes the steps it lacks, with what is in it', () => {
  using file = openFile()
  replay(file.db, 0, RECIPES.slice(0, 1))
  file.db.exec("INSERT INTO recipe (name) VALUES ('soup')")

  migrate(file.db, 'no new database', file.path, RECIPES)

  assert.is(versionOf(file.db), 3)
  assert.equal(file.db.prepare('SELECT name, minutes, rating FROM recipe').all(), [
    { name: 'soup', minutes: 30, rating: null },
  ])
})

test('messages of a database with the older indexes are in those that follow them', () => {
  using file = openFile()
  replay(file.db, 0, migrations.slice(0, 14))
  file.db.pragma('foreign_keys = OFF')
  const send = file.db.prepare(`
    INSERT INTO message (conversation_id, channel_id, sender_id, sent_at, client, content, rendered,
                         renderer_version) VALUES (?, ?, 5, 0, 'x', 'x', 'x', 1)`)
  for (const [conversation, channel] of [
    [1, null],
    [2, 7],
    [1, null],
  ])
    send.run(conversation, channel)

  file.db.exec(`INSERT INTO reaction (message_id, user_id, reaction_type, emoji_code, emoji_name)
                VALUES (2, 6, 'unicode_emoji', '1f44d', '+1')`)

  file.db.transaction(() => {
    for (const { up } of migrations.slice(14)) file.db.exec(up)
  })()

  const idsIn = (index: string) => file.db.prepare(`SELECT message_id FROM ${index}`).pluck().all()
  assert.equal(idsIn('conversation_message WHERE conversation_id = 1'), [1, 3])
  assert.equal(idsIn('channel_message'), [2])
  assert.equal(idsIn('sender_message WHERE sender_id = 5'), [1, 2, 3])
  assert.equal(idsIn('message_index_reach'), [3])
  const participants = file.db.prepare('SELECT * FROM topic_participant ORDER BY user_id').raw()
  assert.equal(participants.all(), [
    [2, 5, 1],
    [2, 6, 1],
  ])
})

test('messages of a database that lists no receivers have lists, and all their rows', () => {
  using file = openFile()
  replay(file.db, 0, migrations.slice(0, 20))
  file.db.pragma('foreign_keys = OFF')
  const send = file.db.prepare(`
    INSERT INTO message (id, conversation_id, sender_id, sent_at, client, content, rendered, renderer_version)
    VALUES (?, 1, 5, 0, 'x', 'x', 'x', 1)`)
  for (const id of [1, 2, 3]) send.run(id)
  // The rows of a message that is gone are nobody's.
  file.db.exec(`
    INSERT INTO user_message VALUES (6, 1, 3), (6, 3, 1), (7, 3, 1), (6, 4, 1);
    INSERT INTO pending_receipts VALUES (1, '[[5,0],[6,1],[7,8]]'), (2, '[[5,1]]');
    DELETE FROM message WHERE id = 4`)

  file.db.exec(migrations[20]!.up)

  const rows = file.db.prepare('SELECT message_id, user_id, flags FROM user_message ORDER BY 1, 2')
  const expected = [
    [1, 5, 0],
    [1, 6, 3],
    [1, 7, 8],
    [2, 5, 1],
    [3, 6, 1],
    [3, 7, 1],
    [4, 6, 1],
  ]
  assert.equal(rows.raw().all(), expected)
  const lists = file.db.prepare('SELECT message_id, user_ids, flags FROM message_receivers')
  assert.equal(lists.raw().all(), [
    [1, '[5,6,7]', null],
    [2, '[5]', null],
    [3, '[6,7]', null],
  ])
  assert.equal(messageReceivers(file.db).pending(), [])
})

test('before the steps a copy is put beside the database, as it was', () => {
  using file = openFile()
  replay(file.db, 0, RECIPES.slice(0, 1))
  file.db.exec("INSERT INTO recipe (name) VALUES ('soup')")

  migrate(file.db, 'no new database', file.path, RECIPES)

  using copy = openFile(`${file.path}.before-version-3`)
  assert.is(versionOf(copy.db), 1)
  assert.equal(copy.db.prepare('SELECT * FROM recipe').all(), [{ id: 1, name: 'soup' }])
  assert.is(copy.db.pragma('integrity_check', { simple: true }), 'ok')
})

test('a copy that was cut short is made again', () => {
  using file = openFile()
  replay(file.db, 0, RECIPES.slice(0, 1))
  writeFileSync(`${file.path}.before-version-3.unfinished`, 'half a copy')

  migrate(file.db, 'no new database', file.path, RECIPES)

  using copy = openFile(`${file.path}.before-version-3`)
  assert.is(versionOf(copy.db), 1)
  assert.not(existsSync(`${file.path}.before-version-3.unfinished`))
})

test('a database that is up to date is not copied', () => {
  using file = openFile()
  migrate(file.db, schema, file.path)

  migrate(file.db, schema, file.path)

  assert.not(existsSync(`${file.path}.before-version-${latest}`))
})

test('a step that fails leaves the database as it was, earlier steps included', () => {
  const failing: [reason: string, up: string][] = [
    ['bad SQL', 'ALTER TABLE recipe ADD COLUMN minutes INTEGER; SELECT nonsense'],
    ['a broken rule', "INSERT INTO recipe (id, name) VALUES (1, 'again')"],
    ['a lost reference', 'INSERT INTO ingredient (recipe_id) VALUES (99)'],
  ]
  for (const [reason, up] of failing) {
    using file = openFile()
    replay(file.db, 0, RECIPES.slice(0, 1))
    file.db.pragma('journal_mode = WAL')
    file.db.exec(`
      INSERT INTO recipe (name) VALUES ('soup');
      CREATE TABLE ingredient (recipe_id INTEGER REFERENCES recipe)`)
    const before = file.db.serialize()
    const steps = [...RECIPES.slice(0, 2), { version: 3, up }]

    assert.throws(() => migrate(file.db, 'no new database', file.path, steps), undefined, reason)

    assert.is(versionOf(file.db), 1, reason)
    assert.ok(file.db.serialize().equals(before), reason)
    assert.is(file.db.pragma('foreign_keys', { simple: true }), 1)
  }
})

test('a database of a newer version is not touched', () => {
  using file = openFile()
  file.db.pragma(`user_version = ${latest + 1}`)
  const before = readFileSync(file.path)

  assert.throws(() => migrate(file.db, schema, file.path), isStartError(/newer Hearth/))

  assert.ok(readFileSync(file.path).equals(before))
})

test('a database of another program is not touched', () => {
  using file = openFile()
  file.db.exec('CREATE TABLE recipe (name TEXT)')
  const before = readFileSync(file.path)

  assert.throws(() => migrate(file.db, schema, file.path), isStartError(/another program/))

  assert.ok(readFileSync(file.path).equals(before))
})

/** Three versions of a small database. */
const RECIPES: readonly Migration[] = [
  { version: 1, up: 'CREATE TABLE recipe (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT' },
  { version: 2, up: 'ALTER TABLE recipe ADD COLUMN minutes INTEGER NOT NULL DEFAULT 30' },
  { version: 3, up: 'ALTER TABLE recipe ADD COLUMN rating INTEGER' },
]

const versionOf = (db: Db) => db.pragma('user_version', { simple: true }) as number

const isStartError = (message: RegExp) => (error: Error) =>
  error instanceof StartError && message.test(error.message)

/** What defines each table, index and trigger, without comments and the blanks between words. */
function shapeOf(db: Db): Map<string, string | undefined> {
  const rows = db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all()
  return new Map(
    (rows as { type: string; name: string; sql: string | null }[]).map(({ type, name, sql }) => [
      `${type} ${name}`,
      sql
        ?.replace(/--.*$/gm, ' ')
        .replace(/\s+/g, ' ')
        .replace(/ (?=[,)])/g, '')
        .trim(),
    ]),
  )
}

/** A database in a folder of its own, or another one beside it. */
function openFile(existing?: string) {
  const folder = existing ? undefined : mkdtempSync(join(tmpdir(), 'hearth-migrate-'))
  const path = existing ?? join(folder!, 'hearth.db')
  const db = openDatabase(path)
  return {
    path,
    db,
    [Symbol.dispose]() {
      db.close()
      if (folder) rmSync(folder, { recursive: true })
    },
  }
}

test.run()

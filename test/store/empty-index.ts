// A database of messages with their text index, for tests, without the rest of the server.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../src/store/db.ts'
import { MessageText } from '../../src/store/message-text.ts'
import { searchText } from '../../src/text/search/search-text.ts'
import { randomFrom } from '../fuzz/inputs.ts'

/** A turn of merging takes so long. */
const TURN_MS = 4

/** A database with messages of the given HTML, and the most that one of its transactions wrote. */
export function emptyIndex(folder: string) {
  const file = join(folder, 'hearth.db')
  const db = openDatabase(file)
  db.exec(readFileSync(join(import.meta.dirname, '../../schema.sql'), 'utf8'))
  db.exec("INSERT INTO conversation (id, member_key) VALUES (1, '1,2')")
  db.pragma('foreign_keys = OFF')
  let text = new MessageText(db, searchText)
  const insert = db.prepare<[id: number | null, html: string]>(`
    INSERT INTO message (id, conversation_id, sender_id, sent_at, client, content, rendered, renderer_version)
    VALUES (?, 1, 1, 0, '', '', ?, 1)`)
  const update = db.prepare<[html: string, id: number]>(
    'UPDATE message SET rendered = ? WHERE id = ?',
  )
  const remove = db.prepare<[id: number]>('DELETE FROM message WHERE id = ?')
  const match = db
    .prepare<[word: string], number>('SELECT rowid FROM message_text WHERE message_text MATCH ?')
    .pluck()
  const count = (sql: string) => db.prepare<[], number>(sql).pluck().get()!
  const random = randomFrom(7)
  const rows = { ofTransactions: 0, ofTurns: 0 }
  const counting = <T>(of: keyof typeof rows, work: () => T): T => {
    const before = count('SELECT total_changes()')
    const done = work()
    rows[of] = Math.max(rows[of], count('SELECT total_changes()') - before)
    return done
  }
  const commit = <T>(work: () => T, tookMs = 0): T =>
    counting(
      'ofTransactions',
      db.transaction(() => {
        const done = work()
        text.keepUp(tookMs)
        return done
      }),
    )
  return {
    db,
    file,
    body: () =>
      Array.from({ length: 20 }, () => `word${Math.floor(random() ** 3 * 3000)}`).join(' '),
    /** @param at its ID, higher than all others */
    send(html: string, at?: number): number {
      const id = Number(insert.run(at ?? null, html).lastInsertRowid)
      text.add(id, html)
      return id
    },
    edit(id: number, html: string) {
      update.run(html, id)
      text.change(id, html)
    },
    remove(id: number) {
      text.remove(id)
      remove.run(id)
    },
    commit,
    /** A commit, and what follows it if merging has turns of its own. @param tookMs what it took */
    write<T>(work: () => T, tookMs = 0): T {
      const done = commit(work, tookMs)
      if (text.owesTurn)
        counting(
          'ofTurns',
          db.transaction(() => text.merge(TURN_MS)),
        )
      return done
    },
    text: () => text,
    /** As when the server starts again. */
    startAgain() {
      text = new MessageText(db, searchText)
    },
    search: (word: string) => text.whole(() => match.all(word)),
    /** Without writing what is missing. */
    indexed: () => count('SELECT count(*) FROM message_text_docsize'),
    /** Segments a search looks into. */
    segments: () => count('SELECT count(DISTINCT segid) FROM message_text_idx'),
    pages: () => count('SELECT count(*) FROM message_text_data'),
    /** Of the largest transaction and the largest turn until now. */
    rows,
  }
}

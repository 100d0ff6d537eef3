// Whether a database is sound, and how its text index is built anew from the messages.

import type { Db } from '../db.ts'
import { messageText } from '../message-text.ts'

/** What SQLite itself finds wrong: damaged pages, indexes that disagree, rows that are missing. */
export function databaseProblems(db: Db): string[] {
  const damages = db.pragma('integrity_check') as { integrity_check: string }[]
  const references = db.pragma('foreign_key_check') as { table: string; rowid: number }[]
  return [
    ...damages.map((row) => row.integrity_check).filter((text) => text !== 'ok'),
    ...references.map(
      ({ table, rowid }) => `row ${rowid} of ${table} refers to a row that is gone`,
    ),
  ]
}

/** How many messages and topics the text index lacks, and how many it has that are gone. */
export function textIndexGaps(db: Db): { missing: number; left: number } {
  const count = (sql: string) => db.prepare<[], number>(sql).pluck().get() ?? 0
  const gaps = (index: string, source: string) => ({
    missing: count(
      `SELECT count(*) FROM ${source} AND id NOT IN (SELECT id FROM ${index}_docsize)`,
    ),
    left: count(`SELECT count(*) FROM ${index}_docsize WHERE id NOT IN (SELECT id FROM ${source})`),
  })
  const messages = gaps('message_text', 'message WHERE true')
  const topics = gaps('topic_text', 'conversation WHERE topic IS NOT NULL')
  return { missing: messages.missing + topics.missing, left: messages.left + topics.left }
}

/** Messages read and indexed in one go. */
const BATCH_SIZE = 1000

/** Builds the text index anew. @param textOf what is searched in a message's HTML */
export function rebuildTextIndex(db: Db, textOf: (html: string) => string): void {
  const batch = db.prepare<[after: number, limit: number], { id: number; rendered: string }>(
    'SELECT id, rendered FROM message WHERE id > ? ORDER BY id LIMIT ?',
  )
  const text = messageText(db)
  db.transaction(() => {
    db.exec(`INSERT INTO message_text (message_text) VALUES ('delete-all');
             INSERT INTO topic_text (topic_text) VALUES ('delete-all');
             INSERT INTO topic_text (rowid, topic)
             SELECT id, topic FROM conversation WHERE topic IS NOT NULL`)
    for (let rows = batch.all(0, BATCH_SIZE); rows.length > 0; ) {
      for (const { id, rendered } of rows) text.add(id, textOf(rendered))
      text.merge(Infinity)
      rows = batch.all(rows.at(-1)!.id, BATCH_SIZE)
    }
  }).immediate()
}

/** How far a copy reaches: how many messages there are, and when the newest was sent (UNIX seconds). */
export function extentOf(db: Db): { messages: number; newestMessageAt: number | null } {
  const messages = db.prepare<[], number>('SELECT count(*) FROM message').pluck().get() ?? 0
  const newestMessageAt = db
    .prepare<[], number>('SELECT sent_at FROM message ORDER BY id DESC LIMIT 1')
    .pluck()
    .get()
  return { messages, newestMessageAt: newestMessageAt ?? null }
}

// Whether a database is sound, and how its text index is built anew from the messages.

import type { Db } from '../db.ts'
import { MessageText, type TextOf } from '../message-text.ts'

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
  const messages = gaps(
    'message_text',
    'message WHERE id <= (SELECT message_id FROM message_text_reach)',
  )
  const topics = gaps('topic_text', 'conversation WHERE topic IS NOT NULL')
  return { missing: messages.missing + topics.missing, left: messages.left + topics.left }
}

/** Builds the text index anew. */
export function rebuildTextIndex(db: Db, textOf: TextOf): void {
  db.transaction(() => {
    db.exec(`INSERT INTO topic_text (topic_text) VALUES ('delete-all');
             INSERT INTO topic_text (rowid, topic)
             SELECT id, topic FROM conversation WHERE topic IS NOT NULL`)
    new MessageText(db, textOf).rebuild()
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

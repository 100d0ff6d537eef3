// Tables bot_storage and bot_value_piece: keys and values that bots store.

import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

/** A part of a long value. */
export interface ValuePiece {
  value_id: number
  /** Counts from 0. */
  number: number
  text: string
}

/** A value, or a piece of it. */
interface TextRow {
  key: string
  text: string
}

/** What a bot stores. */
interface StoredSize {
  bytes: number
  keys: number
}

/** Pieces that are deleted at once: up to 1,200 pages are read one after the other, which takes some milliseconds. */
const PIECES_AT_ONCE = 20

/** Statements on the storage of bots. */
export function botStorage(db: Db) {
  const texts = (condition: string) =>
    `SELECT key, coalesce(text, value) AS text
       FROM bot_storage LEFT JOIN bot_value_piece ON value_id = long_value
      WHERE bot_id = ? ${condition} ORDER BY key, number`
  const all = db.prepare<[bot: number], TextRow>(texts(''))
  const one = db.prepare<[bot: number, key: string], TextRow>(texts('AND key = ?'))
  // Lengths in bytes are read without the texts, those in characters only with them.
  const size = db.prepare<[keys: string, bot: number], StoredSize>(`
    SELECT count(*) AS keys, coalesce(sum(octet_length(key) + octet_length(value) + coalesce(
             (SELECT sum(octet_length(text)) FROM bot_value_piece WHERE value_id = long_value), 0)), 0) AS bytes
      FROM bot_storage
     WHERE key NOT IN (SELECT value FROM json_each(?)) AND bot_id = ?`)
  const longValues = db
    .prepare<[bot: number], number>(
      'SELECT long_value FROM bot_storage WHERE bot_id = ? AND long_value IS NOT NULL',
    )
    .pluck()
  const longValuesOf = db
    .prepare<[bot: number, keys: string], number>(`
      SELECT long_value FROM bot_storage
       WHERE bot_id = ? AND key IN (SELECT value FROM json_each(?)) AND long_value IS NOT NULL`)
    .pluck()
  const unused = db
    .prepare<[], number>(`
      SELECT DISTINCT value_id FROM bot_value_piece
       WHERE NOT EXISTS (SELECT 1 FROM bot_storage WHERE long_value = value_id)`)
    .pluck()
  const addPiece = db.prepare<ValuePiece>(
    'INSERT INTO bot_value_piece VALUES (@value_id, @number, @text)',
  )
  const forgetPieces = db.prepare<[values: string]>(`
    DELETE FROM bot_value_piece WHERE rowid IN (
      SELECT rowid FROM bot_value_piece
       WHERE value_id IN (SELECT value FROM json_each(?)) LIMIT ${PIECES_AT_ONCE})`)
  const set = db.prepare<[bot: number, key: string, value: string, long: number | null]>(`
    INSERT INTO bot_storage VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET value = excluded.value, long_value = excluded.long_value`)
  const forgetAll = db.prepare<[bot: number]>('DELETE FROM bot_storage WHERE bot_id = ?')
  const forget = db.prepare<[bot: number, key: string]>(
    'DELETE FROM bot_storage WHERE bot_id = ? AND key = ?',
  )

  return {
    /** Values by key. */
    all(botId: number): Map<string, string> {
      const values = new Map<string, string>()
      for (const { key, text } of all.all(botId)) values.set(key, (values.get(key) ?? '') + text)
      return values
    },
    get(botId: number, key: string): string | undefined {
      const rows = one.all(botId, key)
      return rows.length === 0 ? undefined : rows.map(({ text }) => text).join('')
    },
    /** UTF-8 bytes of all keys and values but those of a list, and how many keys there are. */
    sizeBesides: (botId: number, keys: readonly string[]) => size.get(JSON.stringify(keys), botId)!,
    /** The IDs of long values of some keys. @param keys undefined: all of them */
    longValues: (botId: number, keys: readonly string[] | undefined): number[] =>
      keys ? longValuesOf.all(botId, JSON.stringify(keys)) : longValues.all(botId),
    /** The IDs of long values to which no key leads. */
    unusedValues: () => unused.all(),

    ...writing({
      addPiece: (piece: ValuePiece) => void addPiece.run(piece),
      /** Deletes some pieces of long values. @returns whether there may be more */
      forgetPieces: (valueIds: readonly number[]) =>
        forgetPieces.run(JSON.stringify(valueIds)).changes === PIECES_AT_ONCE,
      /** The pieces of the value before stay. @param value a text, or the ID under which its pieces are */
      set: (botId: number, key: string, value: string | number) =>
        void (typeof value === 'string'
          ? set.run(botId, key, value, null)
          : set.run(botId, key, '', value)),
      forgetAll: (botId: number) => void forgetAll.run(botId),
      /** @returns whether there was such a key */
      forget: (botId: number, key: string) => forget.run(botId, key).changes > 0,
    }),
  }
}

// Tables bot_storage and bot_value_piece: keys and values that bots store.

import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

/** A value that a bot stores: a text, or the ID under which its pieces are. */
export type BotValue = string | number

interface ValueRow {
  value: string
  long_value: number | null
}

/** What a bot stores. */
interface StoredSize {
  bytes: number
  keys: number
}

/** Pieces that are deleted at once. Of each its pages are read one after the other, up to 200. */
const PIECES_AT_ONCE = 4

/** Statements on the storage of bots. */
export function botStorage(db: Db) {
  const all = db.prepare<[bot: number], ValueRow & { key: string }>(
    'SELECT key, value, long_value FROM bot_storage WHERE bot_id = ? ORDER BY key',
  )
  const one = db.prepare<[bot: number, key: string], ValueRow>(
    'SELECT value, long_value FROM bot_storage WHERE bot_id = ? AND key = ?',
  )
  const pieces = db
    .prepare<[value: number], string>(
      'SELECT text FROM bot_value_piece WHERE value_id = ? ORDER BY number',
    )
    .pluck()
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
  const unused = db
    .prepare<[], number>(`
      SELECT DISTINCT value_id FROM bot_value_piece
      EXCEPT SELECT long_value FROM bot_storage WHERE long_value IS NOT NULL`)
    .pluck()
  const addPiece = db.prepare<[value: number, number: number, text: string]>(
    'INSERT INTO bot_value_piece VALUES (?, ?, ?)',
  )
  const forgetPieces = db.prepare<[value: number]>(`
    DELETE FROM bot_value_piece WHERE rowid IN (
      SELECT rowid FROM bot_value_piece WHERE value_id = ? LIMIT ${PIECES_AT_ONCE})`)
  const set = db.prepare<[bot: number, key: string, value: string, long: number | null]>(`
    INSERT INTO bot_storage VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET value = excluded.value, long_value = excluded.long_value`)
  const forgetAll = db.prepare<[bot: number]>('DELETE FROM bot_storage WHERE bot_id = ?')
  const forget = db.prepare<[bot: number, key: string]>(
    'DELETE FROM bot_storage WHERE bot_id = ? AND key = ?',
  )
  const whole = ({ value, long_value }: ValueRow) =>
    long_value === null ? value : pieces.all(long_value).join('')

  return {
    /** Values by key. */
    all: (botId: number) => all.all(botId).map((row) => [row.key, whole(row)] as const),
    get(botId: number, key: string): string | undefined {
      const row = one.get(botId, key)
      return row && whole(row)
    },
    /** UTF-8 bytes of all keys and values but those of a list, and how many keys there are. */
    sizeBesides: (botId: number, keys: readonly string[]) => size.get(JSON.stringify(keys), botId)!,
    /** The IDs of long values of some keys. @param keys undefined: all of them */
    longValues: (botId: number, keys: readonly string[] | undefined): number[] =>
      keys
        ? keys.map((key) => one.get(botId, key)?.long_value).filter((id) => typeof id === 'number')
        : longValues.all(botId),
    /** The IDs of long values to which no key leads. */
    unusedValues: () => unused.all(),

    ...writing({
      addPiece: (valueId: number, number: number, text: string) =>
        void addPiece.run(valueId, number, text),
      /** Deletes some pieces of a long value. @returns whether there were any */
      forgetPieces: (valueId: number) => forgetPieces.run(valueId).changes > 0,
      /** The pieces of the value before stay. */
      set: (botId: number, key: string, value: BotValue) =>
        void (typeof value === 'string'
          ? set.run(botId, key, value, null)
          : set.run(botId, key, '', value)),
      forgetAll: (botId: number) => void forgetAll.run(botId),
      /** @returns whether there was such a key */
      forget: (botId: number, key: string) => forget.run(botId, key).changes > 0,
    }),
  }
}

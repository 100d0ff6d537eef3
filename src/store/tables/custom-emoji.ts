// Table emoji: the organization's own emoji, deactivated ones included.

import type { Bool, Db } from '../db.ts'
import { writing } from '../writing.ts'

export interface CustomEmoji {
  id: number
  name: string
  author_id: number | null
  file: string
  still_file: string | null
  deactivated: Bool
}

const COLUMNS = 'id, name, author_id, file, still_file, deactivated'

/** Statements on custom emoji. */
export function customEmoji(db: Db) {
  const all = db.prepare<[], CustomEmoji>(`SELECT ${COLUMNS} FROM emoji ORDER BY id`)
  const byId = db.prepare<[id: number], CustomEmoji>(`SELECT ${COLUMNS} FROM emoji WHERE id = ?`)
  const active = db.prepare<[name: string], CustomEmoji>(
    `SELECT ${COLUMNS} FROM emoji WHERE name = ? AND deactivated = 0`,
  )
  const insert = db.prepare<Omit<CustomEmoji, 'id' | 'deactivated'>>(`
    INSERT INTO emoji (name, author_id, file, still_file)
    VALUES (@name, @author_id, @file, @still_file)`)
  const deactivate = db.prepare<[id: number]>('UPDATE emoji SET deactivated = 1 WHERE id = ?')

  return {
    /** Deactivated ones too. */
    all: () => all.all(),
    /** Deactivated ones too. */
    find: (id: number) => byId.get(id),
    findActive: (name: string) => active.get(name),

    ...writing({
      create: (emoji: Omit<CustomEmoji, 'id' | 'deactivated'>): number =>
        Number(insert.run(emoji).lastInsertRowid),
      deactivate: (id: number) => void deactivate.run(id),
    }),
  }
}

// Table data_export: exports of the organization, running, done, failed or deleted.

import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

export type ExportType = 'public' | 'full_with_consent' | 'full_without_consent'

/** Being made: `file`, `failed_at` and `deleted_at` are null. */
export interface DataExport {
  id: number
  acting_user_id: number
  type: ExportType
  started_at: number
  /** Name in the folder of exports. */
  file: string | null
  failed_at: number | null
  deleted_at: number | null
}

const COLUMNS = 'id, acting_user_id, type, started_at, file, failed_at, deleted_at'

/** Statements on exports. */
export function exports(db: Db) {
  const all = db.prepare<[], DataExport>(`SELECT ${COLUMNS} FROM data_export ORDER BY id`)
  const byId = db.prepare<[id: number], DataExport>(
    `SELECT ${COLUMNS} FROM data_export WHERE id = ?`,
  )
  const insert = db.prepare<[user: number, type: ExportType, at: number]>(
    'INSERT INTO data_export (acting_user_id, type, started_at) VALUES (?, ?, ?)',
  )
  const finish = db.prepare<[file: string, id: number]>(
    'UPDATE data_export SET file = ? WHERE id = ?',
  )
  const fail = db.prepare<[at: number, id: number]>(
    'UPDATE data_export SET failed_at = ? WHERE id = ?',
  )
  const remove = db.prepare<[at: number, id: number]>(
    'UPDATE data_export SET deleted_at = ?, file = NULL WHERE id = ?',
  )

  return {
    /** Oldest first. */
    all: () => all.all(),
    find: (id: number) => byId.get(id),

    ...writing({
      create: (userId: number, type: ExportType, at: number): number =>
        Number(insert.run(userId, type, at).lastInsertRowid),
      finish: (id: number, file: string) => void finish.run(file, id),
      fail: (id: number, at: number) => void fail.run(at, id),
      remove: (id: number, at: number) => void remove.run(at, id),
    }),
  }
}

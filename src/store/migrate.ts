// Brings a database to the newest schema when the server starts.

import { renameSync, rmSync } from 'node:fs'
import { StartError } from '../errors.ts'
import type { Db } from './db.ts'
import { migrations } from './migrations/index.ts'
import type { Migration } from './migrations/migration.ts'

const latestOf = (steps: readonly Migration[]) => steps.at(-1)?.version ?? 0

/** The schema this Hearth knows. */
export const latestVersion = latestOf(migrations)

/**
 * Brings a database to the present shape: a new one from schema.sql, an older one by the steps it
 * lacks, in one transaction and after a copy beside it, a newer one not at all.
 *
 * @param schema the text of schema.sql
 * @param file where the database lies, for the copy; undefined in memory
 * @throws StartError when the database belongs to a newer Hearth or to another program
 */
export function migrate(db: Db, schema: string, file?: string, steps = migrations): void {
  const latest = latestOf(steps)
  const version = knownVersion(db, latest, file)
  // Not before: a database that is not ours stays as it is.
  db.pragma('journal_mode = WAL')
  if (version === latest) return
  if (version > 0) {
    if (file !== undefined) copyAside(db, `${file}.before-version-${latest}`)
    replay(db, version, steps)
    return
  }
  db.transaction(() => {
    db.exec(schema)
    db.pragma(`user_version = ${latest}`)
  }).immediate()
}

function knownVersion(db: Db, latest: number, file = 'The database'): number {
  const version = db.pragma('user_version', { simple: true }) as number
  if (version > latest) {
    throw new StartError(
      `${file} is of version ${version}, and this Hearth knows versions up to ${latest}. Start the newer Hearth that wrote it.`,
    )
  }
  const isEmpty = db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0
  if (version === 0 && !isEmpty) throw new StartError(`${file} belongs to another program.`)
  return version
}

/** Runs the steps after `version`, all or none. */
export function replay(db: Db, version: number, steps = migrations): void {
  // A step may rebuild a table others refer to; the references are checked once, at the end.
  db.pragma('foreign_keys = OFF')
  try {
    db.transaction(() => {
      for (const step of steps) {
        if (step.version <= version) continue
        db.exec(step.up)
        db.pragma(`user_version = ${step.version}`)
      }
      const broken = db.pragma('foreign_key_check') as unknown[]
      if (broken.length > 0)
        throw new StartError(
          'The database has references to rows that are gone; it was left as it is.',
        )
    }).immediate()
  } finally {
    db.pragma('foreign_keys = ON')
  }
}

/** Copies the database, over the copy of an earlier attempt: the old version may have run since. */
function copyAside(db: Db, copy: string) {
  const unfinished = `${copy}.unfinished`
  rmSync(unfinished, { force: true })
  db.prepare('VACUUM INTO ?').run(unfinished)
  renameSync(unfinished, copy)
}

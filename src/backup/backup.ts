// Makes a backup of a data folder, also while a server runs on it.

import { existsSync, writeFileSync } from 'node:fs'
import { glob, rename, rm } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { STEP_BYTES } from '../base/disk-steps.ts'
import { StartError } from '../errors.ts'
import { type Db, openDatabase } from '../store/db.ts'
import { DATABASE, SECRET_KEY, TLS, UPLOADS } from '../store/folder/data-folder.ts'
import { databaseProblems } from '../store/search/integrity.ts'
import { type Manifest, readArchive, writeBackupArchive } from './archive.ts'
import { Pace } from './pace.ts'

/**
 * Writes the archive, reads it back and compares every file, and only then gives it its name.
 * A server that runs on the folder goes on meanwhile.
 *
 * @param now UNIX seconds
 * @throws StartError where the folder holds nothing, the file exists, or the copy is not sound
 */
export async function backUp(
  folder: string,
  file: string,
  { now, version }: { now: number; version: string },
): Promise<Manifest> {
  const database = join(folder, DATABASE)
  if (!existsSync(database)) throw new StartError(`${folder} holds no database.`)
  if (!existsSync(join(folder, SECRET_KEY)))
    throw new StartError(`${folder} has no ${SECRET_KEY}; without it a backup is of no use.`)
  if (existsSync(file)) throw new StartError(`${file} exists already; choose another name.`)
  const snapshot = `${file}.database`
  const unfinished = `${file}.unfinished`
  try {
    await rm(snapshot, { force: true })
    await rm(unfinished, { force: true })
    const facts = await copyDatabase(database, snapshot)
    const entries = entriesOf(folder, snapshot)
    await writeBackupArchive(unfinished, entries, { hearth: version, taken_at: now, ...facts })
    const manifest = await readArchive(unfinished)
    await rename(unfinished, file)
    return manifest
  } finally {
    await rm(snapshot, { force: true })
    await rm(unfinished, { force: true })
  }
}

/**
 * Copies the database as of one moment. An open transaction keeps that moment, so that the copy can
 * be made in steps with rests in between, whatever the server writes meanwhile.
 */
async function copyDatabase(database: string, copy: string) {
  const source = openDatabase(database, { readonly: true })
  const merger = openDatabase(database)
  writeFileSync(copy, '', { flag: 'wx', mode: 0o600 })
  using pace = new Pace(copy)
  try {
    source.exec('BEGIN')
    const pageBytes = source.pragma('page_size', { simple: true }) as number
    source.prepare('SELECT count(*) FROM sqlite_schema').get()
    await source.backup(copy, {
      progress() {
        pace.rest()
        return STEP_BYTES / pageBytes
      },
    })
    source.exec('COMMIT')
    // What was written meanwhile waits in the write-ahead log. A commit of the server would merge all
    // of it at once, and everyone would wait; this process merges it without keeping anyone.
    merger.pragma('wal_checkpoint(PASSIVE)')
  } finally {
    merger.close()
    source.close()
  }
  const db = openDatabase(copy)
  try {
    // A single file travels without the log that belongs to it.
    db.pragma('journal_mode = DELETE')
    const [problem] = databaseProblems(db)
    if (problem !== undefined) {
      throw new StartError(`The database is damaged (${problem}); hearth check says more.`)
    }
    return { schema: schemaOf(db), organization: organizationNameIn(db) }
  } finally {
    db.close()
  }
}

/** The number of the newest migration that was applied to a database. */
export const schemaOf = (db: Db) => db.pragma('user_version', { simple: true }) as number

/** The name of the organization in a database; null before the setup. */
export function organizationNameIn(db: Db): string | null {
  const settings = db.prepare<[], string>('SELECT settings FROM organization').pluck().get()
  return settings === undefined ? null : (JSON.parse(settings).name ?? null)
}

/** The database first: a file it names is there, for files are written before their rows. */
async function* entriesOf(folder: string, snapshot: string) {
  yield { path: DATABASE, location: snapshot }
  yield { path: SECRET_KEY, location: join(folder, SECRET_KEY) }
  for (const inside of [TLS, UPLOADS]) {
    const entries = glob('**/*', { cwd: join(folder, inside), withFileTypes: true })
    for await (const entry of entries) {
      if (!entry.isFile() || entry.name.endsWith('.part')) continue
      const location = join(entry.parentPath, entry.name)
      const path = location.slice(folder.length + 1).replaceAll(sep, '/')
      yield { path, location }
    }
  }
}

/** The folder of a file that is to be written. @throws StartError where it does not exist */
export function requireFolderOf(file: string) {
  if (!existsSync(dirname(file))) throw new StartError(`${dirname(file)} does not exist.`)
}

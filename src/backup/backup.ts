// Makes a backup of a data folder, also while a server runs on it.

import { existsSync } from 'node:fs'
import { glob, rename, rm } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { StartError } from '../errors.ts'
import { type Db, openDatabase } from '../store/db.ts'
import { DATABASE, SECRET_KEY, UPLOADS } from '../store/folder/data-folder.ts'
import { databaseProblems } from '../store/search/integrity.ts'
import { type Manifest, readArchive, writeBackupArchive } from './archive.ts'

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
 * Copies the database in one piece. All of it is read in one transaction: in steps it would start
 * anew whenever the server writes.
 */
async function copyDatabase(database: string, copy: string) {
  const source = openDatabase(database, { readonly: true })
  try {
    await source.backup(copy, { progress: () => EVERYTHING })
  } finally {
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

/** Pages in one step of SQLite's copying. */
const EVERYTHING = 0x7fff_ffff

/** The number of the newest migration that was applied to a database. */
export const schemaOf = (db: Db) => db.pragma('user_version', { simple: true }) as number

/** The name of the organization in a database; null if there is none yet. */
export function organizationNameIn(db: Db): string | null {
  const settings = db.prepare<[], string>('SELECT settings FROM organization').pluck().get()
  return settings === undefined ? null : (JSON.parse(settings).name ?? null)
}

/** The database first: a file it names is there, for files are written before their rows. */
async function* entriesOf(folder: string, snapshot: string) {
  yield { path: DATABASE, location: snapshot }
  yield { path: SECRET_KEY, location: join(folder, SECRET_KEY) }
  const uploads = join(folder, UPLOADS)
  for await (const entry of glob('**/*', { cwd: uploads, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.part')) continue
    const location = join(entry.parentPath, entry.name)
    const path = location.slice(folder.length + 1).replaceAll(sep, '/')
    yield { path, location }
  }
}

/** The folder of a file that is to be written. @throws StartError where it does not exist */
export function requireFolderOf(file: string) {
  if (!existsSync(dirname(file))) throw new StartError(`${dirname(file)} does not exist.`)
}

// Puts a backup into an empty folder.

import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readAsset } from '../base/assets.ts'
import { StartError } from '../errors.ts'
import { openDatabase } from '../store/db.ts'
import { DATABASE, SECRET_KEY } from '../store/folder/data-folder.ts'
import { latestVersion, migrate } from '../store/migrate.ts'
import { databaseProblems } from '../store/search/integrity.ts'
import { type Manifest, readArchive } from './archive.ts'

/**
 * Unpacks the archive beside the folder, compares every file with its hash, brings an older database
 * to the present schema and only then puts all of it into place.
 *
 * @throws StartError for a folder that is not empty, and for an archive that is damaged or newer
 */
export async function restoreBackup(file: string, folder: string): Promise<Manifest> {
  await requireEmpty(folder)
  const aside = `${folder}.restoring`
  if (existsSync(aside)) {
    throw new StartError(
      `${aside} is left from a restore that was cut short, or one is running now; remove it first.`,
    )
  }
  await mkdir(dirname(folder), { recursive: true })
  await mkdir(aside, { mode: 0o700 })
  try {
    const manifest = await readArchive(file, aside)
    for (const name of [DATABASE, SECRET_KEY]) {
      if (!existsSync(join(aside, name))) throw new StartError(`${file} has no ${name}.`)
    }
    if (manifest.schema > latestVersion) {
      throw new StartError(
        `${file} was made by a newer Hearth (${manifest.hearth}). Restore it with that version.`,
      )
    }
    // The hash has shown that the database is the one that was looked through when it was saved.
    if (manifest.schema < latestVersion) bringForward(join(aside, DATABASE))
    await rm(folder, { recursive: true, force: true })
    await rename(aside, folder)
    return manifest
  } catch (error) {
    await rm(aside, { recursive: true, force: true })
    throw error
  }
}

async function requireEmpty(folder: string) {
  const names = existsSync(folder) ? await readdir(folder) : []
  if (names.length > 0) {
    throw new StartError(
      `${folder} is not empty (it has ${names.slice(0, 3).join(', ')}). Restore into a new folder.`,
    )
  }
}

/**
 * Brings an older database to the present schema and looks whether it is sound.
 * @throws StartError where it is not, or belongs to a newer Hearth
 */
export function bringForward(database: string) {
  const db = openDatabase(database)
  try {
    migrate(db, readAsset('schema.sql'))
    const [problem] = databaseProblems(db)
    if (problem !== undefined) throw new StartError(`The database is damaged: ${problem}`)
    db.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    db.close()
  }
}

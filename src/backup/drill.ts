// A drill: restores the newest copy aside, looks whether it is good and how old it is, and removes it.

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { StartError } from '../errors.ts'
import { openDatabase } from '../store/db.ts'
import { DATABASE, SECRET_KEY, UPLOADS } from '../store/folder/data-folder.ts'
import { extentOf } from '../store/search/integrity.ts'
import { organizationNameIn } from './backup.ts'
import { checkData } from './check.ts'
import { bringForward, restoreBackup } from './restore.ts'
import { scheduledBackups } from './scheduled.ts'

export interface DrillResult {
  /** What was restored: an archive, or the address of a Litestream replica. */
  source: string
  organization: string | null
  /** UNIX seconds of the moment the backup shows; null for a replica, which has none. */
  taken_at: number | null
  messages: number
  /** UNIX seconds; null: there is no message. */
  newest_message_at: number | null
  /** Seconds from the newest of both moments until now. */
  age: number | null
  /** Whether uploads and secret key were looked at. */
  files_checked: boolean
  /** What is wrong with the copy; empty: it is good. */
  problems: string[]
}

export interface DrillOptions {
  /** For a replica: the folder with the copies of secret.key and uploads; undefined: not looked at. */
  files: string | undefined
  /** The program that restores replicas. */
  litestream: string
  /** UNIX seconds. */
  now: number
}

/**
 * Restores the newest copy into a temporary folder, checks it and removes it.
 * @param source an archive, a folder of scheduled backups, or the address of a Litestream replica
 * @throws StartError where there is no copy, or it cannot be restored
 */
export async function drill(source: string, options: DrillOptions): Promise<DrillResult> {
  const aside = mkdtempSync(join(tmpdir(), 'hearth-drill-'))
  const cleanUp = () => rmSync(aside, { recursive: true, force: true })
  // The copy holds the organization's secrets: a drill that is broken off leaves none of it.
  process.once('exit', cleanUp)
  try {
    const folder = join(aside, 'data')
    return isReplica(source)
      ? await drillReplica(source, folder, options)
      : await drillArchive(newestIn(source), folder, options)
  } finally {
    cleanUp()
    process.off('exit', cleanUp)
  }
}

const isReplica = (source: string) => /^[a-z][a-z0-9+.-]+:\/\//i.test(source)

function newestIn(source: string): string {
  const path = resolve(source)
  if (!existsSync(path)) throw new StartError(`${path} does not exist.`)
  if (!statSync(path).isDirectory()) return path
  const newest = scheduledBackups(path).at(-1)
  if (newest === undefined) throw new StartError(`${path} holds no scheduled backup.`)
  return newest
}

async function drillArchive(file: string, folder: string, options: DrillOptions) {
  // Every file is compared with its hash, and the database is looked through.
  const { taken_at } = await restoreBackup(file, folder)
  return describe(file, folder, { ...options, taken_at, files_checked: true })
}

async function drillReplica(url: string, folder: string, options: DrillOptions) {
  const { files, litestream } = options
  mkdirSync(folder, { mode: 0o700 })
  const problems: string[] = []
  await runLitestream(litestream, ['restore', '-o', join(folder, DATABASE), url])
  bringForward(join(folder, DATABASE))
  if (files !== undefined) {
    if (!existsSync(join(files, SECRET_KEY))) problems.push(`${SECRET_KEY} is missing in ${files}`)
    if (existsSync(join(files, UPLOADS))) symlinkSync(join(files, UPLOADS), join(folder, UPLOADS))
  }
  const facts = { ...options, taken_at: null, files_checked: files !== undefined }
  const found = await describe(url, folder, facts)
  return { ...found, problems: [...problems, ...found.problems] }
}

async function describe(
  source: string,
  folder: string,
  facts: { now: number; taken_at: number | null; files_checked: boolean },
): Promise<DrillResult> {
  const { now, taken_at, files_checked } = facts
  const { problems } = await checkData(folder, { repair: false, withoutFiles: !files_checked })
  const db = openDatabase(join(folder, DATABASE), { readonly: true })
  try {
    const { messages, newestMessageAt } = extentOf(db)
    const moments = [taken_at, newestMessageAt].filter((moment) => moment !== null)
    return {
      source,
      organization: organizationNameIn(db),
      taken_at,
      messages,
      newest_message_at: newestMessageAt,
      age: moments.length === 0 ? null : Math.max(0, now - Math.max(...moments)),
      files_checked,
      problems,
    }
  } finally {
    db.close()
  }
}

/** @throws StartError with the last line of what the program says */
async function runLitestream(program: string, args: string[]) {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('close', resolve)
    child.on('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT'
          ? new StartError(`${program} is not installed; --litestream names the program.`)
          : error,
      ),
    )
  })
  const [said, code] = await Promise.all([text(child.stderr), ended])
  if (code === 0) return
  const reason = said.trim().split('\n').at(-1) || `it ended with ${code}`
  throw new StartError(`${basename(program)} could not restore the copy: ${reason}`)
}

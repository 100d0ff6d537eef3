// The data folder: which files it has, how it is created, held, checked and erased.

import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '../../errors.ts'
import { lockFolder } from '../db.ts'

const SECRET_BYTES = 64

/** Name of the database in the data folder. */
export const DATABASE = 'hearth.db'

/** Name of the file that API keys follow from. */
export const SECRET_KEY = 'secret.key'

/** Name of the folder of keys and certificates. */
export const TLS = 'tls'

/** Name of the folder of what people uploaded. */
export const UPLOADS = 'uploads'

/** The data folder, held by this process until it is released. */
export interface DataFolder {
  /** Path of the database. */
  database: string
  /** Path of the event queues that a stopped server leaves for the next one. */
  queues: string
  /** The content of secret.key, from which API keys are derived. */
  secret: Buffer
  release(): void
}

/**
 * Opens the data folder, creating what it lacks, and locks it for this process. A folder that once
 * was whole and lacks a part is opened only where that was asked for.
 * @throws StartError if it cannot be used or another process holds it
 */
export function openDataFolder(path: string, { startAnew = false } = {}): DataFolder {
  const release = asStartError(path, () => {
    makeFolder(path)
    return lock(path)
  })
  const secretFile = join(path, SECRET_KEY)
  try {
    if (!startAnew) requireWhole(path)
    const secret = asStartError(secretFile, () => readSecret(secretFile))
    const database = join(path, DATABASE)
    return { database, queues: join(path, 'event-queues.jsonl'), secret, release }
  } catch (error) {
    release()
    throw error
  }
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size

/** A first start that was cut short leaves an empty database made just after the secret. */
const FIRST_START_MS = 60_000

/** @throws StartError where a new organization, or a new secret, would take the place of a lost one */
function requireWhole(path: string) {
  const database = sizeOf(join(path, DATABASE))
  const hasSecret = sizeOf(join(path, SECRET_KEY)) !== undefined
  const how = 'Put the missing file back from a backup, or start with --start-anew'
  if (database !== undefined && !hasSecret && isOfHearth(join(path, DATABASE))) {
    throw new StartError(
      `${path} has a database and no ${SECRET_KEY}, from which all API keys follow. ${how}, which gives everyone a new key.`,
    )
  }
  const remains = readdirSync(path).filter((name) => REMAINS.test(name))
  const isLost =
    database === undefined ? remains.length > 0 : database === 0 && hasSecret && !wasCutShort(path)
  if (!isLost) return
  const what = database === 0 ? `an empty ${DATABASE}` : `${remains.join(', ')} and no ${DATABASE}`
  throw new StartError(
    `${path} has ${what}: its organization is not there. ${how}, which makes a new organization.`,
  )
}

const wasCutShort = (path: string) =>
  statSync(join(path, DATABASE)).mtimeMs - statSync(join(path, SECRET_KEY)).mtimeMs < FIRST_START_MS

/** Whether a file is a database with a version, as its header says. */
function isOfHearth(file: string): boolean {
  const header = Buffer.alloc(64)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, header, 0, header.length, 0)
  } finally {
    closeSync(descriptor)
  }
  return header.toString('latin1', 0, 15) === 'SQLite format 3' && header.readUInt32BE(60) > 0
}

/** Files that show that a folder had an organization, even if its database is gone. */
const REMAINS = new RegExp(
  `^(${DATABASE}(-wal|-shm|\\.before-.*)|backup\\.db|${UPLOADS}|exports|event-queues\\.jsonl)$`,
)

/**
 * Runs `work` on a file or folder and explains the errors that an operator can repair.
 * @throws StartError for those; other errors as they are
 */
export function asStartError<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof StartError) throw error
    const { code = '', message } = error as { code?: string; message: string }
    const problem = PROBLEMS.find(({ codes }) => codes.test(code))
    throw problem ? new StartError(`${path} ${problem.say(message)}`) : error
  }
}

/** Names of everything a server puts into its data folder, side files of the database included. */
const OURS = new RegExp(
  `^(${DATABASE}.*|secret\\.key.*|event-queues\\.jsonl.*|uploads|exports|external-pictures|hearth\\.sock|crash-report\\.json)$`,
)

/** Deletes everything that a server has put into the folder, and nothing else. */
export function eraseFolder(path: string) {
  for (const name of readdirSync(path))
    if (OURS.test(name)) rmSync(join(path, name), { recursive: true, force: true })
}

const PROBLEMS = [
  {
    codes: /^(ENOSPC|EDQUOT|SQLITE_FULL)/,
    say: (message: string) => `has no room to be written to: ${message}.`,
  },
  {
    codes: /^(SQLITE_NOTADB|SQLITE_CORRUPT)/,
    say: (message: string) =>
      `is damaged or not a Hearth database (${message}). It was left as it is; restore a backup.`,
  },
  {
    codes: /^SQLITE_IOERR/,
    say: (message: string) =>
      `cannot be read or written; its disk may be full or failing (${message}).`,
  },
  { codes: /^ENOTDIR/, say: () => 'cannot be made: a part of this path is not a folder.' },
  {
    codes: /^(E[A-Z]+$|SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM)/,
    say: (message: string) => `cannot be written to: ${message}.`,
  },
]

/** Step by step: Node's recursive mkdir never returns below folders like /proc. */
function makeFolder(path: string) {
  if (!existsSync(path)) {
    makeFolder(dirname(path))
    mkdirSync(path, { mode: 0o700 })
  } else if (!statSync(path).isDirectory()) throw new StartError(`${path} is not a folder.`)
}

function lock(path: string): () => void {
  try {
    return lockFolder(join(path, 'hearth.lock'))
  } catch (error) {
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
    throw new StartError(`Another Hearth is using ${path}; stop it first.`)
  }
}

/** Made at the first start, readable by its owner only. */
function readSecret(file: string): Buffer {
  if (!existsSync(file)) {
    // Renamed once it is whole: a start cut short must not leave half a secret.
    const unfinished = `${file}.unfinished`
    try {
      writeFileSync(unfinished, randomBytes(SECRET_BYTES), { mode: 0o600, flush: true })
      renameSync(unfinished, file)
    } finally {
      rmSync(unfinished, { force: true })
    }
  }
  const secret = readFileSync(file)
  if (secret.length !== SECRET_BYTES) {
    throw new StartError(`${file} is not a Hearth secret; restore it from a backup.`)
  }
  return secret
}

import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '../errors.ts'
import { lockFolder } from './db.ts'

const SECRET_BYTES = 64

/** Name of the database in the data folder. */
export const DATABASE = 'hearth.db'

/** The data folder, held by this process until it is released. */
export interface DataFolder {
  /** Path of the database. */
  database: string
  /** Path of the event queues that a stopped server leaves for the next one. */
  queues: string
  /** What API keys follow from. */
  secret: Buffer
  release(): void
}

/**
 * Makes the folder what a server needs where it is not that yet.
 * @throws StartError where it cannot be used or another process holds it
 */
export function holdFolder(path: string): DataFolder {
  const release = explaining(path, () => {
    makeFolder(path)
    return lock(path)
  })
  const secretFile = join(path, 'secret.key')
  try {
    const secret = explaining(secretFile, () => readSecret(secretFile))
    const database = join(path, DATABASE)
    return { database, queues: join(path, 'event-queues.jsonl'), secret, release }
  } catch (error) {
    release()
    throw error
  }
}

/**
 * Does what the server needs of a file or folder.
 * @throws StartError for problems people can do something about, in their words
 */
export function explaining<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof StartError) throw error
    const { code = '', message } = error as { code?: string; message: string }
    const problem = PROBLEMS.find(({ codes }) => codes.test(code))
    throw problem ? new StartError(`${path} ${problem.say(message)}`) : error
  }
}

/** What a server keeps in its data folder, with what goes along with the database. */
const OURS = new RegExp(`^(${DATABASE}.*|secret\\.key.*|event-queues\\.jsonl.*|uploads|exports)$`)

/** Takes everything out of the folder that a server has put there, and nothing else. */
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

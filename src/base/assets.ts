// Files of the project and native libraries, the same from source and from the single executable.

import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { carried, isExecutable, unpackCarried } from './executable.ts'
import { loadLibrary } from './load-library.ts'

/**
 * A library of machine code. The executable carries it compressed, as `<name>.node.zst`, beside
 * `<name>.sha256`, the hash of the file it unpacks to.
 */
export type Library = 'better_sqlite3' | 'argon2'

const loaded = new Map<Library, object>()
const loadedFrom = new Map<Library, string>()
let spareFolder: string | undefined

/** Reads a text file of the project, named by its path from the project's root: `schema.sql`. */
export const readAsset = (path: string): string =>
  (isExecutable ? carried(path) : readFileSync(fromRoot(path))).toString()

/** Names a private folder where libraries may be unpacked when no other place will do. */
export function addCacheFolder(folder: string): void {
  spareFolder = folder
}

/**
 * The loaded library that the executable carries, as better-sqlite3 takes it for `nativeBinding`
 * (where its types know of a path only). Undefined when running from source: there the library's
 * own package finds it.
 *
 * The system loads machine code from files only, so the library is unpacked once for each user
 * and version. Another user who could write that file would run code as this user, so it is loaded
 * only from folders that no one else can change, and only if it equals what the executable carries.
 */
export function nativeLibrary<Exports>(name: Library): Exports | undefined {
  if (!isExecutable) return undefined
  // Two copies of SQLite in one process would undo each other's file locks.
  if (!loaded.has(name)) loaded.set(name, loadAnywhere(name))
  return loaded.get(name) as Exports
}

/** The file that the executable's library was loaded from, if it is still there. */
export const libraryFile = (name: Library): string | undefined => loadedFrom.get(name)

function loadAnywhere(name: Library): object {
  const refused: string[] = []
  for (const load of [loadFromCache, loadFromTemporary, loadFromSpare]) {
    try {
      return load(name)
    } catch (error) {
      refused.push((error as Error).message)
    }
  }
  throw new Error(`No folder to unpack the library ${name} to: ${refused.join('; ')}`)
}

function loadFromCache(name: Library): object {
  const { XDG_CACHE_HOME } = process.env
  const caches =
    XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homedir(), '.cache')
  const folder = join(caches, 'hearth')
  // Step by step: Node's recursive mkdir never returns below folders like /proc.
  for (const step of [caches, folder]) {
    if (!existsSync(step)) mkdirSync(step, { mode: 0o700 })
  }
  requirePrivate(folder)

  const hash = carried(`${name}.sha256`).toString()
  const path = join(folder, `${name}-${hash}.node`)
  if (!holds(path, hash)) {
    const unfinished = `${path}.${randomBytes(8).toString('hex')}`
    try {
      writeFileSync(unfinished, unpack(name), { flag: 'wx', mode: 0o600 })
      renameSync(unfinished, path)
    } finally {
      rmSync(unfinished, { force: true })
    }
  }
  const library = loadLibrary(path)
  loadedFrom.set(name, path)
  return library
}

const loadFromTemporary = (name: Library) => loadAndForget(tmpdir(), name)

const loadFromSpare = (name: Library) => {
  if (!spareFolder) throw new Error('no data folder')
  return loadAndForget(spareFolder, name)
}

/** A loaded library stays mapped when its file is gone, so nothing is left for others to find. */
function loadAndForget(parent: string, name: Library): object {
  requireSafeAncestors(realpathSync(parent))
  const folder = mkdtempSync(join(parent, 'hearth-'))
  try {
    const path = join(folder, `${name}.node`)
    writeFileSync(path, unpack(name), { flag: 'wx', mode: 0o600 })
    return loadLibrary(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const unpack = (name: Library) => unpackCarried(`${name}.node`)

/** Makes the folder ours alone, or throws. */
function requirePrivate(folder: string): void {
  const stats = lstatSync(folder)
  if (!stats.isDirectory() || !isOurs(stats)) {
    throw new Error(`${folder} is not a folder of this user`)
  }
  if ((stats.mode & 0o077) !== 0) chmodSync(folder, 0o700)
  requireSafeAncestors(dirname(realpathSync(folder)))
}

/** Throws when another user could swap a folder on this path for one of their own. */
function requireSafeAncestors(folder: string): void {
  const { uid, mode } = statSync(folder)
  const worldWritable = (mode & 0o002) !== 0
  const sticky = (mode & 0o1000) !== 0
  if ((worldWritable && !sticky) || (uid !== 0 && uid !== process.geteuid?.())) {
    throw new Error(`${folder} can be changed by other users`)
  }
  if (dirname(folder) !== folder) requireSafeAncestors(dirname(folder))
}

function holds(path: string, hash: string): boolean {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch {
    return false
  }
  try {
    const stats = fstatSync(file)
    const writableByOthers = (stats.mode & 0o022) !== 0
    return isOurs(stats) && !writableByOthers && sha256(readFileSync(file)) === hash
  } finally {
    closeSync(file)
  }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const isOurs = (stats: Stats) => stats.uid === process.geteuid?.()

const fromRoot = (path: string) => join(import.meta.dirname, '..', '..', path)

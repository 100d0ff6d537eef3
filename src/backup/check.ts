// Looks over a data folder: the database, its text index, and the files it names.

import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FILES_FOLDER, storagePath } from '../domain/content/attachments.ts'
import { picturesInUse } from '../domain/pictures/picture-uses.ts'
import { PICTURES_FOLDER } from '../domain/pictures/pictures.ts'
import { originalOf } from '../domain/pictures/thumbnail-formats.ts'
import { StartError } from '../errors.ts'
import { type Db, openDatabase } from '../store/db.ts'
import { asStartError, DATABASE, UPLOADS } from '../store/folder/data-folder.ts'
import { openStore } from '../store/index.ts'
import { messageIndexGaps, rebuildMessageIndexes } from '../store/message-indexes.ts'
import { databaseProblems, rebuildTextIndex, textIndexGaps } from '../store/search/integrity.ts'
import { searchText } from '../text/search/search-text.ts'

export interface Findings {
  /** What is wrong and cannot be derived anew: restore a backup. */
  problems: string[]
  /** What is wrong and `--repair` mends. */
  repairable: string[]
  /** What `--repair` did. */
  repaired: string[]
}

/** A younger file may be waiting for its row, or an older one for its removal. */
const SETTLED_MS = 86_400_000

/** Where repairs put files that no row names, below the data folder. */
const STRAYS = 'stray-files'

const FILES_PER_STEP = 1000

/**
 * Reads everything, also while a server runs. A repair writes, so the folder must not be in use.
 * Without files, only the database is looked at.
 * @throws StartError where there is no database, or it cannot be read at all
 */
export async function checkData(
  folder: string,
  options: { repair: boolean; withoutFiles?: boolean },
): Promise<Findings> {
  const file = join(folder, DATABASE)
  if (!existsSync(file)) throw new StartError(`${folder} holds no database.`)
  const db = asStartError(file, () => openDatabase(file, { readonly: !options.repair }))
  try {
    const findings: Findings = { problems: [], repairable: [], repaired: [] }
    findings.problems.push(...databaseProblems(db))
    for (const index of INDEXES) checkIndex(index, db, findings, options.repair)
    if (!options.withoutFiles) await checkFiles(db, folder, findings, options.repair)
    return findings
  } finally {
    db.close()
  }
}

/** What the server keeps up itself, and SQLite therefore does not check. */
const INDEXES = [
  {
    name: 'the text index',
    gaps: textIndexGaps,
    rebuild: (db: Db) => rebuildTextIndex(db, searchText),
  },
  {
    name: 'the index of messages by place and sender',
    gaps: messageIndexGaps,
    rebuild: rebuildMessageIndexes,
  },
]

type Index = (typeof INDEXES)[number]

function checkIndex({ name, gaps, rebuild }: Index, db: Db, findings: Findings, repair: boolean) {
  const { missing, left } = gaps(db)
  if (missing + left === 0) return
  const text = `${name} lacks ${missing} and has ${left} too many entries`
  if (repair) rebuild(db)
  const list = repair ? findings.repaired : findings.repairable
  list.push(repair ? `${text}: built anew` : text)
}

async function checkFiles(db: Db, folder: string, findings: Findings, repair: boolean) {
  const uploads = join(folder, UPLOADS)
  const named = filesNamed(db)
  for (const path of named) {
    if (!existsSync(join(uploads, path))) findings.problems.push(`uploads/${path} is missing`)
  }
  for (const path of await strays(uploads, named)) {
    if (!repair) {
      findings.repairable.push(`uploads/${path} belongs to nothing`)
      continue
    }
    const target = join(folder, STRAYS, path.replaceAll('/', '-'))
    await mkdir(join(folder, STRAYS), { recursive: true, mode: 0o700 })
    await rename(join(uploads, path), target)
    findings.repaired.push(`uploads/${path} belongs to nothing: moved to ${STRAYS}`)
  }
}

/** Paths below the uploads that rows name, without smaller versions made from them. */
function filesNamed(db: Db): Set<string> {
  const store = openStore(db, { textOf: searchText })
  const named = new Set<string>()
  for (let files = store.attachments.after(0, FILES_PER_STEP); files.length > 0; ) {
    for (const { path_id } of files) named.add(storagePath(path_id))
    files = store.attachments.after(files.at(-1)!.id, FILES_PER_STEP)
  }
  for (const name of picturesInUse({ store })) named.add(`${PICTURES_FOLDER}/${name}`)
  return named
}

/** Files that have been there for a day and that no row names. */
async function strays(uploads: string, named: ReadonlySet<string>): Promise<string[]> {
  if (!existsSync(uploads)) return []
  const found: string[] = []
  for (const entry of await readdir(uploads, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const location = join(entry.parentPath, entry.name)
    const path = location.slice(uploads.length + 1)
    if (!isNamed(path, named) && Date.now() - (await stat(location)).mtimeMs > SETTLED_MS)
      found.push(path)
  }
  return found
}

/** Smaller versions carry the name of what they were made from, and more. */
function isNamed(path: string, named: ReadonlySet<string>): boolean {
  const cut = path.lastIndexOf('/')
  const [folder, name] = [path.slice(0, cut), path.slice(cut + 1)]
  if (folder.startsWith(FILES_FOLDER)) return named.has(`${folder}/${originalOf(name)}`)
  if (folder === PICTURES_FOLDER) return named.has(`${folder}/${name.split(/[-.]/, 1)[0]}`)
  // Files in other folders are not uploads; the parts of the server that wrote them remove them.
  return true
}

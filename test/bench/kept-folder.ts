// Data folders that take long to make: made once, and kept in the user's cache.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** The schema of new databases. */
export const SCHEMA = join(import.meta.dirname, '..', '..', 'schema.sql')

const DESCRIPTION = 'archive.json'

/**
 * A kept data folder with the description of what is in it; made if it is not there.
 * @param name of the folder, to which a hash of the sources is added
 * @param sources files that decide about the content; when one changes, the folder is made again
 * @param fill makes the content of an empty folder and describes it
 */
export async function keptFolder<T extends object>(
  name: string,
  sources: readonly string[],
  fill: (folder: string) => Promise<T>,
): Promise<T & { folder: string }> {
  const caches = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')
  const hash = createHash('sha256')
  for (const source of sources) hash.update(readFileSync(source))
  const folder = join(caches, 'hearth-bench', `${name}-${hash.digest('hex').slice(0, 12)}`)
  const description = join(folder, DESCRIPTION)
  if (!existsSync(description)) {
    const unfinished = `${folder}.part`
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { recursive: true })
    const made = await fill(unfinished)
    writeFileSync(join(unfinished, DESCRIPTION), JSON.stringify(made))
    renameSync(unfinished, folder)
  }
  return { ...JSON.parse(readFileSync(description, 'utf8')), folder }
}

import {
  closeSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'

/**
 * Leaves lines for the next run. They may hold what people wrote, so the file is for its owner
 * only, and there is never half of it.
 */
export function leaveLines(file: string, lines: Iterable<string>): void {
  const unfinished = `${file}.unfinished`
  rmSync(unfinished, { force: true })
  try {
    const handle = openSync(unfinished, 'wx', 0o600)
    try {
      for (const line of lines) writeFileSync(handle, `${line}\n`)
    } finally {
      closeSync(handle)
    }
    renameSync(unfinished, file)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

/** The lines an earlier run left, once: the file is gone afterwards. */
export function takeLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(0, -1)
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return []
    throw error
  } finally {
    rmSync(file, { force: true })
  }
}

/**
 * Names the contents of a database nobody has open: the same as long as nothing is written to it.
 * @returns undefined after a crash, when the newest changes lie beside the file
 */
export function contentsOf(database: string): string | undefined {
  const found = (file: string) => statSync(file, { bigint: true, throwIfNoEntry: false })
  if (found(`${database}-wal`)?.size) return undefined
  const file = found(database)
  return file && `${file.size} ${file.mtimeNs}`
}

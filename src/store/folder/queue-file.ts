// A file that a stopping server leaves for the next start, read once.

import { closeSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Writes lines for the next run. They may hold messages, so only the owner can read the file; it is
 * renamed into place when complete.
 */
export function saveLines(file: string, lines: Iterable<string>): void {
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
export function takeLinesOnce(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(0, -1)
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return []
    throw error
  } finally {
    rmSync(file, { force: true })
  }
}

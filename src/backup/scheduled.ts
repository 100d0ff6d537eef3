// The folder of scheduled backups: their names say when they were made.

import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'

const NAME = /^hearth-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)\.tar\.zst$/

/**
 * Name of a backup made on schedule: hearth-20260131-142500.tar.zst, in UTC.
 * @param now UNIX seconds
 */
export function scheduledName(now: number): string {
  const text = new Date(now * 1000).toISOString()
  return `hearth-${text.slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}.tar.zst`
}

/** When a scheduled backup was made, by its name: UNIX seconds. */
export function momentOf(file: string): number {
  const [, ...parts] = NAME.exec(basename(file)) ?? []
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.map(Number)
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1000
}

/** Paths of the scheduled backups in a folder, oldest first. */
export function scheduledBackups(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names
    .filter((name) => NAME.test(name))
    .sort()
    .map((name) => join(folder, name))
}

/** Deletes all scheduled backups but the newest. @returns the paths of the deleted ones */
export function removeOldBackups(folder: string, keep: number): string[] {
  const old = scheduledBackups(folder).slice(0, -keep)
  for (const file of old) rmSync(file)
  return old
}

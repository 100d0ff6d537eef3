// Backups on schedule: makes them in a process of its own while the server runs, and keeps the newest.

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { seconds } from '../base/clock.ts'
import { isExecutable } from '../base/executable.ts'
import type { BackupStatus, Context } from '../domain/kernel/context.ts'
import { asStartError } from '../store/folder/data-folder.ts'
import { momentOf, removeOldBackups, scheduledBackups, scheduledName } from './scheduled.ts'

export interface BackupPlan {
  /** The data folder. */
  data: string
  /** Where the backups go. */
  folder: string
  /** Seconds from one backup to the next. */
  every: number
  /** How many are kept. */
  keep: number
}

/** How often the server looks whether a backup is due. */
const LOOK_EVERY_MS = 60_000

/** From a backup that failed to the next attempt, at most. */
const RETRY_SECONDS = 600

interface Outcome {
  at: number
  /** Why it failed; undefined for a backup that was made. */
  reason: string | undefined
}

/**
 * Makes backups until it is stopped. The first is made a minute after the start if one is due.
 * @throws StartError if the folder cannot be made
 */
export function startScheduledBackups(ctx: Context, plan: BackupPlan): BackupSchedule {
  asStartError(plan.folder, () => mkdirSync(plan.folder, { recursive: true, mode: 0o700 }))
  return new BackupSchedule(ctx, plan)
}

export class BackupSchedule {
  readonly #ctx: Context
  readonly #plan: BackupPlan
  readonly #stopping = new AbortController()
  #running: Promise<void> | undefined
  #last: Outcome | undefined

  constructor(ctx: Context, plan: BackupPlan) {
    this.#ctx = ctx
    this.#plan = plan
    this.#lookLater()
  }

  /** How the backups are going. */
  status(): BackupStatus {
    const { folder, every, keep } = this.#plan
    const made = scheduledBackups(folder)
    const newest = made.at(-1)
    return {
      folder,
      every,
      keep,
      kept: made.length,
      next_at: this.#nextAt(newest),
      newest: newest === undefined ? null : { file: newest, taken_at: momentOf(newest) },
      failure:
        this.#last?.reason === undefined ? null : { at: this.#last.at, reason: this.#last.reason },
    }
  }

  /** @param newest path of the newest backup */
  #nextAt(newest: string | undefined): number {
    const { every } = this.#plan
    const now = seconds(this.#ctx.clock)
    if (this.#last?.reason !== undefined)
      return Math.max(now, this.#last.at + Math.min(RETRY_SECONDS, every))
    return newest === undefined ? now : Math.max(now, momentOf(newest) + every)
  }

  /** Ends a backup in the making; what it has written is removed. */
  stop(): Promise<void> {
    this.#stopping.abort()
    return this.#running ?? Promise.resolve()
  }

  #lookLater() {
    this.#ctx.timers.after(LOOK_EVERY_MS, () => {
      if (this.#running === undefined && this.#isDue()) {
        this.#running = this.#makeOne().finally(() => {
          this.#running = undefined
        })
      }
      this.#lookLater()
    })
  }

  /** After a wrong clock was put back, a backup from the future must not stop all others. */
  #isDue(): boolean {
    const { folder, every } = this.#plan
    const now = seconds(this.#ctx.clock)
    const isPast = (moment: number, wait: number) => Math.abs(now - moment) >= wait
    if (this.#last?.reason !== undefined)
      return isPast(this.#last.at, Math.min(RETRY_SECONDS, every))
    const newest = scheduledBackups(folder).at(-1)
    return newest === undefined || isPast(momentOf(newest), every)
  }

  async #makeOne() {
    const { log, clock } = this.#ctx
    const { data, folder, keep } = this.#plan
    const at = seconds(clock)
    const file = join(folder, scheduledName(at))
    log.debug('backup-started', { file })
    try {
      removeUnfinished(folder)
      await runBackup(data, file, this.#stopping.signal)
      const removed = removeOldBackups(folder, keep)
      this.#last = { at, reason: undefined }
      log.info('backup-made', { file, removed: removed.length })
    } catch (error) {
      if (this.#stopping.signal.aborted) return
      const reason = (error as Error).message
      this.#last = { at, reason }
      log.error('backup-failed', { file, reason })
    } finally {
      removeUnfinished(folder)
    }
  }
}

/** Removes what backups that were cut short have left. */
function removeUnfinished(folder: string) {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder))
    if (/^hearth-\d{8}-\d{6}\.tar\.zst\.(unfinished|database)/.test(name))
      rmSync(join(folder, name), { force: true })
}

/** Variables that the program needs to find its libraries; the others may hold secrets. */
const PASSED_ON = ['HOME', 'PATH', 'XDG_CACHE_HOME', 'NODE_COMPILE_CACHE', 'TMPDIR']

/** Runs `hearth backup` as a process, so that nothing of it holds the server. @throws Error */
async function runBackup(data: string, file: string, signal: AbortSignal) {
  const program = isExecutable ? [] : [join(import.meta.dirname, '..', '..', 'bin', 'hearth.ts')]
  const child = spawn(process.execPath, [...program, 'backup', file, '--data', data], {
    env: Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]])),
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  const [said, code] = await Promise.all([text(child.stderr), ended])
  if (code !== 0)
    throw new Error(said.trim().replace(/^hearth backup: /, '') || `it ended with ${code}`)
}

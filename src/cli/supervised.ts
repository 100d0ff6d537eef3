// The server's side of its supervisor (supervisor.sh): says why the server before it crashed, pauses,
// gives up after many crashes, and ends when the supervisor is gone.

import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../base/log.ts'

/** The process ID of the supervisor, in the environment of the server it started. */
const MARK = 'HEARTH_SUPERVISED'

/** What the supervisor has seen: `STATUS@SECONDS` for each crash, the status as a shell gives it. */
const CRASHES = 'HEARTH_CRASHES'

/** The file in the data folder in which Node describes how the heap ran out of memory. */
const REPORT = 'crash-report.json'

const LOOK_EVERY_MS = 500

const FIRST_PAUSE_MS = 200

/** The server is not started again after so many crashes within a minute. */
const MAX_CRASHES = 5
const MINUTE_MS = 60_000

/** Ends a server that listened with an unexpected error; 1 says that it could not start. */
const CRASHED = 70

/** How a server ended, and when, in milliseconds since 1970. */
interface Crash {
  code: number | null
  signal: string | null
  time: number
}

/** Whether a supervisor started this process. */
export const isSupervised = (): boolean => process.env[MARK] !== undefined

/**
 * Logs the crash that made the supervisor start this server, and waits the longer, the more crashes
 * there were within a minute.
 * @param data the data folder
 * @param stop ends the pause
 * @returns the exit code when the server is not to be started: there were too many, or it was stopped
 */
export async function recover(
  data: string,
  log: Log,
  stop: Promise<void>,
): Promise<number | undefined> {
  const crashes = readCrashes(process.env[CRASHES] ?? '')
  const last = crashes.at(-1)
  if (!last) return undefined
  const recent = crashes.filter(({ time }) => time > last.time - MINUTE_MS)
  const isLast = recent.length >= MAX_CRASHES
  const pause = FIRST_PAUSE_MS * 2 ** (recent.length - 1)
  const { code, signal } = last
  const reason = reasonOf(last, join(data, REPORT), crashes.at(-2)?.time ?? 0)
  log.error('server-crashed', { reason, code, signal, restartInMs: isLast ? null : pause })
  if (isLast) return 1
  return Promise.race([delay(pause, undefined), stop.then(() => 0)])
}

/**
 * Makes Node write a report when the heap is out of memory.
 * @returns resolves when the supervisor is gone; never in a server without one
 */
export function followSupervisor(data: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (!isSupervised()) return promise
  Object.assign(process.report, {
    directory: data,
    filename: REPORT,
    compact: true,
    // The environment may hold secrets.
    excludeEnv: true,
    excludeNetwork: true,
    reportOnFatalError: true,
  })
  const supervisor = Number(process.env[MARK])
  // A process whose parent is gone gets another one.
  const look = () => {
    if (process.ppid !== supervisor) resolve()
  }
  setInterval(look, LOOK_EVERY_MS).unref()
  look()
  return promise
}

/** From now on an unexpected error is a crash, after which the supervisor starts the server again. */
export function reportListening(): void {
  if (!isSupervised()) return
  process.on('exit', (code) => {
    if (code !== 0) process.exitCode = CRASHED
  })
}

function readCrashes(text: string): Crash[] {
  const found = text.matchAll(/(\d+)@(\d+)/g)
  return Array.from(found, ([, status, seconds]) => {
    const signal = signalOf(Number(status) - 128)
    return { code: signal ? null : Number(status), signal, time: Number(seconds) * 1000 }
  })
}

const signalOf = (number: number): string | null =>
  Object.entries(constants.signals).find(([, known]) => known === number)?.[0] ?? null

/** Why a server ended, in words. */
function reasonOf({ code, signal, time }: Crash, report: string, before: number): string {
  if (isOutOfMemory(report, before, time)) return 'heap out of memory'
  return signal === null ? `it ended with code ${code}` : `signal ${signal} ended it`
}

/** Whether a heap was full since the crash before, and shortly before this one. */
function isOutOfMemory(report: string, before: number, time: number): boolean {
  try {
    const { trigger, dumpEventTimeStamp } = JSON.parse(readFileSync(report, 'utf8')).header
    const dumped = Number(dumpEventTimeStamp)
    return trigger === 'OOMError' && dumped >= before && dumped > time - MINUTE_MS
  } catch {
    return false
  }
}

// The supervisor of `hearth serve`: starts the server as a process of its own, with a heap that fits
// the machine, and starts it again when it crashes. It loads nothing of the server.

import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isExecutable } from '../base/assets.ts'
import { jsonLog } from '../base/log.ts'
import { MARK, REPORT } from './supervised.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The exit codes of commands; a server that ends with one of them before it listens did not crash. */
const ORDERLY_CODES = [0, 1, 2]

const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 10_000

/** The supervisor gives up at so many crashes within a minute. */
const MAX_CRASHES = 5
const MINUTE_MS = 60_000

/** How a server ended. */
interface Ending {
  code: number | null
  signal: NodeJS.Signals | null
  hasListened: boolean
}

/**
 * Runs the server until it ends in an orderly way, a signal ends both, or it crashes too often.
 * @param data the data folder
 * @returns the exit code
 */
export async function supervise(data: string): Promise<number> {
  const log = jsonLog()
  const stopping = new AbortController()
  const asked = new Set<NodeJS.Signals>()
  let child: ChildProcess | undefined
  for (const signal of SIGNALS)
    process.on(signal, () => {
      asked.add(signal)
      stopping.abort()
      child?.kill(signal)
    })

  let crashes: number[] = []
  let pause = FIRST_PAUSE_MS
  while (!stopping.signal.aborted) {
    const started = Date.now()
    child = startServer()
    const ending = await endingOf(child)
    child = undefined
    if (stopping.signal.aborted) return codeOf(ending, asked)
    if (!isCrash(ending)) return ending.code!

    const now = Date.now()
    crashes = [...crashes.filter((time) => time > now - MINUTE_MS), now]
    if (now - started > MINUTE_MS) pause = FIRST_PAUSE_MS
    const isLast = crashes.length >= MAX_CRASHES
    const { code, signal } = ending
    const reason = reasonOf(ending, join(data, REPORT), started)
    log.error('server-crashed', { reason, code, signal, restartInMs: isLast ? null : pause })
    if (isLast) return 1
    await delay(pause, undefined, { signal: stopping.signal }).catch(() => {})
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
  }
  return 0
}

/**
 * The limit of the server's heap in MB: half of the memory, from 256 to 4096.
 * @param total bytes of the machine
 * @param constrained bytes its control group may have; 0 or a huge number without a limit
 */
export function heapMegabytes(total: number, constrained: number): number {
  const available = constrained > 0 ? Math.min(total, constrained) : total
  return Math.min(Math.max(Math.floor(available / 2 / 2 ** 20), 256), 4096)
}

/** The same program with the same arguments; the executable can run no other. */
function startServer(): ChildProcess {
  const program = isExecutable ? [] : [...process.execArgv, process.argv[1]!]
  const given = process.env.NODE_OPTIONS ?? ''
  const heap = `--max-old-space-size=${heapMegabytes(totalmem(), process.constrainedMemory())}`
  // A limit that the operator has set stays.
  const options = /max[-_]old[-_]space/.test(given) ? given : `${given} ${heap}`.trim()
  return spawn(process.execPath, [...program, ...process.argv.slice(2)], {
    env: { ...process.env, NODE_OPTIONS: options, [MARK]: '1' },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
}

function endingOf(child: ChildProcess): Promise<Ending> {
  let hasListened = false
  child.on('message', () => {
    hasListened = true
  })
  return new Promise((resolve) => {
    child.on('exit', (code, signal) => resolve({ code, signal, hasListened }))
    // Without a process ID it was never started, for example because the system has no memory.
    child.on('error', () => {
      if (child.pid === undefined) resolve({ code: null, signal: null, hasListened })
    })
  })
}

/** A server that listened ends by itself with 0 only; 1 is an unexpected error. */
const isCrash = ({ code, hasListened }: Ending) =>
  code === null || !ORDERLY_CODES.includes(code) || (hasListened && code !== 0)

/** 0 for a server that a signal ended before it could handle signals. */
function codeOf({ code, signal }: Ending, asked: ReadonlySet<NodeJS.Signals>): number {
  if (signal === null) return code ?? 1
  return asked.has(signal) ? 0 : 128 + constants.signals[signal]
}

/** Why a server ended, in words. */
function reasonOf({ code, signal }: Ending, report: string, started: number): string {
  if (code === null && signal === null) return 'it could not be started'
  if (isOutOfMemory(report, started)) return 'heap out of memory'
  return signal === null ? `it ended with code ${code}` : `signal ${signal} ended it`
}

function isOutOfMemory(report: string, started: number): boolean {
  try {
    const { trigger, dumpEventTimeStamp } = JSON.parse(readFileSync(report, 'utf8')).header
    return trigger === 'OOMError' && Number(dumpEventTimeStamp) >= started
  } catch {
    return false
  }
}

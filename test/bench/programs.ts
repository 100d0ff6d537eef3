// Starts servers for benchmarks, as the executable or from source.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { processorTime } from '../../src/base/processor-time.ts'
import type { Turns } from './turns-probe.ts'

const root = join(import.meta.dirname, '..', '..')

export const executable = join(root, 'dist', 'hearth')

/** Whether there is an executable; one of other sources is built anew, for it says nothing. */
export function isBuilt(): boolean {
  if (!existsSync(executable)) return false
  execFileSync(process.execPath, [join(root, 'build.mjs'), '--if-stale'])
  return true
}

/** A server in a process of its own. */
export interface Program extends AsyncDisposable {
  url: string
  pid: number
  /** From being started to listening, in milliseconds. */
  startedIn: number
  /** Resident memory, in MB, of the server and its supervisor. */
  memory(): number
  /** The part of it that is not pages of files, of which the system decides how many it shows. */
  ownMemory(): number
  /** Processor time of all its threads so far, in milliseconds. */
  processorTime(): number
  /** Measures the turns of its loop during some work; for a program started with `probed`. */
  turnsDuring(work: () => Promise<unknown>): Promise<Turns>
  stop(): Promise<void>
}

/** How Hearth is started: as the built executable, else from its source. */
export interface Start {
  built?: boolean
  /** From source, with the probe that measures turns of the loop. */
  probed?: boolean
  /** More options of the command. */
  options?: readonly string[]
  /** A command that starts the server from source, such as `taskset -c 0`. */
  under?: readonly string[]
}

/** The executable has these built in (build.mjs says why). */
const V8_OPTIONS: string[] = JSON.parse(
  readFileSync(join(root, 'build', 'v8-options.json'), 'utf8'),
)

export function startHearth(folder: string, start: Start = {}): Promise<Program> {
  const { built, probed, under = [], options: more = [] } = start
  const options = ['serve', '--data', folder, '--port', '0', '--rate-limit', 'off', ...more]
  if (built) return startProgram(executable, options)
  const [command, ...rest] = [
    ...under,
    process.execPath,
    ...V8_OPTIONS,
    ...profiling(),
    ...(probed ? ['--expose-gc', '--import', join(import.meta.dirname, 'turns-probe.ts')] : []),
    join(root, 'bin', 'hearth.ts'),
    ...options,
  ]
  return startProgram(command!, rest)
}

/** The bare limit on its own copy of the data. */
export const startBare = (folder: string): Promise<Program> =>
  startProgram(process.execPath, [join(import.meta.dirname, 'bare.ts'), folder])

/** The bare limit of a start: Node with a server that has one answer, and nothing else. */
export const startEmpty = (): Promise<Program> =>
  startProgram(process.execPath, ['--eval', EMPTY_SERVER])

const EMPTY_SERVER = `
  require('node:http')
    .createServer((_, res) => res.end('{"result":"success"}'))
    .listen(0, '127.0.0.1', function () {
      console.log('http://127.0.0.1:' + this.address().port)
    })`

/** HEARTH_PROFILE names a folder: every Hearth started from source leaves its CPU profile there. */
const profiling = () =>
  process.env.HEARTH_PROFILE === undefined
    ? []
    : ['--cpu-prof', `--cpu-prof-dir=${process.env.HEARTH_PROFILE}`]

/** Without the roots that this machine adds for its own programs: Node would hold 3 MB of them. */
const { NODE_EXTRA_CA_CERTS: _, ...ENVIRONMENT } = process.env

const running = new Set<ChildProcess>()

// Whatever ends the benchmark ends the servers it started.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

async function startProgram(command: string, args: readonly string[]): Promise<Program> {
  const started = performance.now()
  const child = spawn(command, args, {
    cwd: root,
    env: ENVIRONMENT,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  running.add(child)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      running.delete(child)
      resolve()
    })
  })
  const url = await listening(child)
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  // The executable is a supervisor, whose child is the server.
  const processes = () => [child.pid!, ...(command === executable ? childrenOf(child.pid!) : [])]
  return {
    url,
    pid: child.pid!,
    startedIn: performance.now() - started,
    memory: () => memoryOf(processes(), 'VmRSS'),
    ownMemory: () => memoryOf(processes(), 'RssAnon'),
    processorTime: () => processes().reduce((sum, pid) => sum + processorTime(pid), 0),
    turnsDuring: async (work) => {
      const probe = child.stdio[3] as Duplex
      await askProbe(probe, 'start')
      try {
        await work()
      } catch (error) {
        // The server would never end while it is measured.
        await askProbe(probe, 'stop')
        throw error
      }
      return askProbe(probe, 'stop')
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** Answers are short enough to come in one piece. */
const askProbe = (probe: Duplex, order: 'start' | 'stop'): Promise<Turns> =>
  new Promise((resolve) => {
    probe.once('data', (answer) => resolve(JSON.parse(answer.toString())))
    probe.write(order)
  })

/** The address the program prints; its log is read and dropped, as a supervisor would read it. */
function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    let complaints = ''
    child.stdout!.on('data', (text) => {
      said += text
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0]
      if (url) resolve(url)
    })
    child.stderr!.on('data', (text) => {
      if (complaints.length < 2000) complaints += text
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${complaints}`)))
  })
}

/** In MB, the sum over these processes; pages of files that they share count for each. */
export function memoryOf(pids: number[], field: 'VmRSS' | 'RssAnon'): number {
  const each = pids.map((pid) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1000
  })
  return each.reduce((sum, megabytes) => sum + megabytes, 0)
}

/** The processes that a process has started and that still run. */
export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

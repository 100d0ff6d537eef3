// hearth serve --supervise on: a server that crashes is started again, and both end together.

import { execFile, execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { heapMegabytes } from '../../src/cli/supervisor.ts'
import { serve, temporaryFolder } from '../child-server.ts'
import { freePort } from '../program.ts'

const root = join(import.meta.dirname, '..', '..')
const SUPERVISED = ['--supervise', 'on']

test('a killed server is started again at the same address, and the log says why', async () => {
  using folder = temporaryFolder()
  const port = await freePort()
  await using server = await serve(folder.path, [...SUPERVISED, '--port', String(port)])
  const first = await serverOf(server.pid)

  process.kill(first, 'SIGKILL')
  await until(() => server.stderr().includes('server-crashed'))
  const second = await serverOf(server.pid)
  await until(() => answers(server.url))

  assert.is.not(second, first)
  const crashes = crashesIn(server.stderr())
  assert.is(crashes.length, 1)
  const { level, reason, signal, code, restartInMs } = crashes[0]!
  assert.equal(
    { level, reason, signal, code, restartInMs },
    {
      level: 'error',
      reason: 'signal SIGKILL ended it',
      signal: 'SIGKILL',
      code: null,
      restartInMs: 200,
    },
  )
  assert.equal(await server.kill('SIGTERM'), [0, null])
})

test('each signal to stop ends the server and its supervisor with 0', async () => {
  using folder = temporaryFolder()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    await using server = await serve(folder.path, SUPERVISED)
    const pid = await serverOf(server.pid)

    // A terminal signals both processes, perhaps more than once.
    process.kill(pid, signal)
    process.kill(server.pid, signal)

    assert.equal(await server.kill(signal), [0, null], signal)
    assert.equal(crashesIn(server.stderr()), [])
    assert.not(isRunning(pid))
  }
})

test('a killed supervisor leaves no server behind that holds the data folder', async () => {
  using folder = temporaryFolder()
  await using server = await serve(folder.path, SUPERVISED)
  const pid = await serverOf(server.pid)

  await server.kill('SIGKILL')
  await until(() => !isRunning(pid))

  assert.match(server.stderr(), '"event":"stopped"')
  await using next = await serve(folder.path, SUPERVISED)
  assert.ok(await answers(next.url))
})

test('a wrong option, and a port in use, end it at once with one line', async () => {
  using folder = temporaryFolder()
  const busy = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => busy.once('listening', resolve))
  const port = String((busy.address() as { port: number }).port)

  const wrong = await run(folder.path, ['--port', 'x'])
  const inUse = await run(folder.path, ['--port', port])
  busy.close()

  assert.is(wrong.code, 2)
  assert.match(wrong.stderr, /^hearth serve: --port must be .*\n$/)
  assert.is(inUse.code, 1)
  assert.match(inUse.stderr, new RegExp(`^hearth serve: Port ${port} .*in use.*\n$`))
})

test('a heap that is full is named in the log', async () => {
  using folder = temporaryFolder()
  const server = start(folder.path, [], { NODE_OPTIONS: '--max-old-space-size=16' })

  await until(() => crashesIn(server.stderr()).length > 0)
  server.child.kill('SIGTERM')

  assert.is(await server.ended, 0)

  const [crash] = crashesIn(server.stderr())
  assert.is(crash!.reason, 'heap out of memory')
})

test('five crashes within a minute end it with 1', async () => {
  using folder = temporaryFolder()
  const server = start(folder.path, [])
  let last = 0

  await until(() => server.stderr().includes('"event":"listening"'))
  for (let crash = 1; crash <= 5; crash++) {
    last = await serverOf(server.child.pid!, last)
    process.kill(last, 'SIGSEGV')
    await until(() => crashesIn(server.stderr()).length === crash)
  }

  assert.is(await server.ended, 1)
  assert.equal(
    crashesIn(server.stderr()).map(({ signal, restartInMs }) => [signal, restartInMs]),
    [200, 400, 800, 1600, null].map((pause) => ['SIGSEGV', pause]),
  )
})

test('a program that crashes before it can count its crashes is started six times', async () => {
  const script = readFileSync(join(root, 'src', 'cli', 'supervisor.sh'), 'utf8')
  const { stdout, code } = await new Promise<{ stdout: string; code: unknown }>((resolve) =>
    execFile('sh', ['-c', script, 'sh', '-c', 'echo started; exit 9'], (error, stdout) =>
      resolve({ stdout, code: error?.code }),
    ),
  )

  assert.equal(stdout.trim().split('\n'), Array(6).fill('started'))
  assert.is(code, 1)
})

test('the heap may have half of the memory there is, within bounds', () => {
  const MB = 2 ** 20
  assert.is(heapMegabytes(1024 * MB, 0), 512)
  assert.is(heapMegabytes(64_000 * MB, 2 ** 64), 4096)
  assert.is(heapMegabytes(64_000 * MB, 2048 * MB), 1024)
  assert.is(heapMegabytes(300 * MB, 0), 256)
})

function start(folder: string, options: string[], env: Record<string, string> = {}) {
  const args = ['serve', '--data', folder, '--port', '0', ...SUPERVISED, ...options]
  const child = spawn(process.execPath, [join(root, 'bin', 'hearth.ts'), ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { child, ended, stderr: () => stderr }
}

/** Runs it to its end. */
async function run(folder: string, options: string[]) {
  const { ended, stderr } = start(folder, options)
  const code = await ended
  return { stderr: stderr(), code }
}

/** The process ID of the server that a supervisor runs, once it runs another than `previous`. */
async function serverOf(supervisor: number, previous = 0): Promise<number> {
  let found: number | undefined
  await until(() => {
    const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
    found = processes
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, parent, state]) => Number(parent) === supervisor && !state!.startsWith('Z'))
      .map(([pid]) => Number(pid))
      .find((pid) => pid !== previous)
    return found !== undefined
  })
  return found!
}

/** Waits for a condition, at most half a minute. */
async function until(holds: () => boolean | Promise<boolean>) {
  const deadline = performance.now() + 30_000
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`Not within 30 s: ${holds}`)
    await wait(20)
  }
}

const answers = (url: string) =>
  fetch(`${url}/api/v1/server_settings`).then(
    ({ ok }) => ok,
    () => false,
  )

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

interface Crash {
  level: string
  reason: string
  code: number | null
  signal: string | null
  restartInMs: number | null
}

const crashesIn = (log: string): Crash[] =>
  log
    .split('\n')
    .filter((line) => line.includes('"event":"server-crashed"') && line.endsWith('}'))
    .map((line) => JSON.parse(line))

test.run()

// Runs the tests: node test/run.ts [--root DIR] [--limit SECONDS] [part of a path ...]
//
// Each file runs in a process of its own, two at a time. A file counts as passed only when uvu's
// summary says that all its tests ran; uvu itself exits 0 when nothing ran or a hook threw.
// Without parts of paths, lint and types are checked first, and a failure there is a failure.

import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'

interface Job {
  name: string
  command: string[]
  judge: (end: End) => Verdict
}

/** How a process ended, and all it wrote to stdout and stderr. */
interface End {
  code: number | null
  signal: NodeJS.Signals | null
  timedOut: boolean
  output: string
}

interface Verdict {
  passed: number
  failed: number
  skipped: number
  /** Why the file failed when the output of its own tests does not say so. */
  reason?: string
}

const project = dirname(import.meta.dirname)
const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    root: { type: 'string', default: project },
    limit: { type: 'string', default: process.env.HEARTH_LONG ? '3600' : '240' },
  },
})
const limitSeconds = Number(options.limit)
const running = new Set<number>()

const jobs = [...(wanted.length === 0 && options.root === project ? checks() : []), ...testFiles()]
const total = { passed: 0, failed: 0, skipped: 0 }
if (!jobs.some((job) => job.name.endsWith('.test.ts'))) {
  total.failed++
  console.log(`FAIL no test file ${wanted.length > 0 ? `matches ${wanted.join(' ')}` : 'found'}`)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const group of running) killGroup(group)
    process.exit(1)
  })
}

const queue = [...jobs]
await Promise.all([work(), work()])
if (total.failed === 0 && total.passed === 0) {
  total.failed++
  console.log('FAIL no test ran')
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)
process.exitCode = total.failed > 0 ? 1 : 0

async function work() {
  for (let job = queue.shift(); job; job = queue.shift()) {
    const started = performance.now()
    const end = await run(job.command)
    const verdict = job.judge(end)
    total.passed += verdict.passed
    total.failed += verdict.failed
    total.skipped += verdict.skipped

    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const failed = verdict.failed > 0
    console.log(`${failed ? 'FAIL' : 'ok  '} ${job.name}  ${verdict.passed} passed  ${seconds} s`)
    if (failed) console.log(end.output.trimEnd().replaceAll(/^/gm, '    '))
    if (verdict.reason) console.log(`FAIL ${job.name}: ${verdict.reason}`)
  }
}

function checks(): Job[] {
  const tool = (bin: string, ...args: string[]) => [join(project, 'node_modules', bin), ...args]
  const judge = ({ code }: End) => ({
    passed: code === 0 ? 1 : 0,
    failed: code === 0 ? 0 : 1,
    skipped: 0,
  })
  return [
    {
      name: 'lint',
      command: tool('@biomejs/biome/bin/biome', 'check', '--error-on-warnings'),
      judge,
    },
    ...['.', 'src/web', 'test/web/browser'].map((folder) => ({
      name: folder === '.' ? 'types' : `types of ${folder}`,
      command: tool('typescript/bin/tsc', '-p', folder),
      judge,
    })),
  ]
}

function testFiles(): Job[] {
  return globSync('test/**/*.test.ts', { cwd: options.root })
    .filter((path) => wanted.length === 0 || wanted.some((part) => path.includes(part)))
    .sort()
    .map((name) => {
      const path = join(options.root, name)
      return { name, command: [path], judge: (end) => judgeFile(path, end) }
    })
}

function judgeFile(path: string, { code, signal, timedOut, output }: End): Verdict {
  const counts = readSummary(output)
  const lost = (reason: string): Verdict => ({
    passed: counts?.passed ?? 0,
    failed: Math.max(1, (counts?.total ?? 0) - (counts?.passed ?? 0)),
    skipped: counts?.skipped ?? 0,
    reason,
  })

  if (timedOut) return lost(`still running after ${limitSeconds} s, stopped`)
  if (signal) return lost(`crashed with ${signal}`)
  if (!counts) {
    if (code === 0) return lost('ended without running a test: does it call test.run()?')
    return lost(`crashed with exit code ${code} before its tests had ended`)
  }
  if (counts.total + counts.skipped === 0) return lost('has no tests')
  if (code === 0 && counts.passed < counts.total) {
    return lost(`only ${counts.passed} of ${counts.total} tests ran: a before or after hook threw`)
  }
  if (code !== 0 && counts.passed === counts.total) {
    return lost(`exit code ${code} although every test passed`)
  }
  if (!/\.run\(\)$/.test(readFileSync(path, 'utf8').trimEnd())) {
    return lost('does not end with test.run(): tests declared after it never run')
  }
  return { ...counts, failed: counts.total - counts.passed }
}

/** uvu's closing lines. The last ones count: a test may print the output of another run. */
function readSummary(output: string) {
  const lines = /^ {2}Total: +(\d+)\n {2}Passed: +(\d+)\n {2}Skipped: +(\d+)$/gm
  const last = [...stripVTControlCharacters(output).matchAll(lines)].at(-1)
  return last && { total: Number(last[1]), passed: Number(last[2]), skipped: Number(last[3]) }
}

function run(command: string[]): Promise<End> {
  const { promise, resolve } = Promise.withResolvers<End>()
  // A group of its own, so that servers a test has left behind end with it.
  const child = spawn(process.execPath, command, {
    cwd: project,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
  })
  const group = child.pid as number
  running.add(group)

  let output = ''
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    killGroup(group)
  }, limitSeconds * 1000)
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  child.on('exit', () => {
    clearTimeout(timer)
    killGroup(group)
  })
  child.on('close', (code, signal) => {
    running.delete(group)
    resolve({ code, signal, timedOut, output })
  })
  return promise
}

function killGroup(group: number) {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // All of it has ended already.
  }
}

// Runs: node test/fuzz/run.ts [--minutes N] [--seed N] [target ...]
//
// Fuzzes the parsers one after the other, an hour in all unless told otherwise. A crash, an input that
// holds the thread for more than 100 ms of processor time, or a heap that grows is a failure; the input
// is kept in the corpus.

import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { heapBytes } from '../heap.ts'
import { CORPUS, corpusOf, inputs, randomFrom } from './inputs.ts'
import { type Target, targets } from './targets.ts'

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1e9) },
  },
})
const chosen = targets.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
const share = (Number(options.minutes) * 60_000) / chosen.length
if (chosen.length === 0 || !(share > 0)) {
  console.error(
    `usage: npm run fuzz -- [--minutes N] [--seed N] [${targets.map((one) => one.name).join('|')} ...]`,
  )
  process.exit(2)
}

/** Of processor time of this thread: other work on the machine does not count. */
const MOST_HELD_MS = 100

/** What the heap may grow between the second quarter of a run and its last. */
const MOST_GROWTH_BYTES = 16 * 1024 * 1024

/** An input that took long is tried again: the first time, code is compiled and garbage collected. */
const AGAIN = 3

let failures = 0
console.log(`seed ${options.seed}`)
for (const target of chosen) await fuzz(target)
process.exit(failures > 0 ? 1 : 0)

async function fuzz({ name, words, maxBytes, isApart, start }: Target) {
  await using parser = await start()
  const tried = inputs(corpusOf(name), words, maxBytes, randomFrom(Number(options.seed)))
  const end = performance.now() + share
  const heaps: number[] = []
  let count = 0
  let slowest = 0
  while (performance.now() < end && failures < 20) {
    const input = tried.next().value
    count++
    try {
      let held = await timeOf(parser, input)
      for (let again = 0; held > MOST_HELD_MS && again < AGAIN; again++)
        held = Math.min(held, await timeOf(parser, input))
      slowest = Math.max(slowest, held)
      if (held > MOST_HELD_MS && !isApart) fail(name, `${held.toFixed(0)} ms`, input)
    } catch (error) {
      fail(name, String((error as Error).stack), input)
    }
    if (performance.now() > end - share + (heaps.length * share) / 40) heaps.push(heapBytes())
  }
  const quarter = Math.floor(heaps.length / 4)
  const grown = Math.min(...heaps.slice(-quarter)) - Math.min(...heaps.slice(quarter, 2 * quarter))
  if (quarter > 1 && grown > MOST_GROWTH_BYTES) fail(name, `the heap grew by ${grown} bytes`)
  const megabytes = (grown / 1024 / 1024).toFixed(1)
  console.log(
    `${name}: ${count} inputs, slowest ${slowest.toFixed(0)} ms, heap ${megabytes} MiB more`,
  )
}

/** Processor time of one input in milliseconds. */
async function timeOf(parser: { read(input: Buffer): Promise<void> }, input: Buffer) {
  const before = process.threadCpuUsage()
  await parser.read(input)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

function fail(name: string, what: string, input?: Buffer) {
  failures++
  if (!input) return console.log(`FAIL ${name}: ${what}`)
  const hash = createHash('sha256').update(input).digest('hex').slice(0, 12)
  const path = join(CORPUS, `${name}-found-${hash}.bin`)
  writeFileSync(path, input)
  console.log(`FAIL ${name}: ${what}\n  kept as ${path}`)
}

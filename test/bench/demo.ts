// Benchmark: how long it takes until the demo answers.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expectSuccess } from './client.ts'
import { executable, isBuilt } from './programs.ts'
import { type Measure, median, milliseconds, quantile, type Row } from './table.ts'

const TIMES = 5

/** From `hearth demo` to its first answer. */
export const measure: Measure = async () => {
  const built = isBuilt()
  const source = join(import.meta.dirname, '..', '..', 'bin', 'hearth.ts')
  const times: number[] = []
  for (let time = -1; time < TIMES; time++) {
    const took = await timeDemo(built ? [executable] : [process.execPath, source])
    if (time >= 0) times.push(took)
  }
  const row: Row = {
    work: `demo to first answer, ${built ? 'executable' : 'from source'}`,
    p50: milliseconds(median(times)),
    p99: milliseconds(quantile(times, 0.99)),
    figure: median(times),
    unit: 'ms',
    goal: { atLeast: 2000, aim: 1000, smallerIsBetter: true },
  }
  return [row]
}

async function timeDemo([command, ...before]: string[]): Promise<number> {
  const started = performance.now()
  const child = spawn(command!, [...before, 'demo', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let said = ''
      child.stdout.on('data', (text) => {
        said += text
        const found = /listening on (\S+)/.exec(said)?.[1]
        if (found) resolve(found)
      })
      child.once('error', reject)
      child.once('exit', (code) => reject(new Error(`the demo ended with ${code}`)))
    })
    await expectSuccess(url, { method: 'GET', path: '/api/v1/server_settings' })
    return performance.now() - started
  } finally {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
}

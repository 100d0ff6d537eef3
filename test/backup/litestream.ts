// Runs Litestream, and an S3 in memory, as .ci/clients builds them.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { clientFolder } from '../interop/clients.ts'

export const LITESTREAM = join(clientFolder('litestream'), 'litestream')
const S3 = join(clientFolder('litestream'), 'gofakes3')

/** What Litestream needs of the environment; certificates of this machine are not its business. */
export const KEYS = {
  PATH: process.env.PATH,
  LITESTREAM_ACCESS_KEY_ID: 'harbour',
  LITESTREAM_SECRET_ACCESS_KEY: 'a-secret-of-the-test',
}

/** A program of another maker that runs beside the test. */
export interface Running extends AsyncDisposable {
  /** Resolves when it has written a line that matches. */
  line(pattern: RegExp): Promise<void>
  kill(): Promise<void>
}

function run(program: string, args: string[]): Running {
  const child: ChildProcess = spawn(program, args, {
    env: KEYS,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const waiting = new Set<() => void>()
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      for (const look of waiting) look()
    })
  }
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return {
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!pattern.test(said)) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        void ended.then(() => reject(new Error(`${program} ended: ${said}`)))
        look()
      }),
    kill,
    [Symbol.asyncDispose]: kill,
  }
}

/** Replicates a database, and resolves when there is a first copy. */
export async function replicate(database: string, url: string): Promise<Running> {
  const config = `${database}.litestream.yml`
  writeFileSync(
    config,
    `dbs:
  - path: ${database}
    monitor-interval: 100ms
    replica:
      url: ${url}
      sync-interval: 100ms
`,
  )
  const running = run(LITESTREAM, ['replicate', '-config', config])
  await running.line(/snapshot complete/)
  return running
}

/** Restores the newest copy into a file that is not there yet. @throws Error */
export function restore(url: string, database: string) {
  const { status, stderr } = spawnSync(LITESTREAM, ['restore', '-o', database, url], {
    encoding: 'utf8',
    env: KEYS,
  })
  if (status !== 0) throw new Error(stderr)
}

/** An S3 in memory. */
export async function startS3(): Promise<Running & { url: string }> {
  const address = `127.0.0.1:${await freePort()}`
  const running = run(S3, ['-backend', 'memory', '-host', address, '-initialbucket', 'copies'])
  await running.line(/using port/)
  const query = `endpoint=http://${address}&region=us-east-1&force-path-style=true`
  return { ...running, url: `s3://copies/hearth?${query}` }
}

/** The program cannot say which port it got, so it is given one that was free a moment ago. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

// Runs Litestream, and an S3 in memory, as .ci/clients builds them.

import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientFolder } from '../interop/clients.ts'
import { freePort, type Running, run } from '../program.ts'

export const LITESTREAM = join(clientFolder('litestream'), 'litestream')
const S3 = join(clientFolder('litestream'), 'gofakes3')

/** What Litestream needs of the environment; certificates of this machine are not its business. */
export const KEYS = {
  PATH: process.env.PATH,
  LITESTREAM_ACCESS_KEY_ID: 'harbour',
  LITESTREAM_SECRET_ACCESS_KEY: 'a-secret-of-the-test',
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
  const running = run(LITESTREAM, ['replicate', '-config', config], KEYS)
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
  const running = run(
    S3,
    ['-backend', 'memory', '-host', address, '-initialbucket', 'copies'],
    KEYS,
  )
  await running.line(/using port/)
  const query = `endpoint=http://${address}&region=us-east-1&force-path-style=true`
  return { ...running, url: `s3://copies/hearth?${query}` }
}

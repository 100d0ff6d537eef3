// Finds the clients of other authors that .ci/clients has fetched.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const CLIENTS = join(import.meta.dirname, '..', '..', '.cache', 'clients')

/** Where .ci/clients puts a client of another maker. */
export const clientFolder = (name: string) => join(CLIENTS, name)

/**
 * Whether a client and the programs it needs are on this machine; if not, it is said why its
 * tests are skipped.
 */
export function hasClient(name: string, ...programs: string[]): boolean {
  const missing = programs.find((program) => spawnSync(program, ['-V']).error !== undefined)
  if (missing !== undefined) {
    console.log(`SKIPPED the tests with the ${name} client: ${missing} is not on this machine`)
    return false
  }
  if (existsSync(join(clientFolder(name), 'installed'))) return true
  console.log(`SKIPPED the tests with the ${name} client: .ci/clients has not installed it`)
  return false
}

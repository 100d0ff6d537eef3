// Runs commands of Hearth from its source, each in a process of its own, to their end.

import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** The entry of the program. */
export const PROGRAM = join(import.meta.dirname, '..', 'bin', 'hearth.ts')

/** All of the environment that commands get; with compiled code that they share they start faster. */
export const ENVIRONMENT = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: join(import.meta.dirname, '..', '.cache', 'compile'),
}

/** How a command ended and what it printed. */
export interface Finished {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs a command with an empty standard input. This process waits meanwhile. */
export function hearth(args: string[], variables: NodeJS.ProcessEnv = {}): Finished {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    encoding: 'utf8',
    env: { ...ENVIRONMENT, ...variables },
  })
  return { code: status, stdout, stderr }
}

/** The same while this process goes on, for commands that ask a server in it. */
export async function hearthAside(
  args: string[],
  { stdin = '', env = {} }: { stdin?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Finished> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { env: { ...ENVIRONMENT, ...env } })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  child.stdin.end(stdin)
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, stdout, stderr }
}

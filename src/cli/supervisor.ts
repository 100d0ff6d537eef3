// Turns the process of `hearth serve` into its supervisor: a small shell that runs the server as a
// child with a heap that fits the machine. The process keeps its ID, and gives back the memory of Node.

import { accessSync, constants } from 'node:fs'
import { totalmem } from 'node:os'
import { readAsset } from '../base/assets.ts'
import { isExecutable } from '../base/executable.ts'
import { isSupervised } from './supervised.ts'

const SHELL = '/bin/sh'

/**
 * How the system's C library is to keep memory that the server gave back, where nothing else is said:
 * all threads share one heap, and pieces from a megabyte on are not cut from it, so that it has few
 * holes. Libraries other than glibc do not read this.
 */
const FRUGAL = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  // More than two free megabytes at the heap's end go back to the system, all but one: so requests
  // that take and free less than that find it there.
  MALLOC_TRIM_THRESHOLD_: '2097152',
  MALLOC_TOP_PAD_: '1048576',
}

/**
 * Whether the executable was started as `hearth serve` and nothing is said about the supervisor, so that it
 * needs one. A mistake in other options is found by the server that the supervisor starts.
 * @param args the command and its options
 */
export const isToSupervise = (args: readonly string[], env: NodeJS.ProcessEnv): boolean =>
  args[0] === 'serve' &&
  !args.some((arg) => arg === '-h' || arg === '--help' || arg.startsWith('--supervise')) &&
  env.HEARTH_SUPERVISE === undefined &&
  !isSupervised()

/** Whether this machine can run the supervisor: it has a shell, and processes can replace themselves. */
export function canSupervise(): boolean {
  try {
    accessSync(SHELL, constants.X_OK)
    return process.execve !== undefined
  } catch {
    return false
  }
}

/** Never returns: the program, with the same arguments, goes on as a child of the shell. */
export function becomeSupervisor(): never {
  // The executable can run no other program than its own.
  const program = isExecutable ? [] : [...process.execArgv, process.argv[1]!]
  const environment = {
    ...FRUGAL,
    ...process.env,
    NODE_OPTIONS: nodeOptions(process.env.NODE_OPTIONS ?? ''),
    // Listed processes show the command, not the text of the script.
    HEARTH_SUPERVISOR: readAsset('src/cli/supervisor.sh'),
  }
  const command = [process.execPath, ...program, ...process.argv.slice(2)]
  return process.execve!(SHELL, ['sh', '-c', 'eval "$HEARTH_SUPERVISOR"', ...command], environment)
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

/** A limit that the operator has set stays. */
function nodeOptions(given: string): string {
  if (/max[-_]old[-_]space/.test(given)) return given
  const heap = heapMegabytes(totalmem(), process.constrainedMemory())
  return `${given} --max-old-space-size=${heap}`.trim()
}

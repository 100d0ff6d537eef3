// Machines of other sizes, imitated on this one: a slower main thread, a slower disk, one core.

import { spawnSync } from 'node:child_process'
import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { optionsFor } from '../../disk-faults.ts'
import { childrenOf, type Program, startHearth } from '../programs.ts'

/** What is imitated. Node serves everyone on one thread, so that thread's speed is the machine's. */
export interface Machine {
  name: string
  /** The part of this machine's core that the main thread may have; undefined: all of it. */
  share?: number
  /** What each write to the disk takes longer, in milliseconds, for a memory card. */
  diskMs?: number
  /** All threads share one core. */
  oneCore?: true
}

export const MACHINES: readonly Machine[] = [
  { name: 'Raspberry Pi 4 class, memory card', share: 0.25, diskMs: 15 },
  { name: 'Raspberry Pi 5 class, SSD', share: 0.5, diskMs: 1 },
  { name: 'one core', oneCore: true },
  { name: 'two cores' },
]

const CONTROLLER = '/sys/fs/cgroup/cpu'

/** The scheduler gives a thread its share anew in each period: as short as the system allows. */
const SMALLEST_QUOTA_US = 1000

/** A server on such a machine, until it is disposed of. */
export interface Imitation extends AsyncDisposable {
  program: Program
  /** The process whose main thread serves everyone. */
  pid: number
}

/**
 * Starts a server as if on the machine.
 * @returns undefined where this machine cannot imitate it: that takes Linux, control groups of
 *   version 1 that we may write to, and strace
 */
export async function startOn(machine: Machine, folder: string): Promise<Imitation | undefined> {
  if (!canImitate(machine)) return undefined
  const program = await startHearth(folder, { under: commandBefore(machine) })
  const pid = machine.diskMs === undefined ? program.pid : childrenOf(program.pid)[0]!
  const group = machine.share === undefined ? undefined : slowDown(pid, machine.share)
  return {
    program,
    pid,
    async [Symbol.asyncDispose]() {
      process.kill(pid, 'SIGTERM')
      await program.stop()
      if (group !== undefined) rmdirSync(group)
    },
  }
}

function canImitate({ share, diskMs, oneCore }: Machine): boolean {
  const has = (command: string) => spawnSync('which', [command]).status === 0
  if (diskMs !== undefined && !has('strace')) return false
  if (oneCore && !has('taskset')) return false
  if (share === undefined) return true
  try {
    const trial = join(CONTROLLER, `hearth-trial-${process.pid}`)
    mkdirSync(trial)
    rmdirSync(trial)
    return true
  } catch {
    return false
  }
}

/** strace lets all calls pass but those that wait for the disk, which it makes take longer. */
function commandBefore({ diskMs, oneCore }: Machine): string[] {
  return [
    ...(oneCore ? ['taskset', '-c', '0'] : []),
    ...(diskMs === undefined
      ? []
      : ['strace', '--seccomp-bpf', '-o', '/dev/null', ...optionsFor({ delayMs: diskMs })]),
  ]
}

/** Gives the main thread of a process its share of a core, other threads as before. */
function slowDown(pid: number, share: number): string {
  const group = join(CONTROLLER, `hearth-bench-${pid}`)
  mkdirSync(group)
  writeFileSync(join(group, 'cpu.cfs_period_us'), String(Math.round(SMALLEST_QUOTA_US / share)))
  writeFileSync(join(group, 'cpu.cfs_quota_us'), String(SMALLEST_QUOTA_US))
  // In `tasks` one thread is meant, in `cgroup.procs` the process.
  writeFileSync(join(group, 'tasks'), String(pid))
  return group
}

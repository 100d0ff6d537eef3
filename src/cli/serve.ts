// hearth serve: runs the server until a signal ends it, under a supervisor or alone.

import { setFlagsFromString } from 'node:v8'
import { addCacheFolder } from '../base/assets.ts'
import { isExecutable } from '../base/executable.ts'
import { fitHeapToLoad } from '../base/heap.ts'
import { openLog } from '../base/log.ts'
import type { OptionTable } from '../base/options.ts'
import { type Config, readConfig, serverOptions } from '../config.ts'
import { announce } from './announcement.ts'
import type { Command } from './command.ts'
import { followSupervisor, isSupervised, recover, reportListening } from './supervised.ts'
import { becomeSupervisor, canSupervise } from './supervisor.ts'
import { unknownVariables } from './variables.ts'

/** @param tables options of all commands, whose variables are known */
export const serveCommand = (
  tables: () => readonly OptionTable<Record<string, unknown>>[],
): Command => ({
  name: 'serve',
  summary: 'run the server',
  options: serverOptions,

  async run(flags) {
    const config = readConfig(flags, process.env)
    if ((config.supervise ?? isExecutable) && !isSupervised()) {
      if (canSupervise()) becomeSupervisor()
      openLog(config).error('not-supervised', { reason: 'there is no /bin/sh' })
    }
    const log = openLog(config)
    for (const { name, nearest } of unknownVariables(tables(), process.env))
      log.warn('unknown-variable', { name, nearest, reason: 'it was ignored' })
    return runServer(config)
  },
})

/** @returns the exit code */
async function runServer(config: Config): Promise<number> {
  addCacheFolder(config.data)
  // Both before the server starts, so that a signal during the start is not lost.
  const stopAsked = nextSignal()
  const isAlone = followSupervisor(config.data)
  const isToEnd = Promise.race([stopAsked, isAlone])
  const code = await recover(config.data, openLog(config), isToEnd)
  if (code !== undefined) return code
  optimize(false)
  const { startHearth } = await import('../main.ts')
  const hearth = await startHearth(config)
  optimize(true)
  fitHeapToLoad()

  reportListening()
  console.log(announce(hearth))
  collectGarbageOfStart()
  await Promise.race([isToEnd, hearth.ended])
  await hearth.stop()
  return 0
}

/**
 * What runs at the start runs once: by the time V8 had optimized it, it is over. Only the pages of the
 * compiler would stay, 6 MB of the executable.
 */
function optimize(does: boolean) {
  setFlagsFromString(does ? '--opt' : '--no-opt')
  if (does) setFlagsFromString(`--invocation-count-for-turbofan=${CALLS_BEFORE_OPTIMIZING}`)
}

/** V8 waits for 3,000 calls. As an option of the executable this would make it optimize some functions of the start. */
const CALLS_BEFORE_OPTIMIZING = 700

/**
 * The start leaves as much garbage as an idle server needs memory. V8 would keep it until requests
 * fill the heap. The executable has the function; started otherwise, V8 may do as it likes.
 */
function collectGarbageOfStart() {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/** Later signals change nothing: Ctrl-C reaches a process from the terminal and from its parent. */
export function nextSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve())
  return promise
}

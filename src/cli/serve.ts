// hearth serve: runs the server until a signal ends it, under a supervisor or alone.

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
import { setOptionsOfStart, setOptionsToStay } from './v8-options.ts'
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
  // The executable has set them before it ran any of this.
  if (!isExecutable) setOptionsOfStart()
  const { startHearth } = await import('../main.ts')
  const hearth = await startHearth(config)
  setOptionsToStay()
  fitHeapToLoad()

  reportListening()
  console.log(announce(hearth))
  await Promise.race([isToEnd, hearth.ended])
  await hearth.stop()
  return 0
}

/** Later signals change nothing: Ctrl-C reaches a process from the terminal and from its parent. */
export function nextSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve())
  return promise
}

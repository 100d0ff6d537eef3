// hearth serve: runs the server until a signal ends it, under a supervisor or alone.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { addCacheFolder } from '../base/assets.ts'
import { type Config, readConfig, serverOptions } from '../config.ts'
import { announce } from './announcement.ts'
import type { Command } from './command.ts'
import { followSupervisor, isSupervised, reportListening } from './supervised.ts'
import { supervise } from './supervisor.ts'

export const serve: Command = {
  name: 'serve',
  summary: 'run the server',
  options: serverOptions,

  async run(flags) {
    const config = readConfig(flags, process.env)
    if (config.supervise && !isSupervised()) return supervise(config.data)
    await runServer(config)
    return 0
  },
}

async function runServer(config: Config) {
  addCacheFolder(config.data)
  // Both before the server starts, so that a signal during the start is not lost.
  const stopAsked = nextSignal()
  const isAlone = followSupervisor(config.data)
  const { startHearth } = await import('../main.ts')
  const hearth = await startHearth(config)

  reportListening()
  console.log(announce(hearth))
  collectGarbageOfStart()
  await Promise.race([stopAsked, isAlone, hearth.ended])
  await hearth.stop()
}

/**
 * The start leaves as much garbage as an idle server needs memory. V8 would keep it until requests
 * fill the heap.
 */
function collectGarbageOfStart() {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: object) => void
  setTimeout(
    () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
    300,
  ).unref()
}

/** Later signals change nothing: Ctrl-C reaches a process from the terminal and from its parent. */
export function nextSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve())
  return promise
}

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { offerFolder } from '../base/assets.ts'
import { readConfig, serverOptions } from '../config.ts'
import type { Command } from './command.ts'

export const serve: Command = {
  name: 'serve',
  summary: 'run the server',
  options: serverOptions,

  async run(flags) {
    const config = readConfig(flags, process.env)
    offerFolder(config.data)
    // Asked before the server is there, so that a signal during the start is not lost.
    const stopAsked = nextSignal()
    const { startHearth } = await import('../main.ts')
    const hearth = await startHearth(config)

    console.log(`Hearth is listening on ${hearth.url}`)
    if (hearth.setupUrl !== undefined) {
      console.log(`This organization has no owner yet. To become it, open ${hearth.setupUrl}`)
    }
    collectGarbageOfStart()
    await Promise.race([stopAsked, hearth.ended])
    await hearth.stop()
  },
}

/**
 * Starting leaves behind as much as an idle server needs; without this it would keep that until
 * enough people have come to fill the heap.
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
function nextSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve())
  return promise
}

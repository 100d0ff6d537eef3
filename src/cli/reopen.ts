// hearth reopen: opens an organization that its owner closed.

import { addCacheFolder } from '../base/assets.ts'
import { readOptions } from '../base/options.ts'
import { dataOptions, readConfig } from '../config.ts'
import type { Command } from './command.ts'

export const reopen: Command = {
  name: 'reopen',
  summary: 'open an organization again that its owner closed; the server must be stopped',
  options: dataOptions,

  async run(flags) {
    const { data } = readOptions(dataOptions, flags, process.env)
    addCacheFolder(data)
    const { reopenOffline } = await import('../offline.ts')
    console.log(`${await reopenOffline(readConfig({ data }, process.env))} is open again.`)
  },
}

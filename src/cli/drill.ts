// hearth drill: restores the newest copy aside and says whether it is good, and how old it is.

import { resolve } from 'node:path'
import type { DrillResult } from '../backup/drill.ts'
import { addCacheFolder } from '../base/assets.ts'
import { seconds, systemClock } from '../base/clock.ts'
import { duration } from '../base/duration.ts'
import { operationOptions } from '../base/operation-options.ts'
import { readSwitch } from '../base/option-values.ts'
import { ConfigError, type OptionTable, readOptions } from '../base/options.ts'
import { dataOptions } from '../config.ts'
import { StartError } from '../errors.ts'
import type { Command } from './command.ts'

interface DrillFlags {
  data: string
  backupDir: string | undefined
  files: string | undefined
  litestream: string
  json: boolean
}

const options: OptionTable<DrillFlags> = {
  data: {
    ...dataOptions.data,
    help: 'folder whose cache of libraries may be used; it is not read',
  },
  backupDir: {
    ...operationOptions.backupDir,
    help: 'folder of scheduled backups, where SOURCE is not given',
    without: 'none',
  },
  files: {
    value: 'DIR',
    help: 'folder with the copies of secret.key and uploads that go with a replica',
    without: 'they are not looked at',
    read: (text) => resolve(text),
  },
  litestream: {
    value: 'PROGRAM',
    help: 'the program that restores replicas',
    default: 'litestream',
    read: (text) => text,
  },
  json: { help: 'print the result as one line of JSON', default: 'off', read: readSwitch },
}

export const drillCommand: Command = {
  name: 'drill',
  arguments: ['[SOURCE]'],
  summary: 'restore the newest backup or Litestream replica aside, check it, and say how old it is',
  options,

  async run(flags, given) {
    const { data, backupDir, files, litestream, json } = readOptions(options, flags, process.env)
    const source = given ?? backupDir
    if (source === undefined) {
      throw new ConfigError(
        'SOURCE must be a backup, a folder of backups or the address of a Litestream replica',
      )
    }
    // Signals end the process in an orderly way, so that nothing of the copy stays.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.once(signal, () => process.exit(1))
    addCacheFolder(data)
    const { drill } = await import('../backup/drill.ts')
    const now = seconds(systemClock)
    const result = await drill(source, { files, litestream, now })
    console.log(json ? JSON.stringify(result) : describe(result, now))
    if (result.problems.length > 0) throw new StartError('This copy is not good.')
  },
}

function describe(result: DrillResult, now: number): string {
  const { source, organization, taken_at, messages, newest_message_at, files_checked } = result
  const ago = (moment: number) => `${duration(Math.max(0, now - moment))} ago`
  const lines = [
    `Restored ${source}: ${organization ?? 'no organization'}, ${messages} messages.`,
    taken_at === null ? undefined : `It was made ${ago(taken_at)}.`,
    newest_message_at === null
      ? undefined
      : `Its newest message was sent ${ago(newest_message_at)}.`,
    files_checked ? undefined : 'Uploads and secret.key were not looked at; --files names them.',
    ...result.problems.map((problem) => `Damaged: ${problem}`),
    result.problems.length === 0 ? 'It is good, and was removed again.' : undefined,
  ]
  return lines.filter((line) => line !== undefined).join('\n')
}

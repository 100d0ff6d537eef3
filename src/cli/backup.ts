// hearth backup, restore and check: copies of the data folder, and whether it is sound.

import { dirname, resolve } from 'node:path'
import { addCacheFolder } from '../base/assets.ts'
import { seconds, systemClock } from '../base/clock.ts'
import { lowerPriority } from '../base/lower-priority.ts'
import { readSwitch } from '../base/option-values.ts'
import { type OptionTable, readOptions } from '../base/options.ts'
import { version } from '../base/version.ts'
import { dataOptions } from '../config.ts'
import { StartError } from '../errors.ts'
import type { Command } from './command.ts'

const NICENESS = 15

interface FolderOptions {
  data: string
  json: boolean
}

const folderOptions: OptionTable<FolderOptions> = {
  ...dataOptions,
  json: { help: 'print the result as one line of JSON', default: 'off', read: readSwitch },
}

export const backup: Command = {
  name: 'backup',
  arguments: ['FILE'],
  summary: 'write database, keys and uploads into one archive, also while the server runs',
  options: folderOptions,

  async run(flags, file) {
    const { data, json } = readOptions(folderOptions, flags, process.env)
    // The server and everything else come first: nobody waits for a backup.
    lowerPriority(NICENESS)
    addCacheFolder(data)
    const { backUp, requireFolderOf } = await import('../backup/backup.ts')
    const target = resolve(file!)
    requireFolderOf(target)
    const now = seconds(systemClock)
    const manifest = await backUp(data, target, { now, version: version() })
    const bytes = manifest.files.reduce((sum, one) => sum + one.bytes, 0)
    const result = {
      file: target,
      files: manifest.files.length,
      bytes,
      taken_at: manifest.taken_at,
    }
    print(
      json,
      result,
      `Saved ${result.files} files (${megabytes(bytes)} MB) in ${target}, and read them back.`,
    )
  },
}

export const restore: Command = {
  name: 'restore',
  arguments: ['FILE'],
  summary: 'put a backup into a new folder',
  options: folderOptions,

  async run(flags, file) {
    const { data, json } = readOptions(folderOptions, flags, process.env)
    addCacheFolder(dirname(data))
    const { restoreBackup } = await import('../backup/restore.ts')
    const { organization, taken_at } = await restoreBackup(resolve(file!), data)
    const moment = new Date(taken_at * 1000).toISOString()
    print(
      json,
      { data, organization, taken_at },
      `${organization ?? 'An empty server'} as of ${moment} is in ${data}. Start it with: hearth serve --data ${data}`,
    )
  },
}

interface CheckOptions extends FolderOptions {
  repair: boolean
}

const checkOptions: OptionTable<CheckOptions> = {
  ...folderOptions,
  repair: {
    help: 'build anew what can be derived, and move files aside that belong to nothing; stop the server first',
    default: 'off',
    read: readSwitch,
  },
}

export const check: Command = {
  name: 'check',
  summary: 'look whether database and uploads are sound',
  options: checkOptions,

  async run(flags) {
    const { data, json, repair } = readOptions(checkOptions, flags, process.env)
    addCacheFolder(data)
    const { checkData } = await import('../backup/check.ts')
    const findings = await checkData(data, { repair })
    const { problems, repairable, repaired } = findings
    const lines = [
      ...problems.map((text) => `Damaged: ${text}`),
      ...repairable.map((text) => `Can be repaired: ${text}`),
      ...repaired.map((text) => `Repaired: ${text}`),
    ]
    print(json, findings, lines.length > 0 ? lines.join('\n') : `${data} is sound.`)
    if (problems.length > 0) throw new StartError('Restore a backup, or ask for help.')
    if (repairable.length > 0)
      throw new StartError('Stop the server and run hearth check --repair.')
  },
}

const print = (json: boolean, result: object, text: string) =>
  console.log(json ? JSON.stringify(result) : text)

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)

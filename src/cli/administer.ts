// What the commands that change or look at an organization share: their options and their output.

import type { AdminCommand, AdminResult } from '../admin/commands.ts'
import { addCacheFolder } from '../base/assets.ts'
import { readSwitch } from '../base/option-values.ts'
import { type OptionTable, readOptions } from '../base/options.ts'
import { dataOptions, readConfig, serverOptions } from '../config.ts'

export interface AdminOptions {
  data: string
  url: string | undefined
  json: boolean
}

export const adminOptions: OptionTable<AdminOptions> = {
  ...dataOptions,
  url: { ...serverOptions.url, without: 'that of the running server' },
  json: { help: 'print the result as one line of JSON', default: 'off', read: readSwitch },
}

/**
 * Runs the command on the server that runs on the data folder, or on the folder, and prints.
 * @param say the result in lines for people
 */
export async function administer<Name extends AdminCommand>(
  flags: Record<string, string>,
  command: Name,
  args: Record<string, string | undefined>,
  say: (result: AdminResult<Name>) => string,
): Promise<void> {
  const { data, url, json } = readOptions(adminOptions, flags, process.env)
  const config = readConfig({ data, ...(url !== undefined && { url }) }, process.env)
  addCacheFolder(data)
  const given = Object.entries(args).filter((entry): entry is [string, string] => !!entry[1])
  const offline = await import('../offline.ts')
  const result = await offline.administerOffline(config, command, Object.fromEntries(given))
  console.log(json ? JSON.stringify(result) : say(result))
}

import { offerFolder } from '../base/assets.ts'
import { type OptionTable, readOptions } from '../base/options.ts'
import { dataOptions, readConfig, readEmail, serverOptions } from '../config.ts'
import type { Command } from './command.ts'

interface PasswordOptions {
  data: string
  email: string
  url: string | undefined
}

const options: OptionTable<PasswordOptions> = {
  ...dataOptions,
  email: {
    value: 'ADDRESS',
    help: 'email address of the person who forgot the password',
    required: true,
    read: readEmail,
  },
  url: serverOptions.url,
}

export const password: Command = {
  name: 'password',
  summary: 'print a link that sets a new password once; the server must be stopped',
  options,

  async run(flags) {
    const { data, email, url } = readOptions(options, flags, process.env)
    const config = readConfig({ data, ...(url !== undefined && { url }) }, process.env)
    offerFolder(config.data)
    const { issuePasswordLink } = await import('../offline.ts')
    console.log(await issuePasswordLink(config, email))
  },
}

// hearth password: prints a link that sets a new password.

import { readEmail } from '../base/option-values.ts'
import { type OptionTable, readOptions } from '../base/options.ts'
import { type AdminOptions, administer, adminOptions } from './administer.ts'
import type { Command } from './command.ts'

const options: OptionTable<AdminOptions & { email: string }> = {
  ...adminOptions,
  email: {
    value: 'ADDRESS',
    help: 'email address of the person who forgot the password',
    required: true,
    read: readEmail,
  },
}

export const password: Command = {
  name: 'password',
  summary: 'print a link that sets a new password once',
  options,

  async run(flags) {
    const { email } = readOptions(options, flags, process.env)
    await administer(flags, 'user password', { email }, ({ link }) => link)
  },
}

// hearth user … and hearth invite: the people of the organization.

import type { UserRow } from '../admin/commands.ts'
import { type OptionTable, readOptions } from '../base/options.ts'
import { type AdminOptions, administer, adminOptions } from './administer.ts'
import { qrCode } from './announcement.ts'
import type { Command } from './command.ts'

const roleOption = {
  value: 'ROLE',
  help: 'owner, administrator, moderator, member or guest',
  default: 'member',
  read: (text: string) => text,
}

const daysOption = {
  value: 'DAYS',
  help: 'how long the link works, or unlimited',
  default: '10',
  read: (text: string) => text,
}

const list: Command = {
  name: 'user list',
  summary: 'list the people with their roles',
  options: adminOptions,
  run: (flags) => administer(flags, 'user list', {}, table),
}

const addOptions: OptionTable<AdminOptions & { name: string; role: string }> = {
  ...adminOptions,
  name: { value: 'NAME', help: 'full name', required: true, read: (text) => text },
  role: roleOption,
}

const add: Command = {
  name: 'user add',
  arguments: ['EMAIL'],
  summary: 'create an account and print a link that sets its password',
  options: addOptions,
  run(flags, email) {
    const { name, role } = readOptions(addOptions, flags, process.env)
    return administer(
      flags,
      'user add',
      { email, name, role },
      (user) => `${user.name} has an account. Set its password here:\n${user.password_link}`,
    )
  },
}

const inviteOptions: OptionTable<AdminOptions & { role: string; days: string }> = {
  ...adminOptions,
  role: roleOption,
  days: daysOption,
}

const inviteUser: Command = {
  name: 'user invite',
  arguments: ['EMAIL'],
  summary:
    'print a link that makes an account for this address, and mail it if the server sends mail',
  options: inviteOptions,
  run(flags, email) {
    const { role, days } = readOptions(inviteOptions, flags, process.env)
    return administer(flags, 'user invite', { email, role, days }, ({ link }) => link)
  },
}

const aboutOne = (
  action: 'deactivate' | 'reactivate',
  summary: string,
  say: (user: UserRow) => string,
): Command => ({
  name: `user ${action}`,
  arguments: ['EMAIL'],
  summary,
  options: adminOptions,
  run: (flags, email) => administer(flags, `user ${action}`, { email }, say),
})

const role: Command = {
  name: 'user role',
  arguments: ['EMAIL', 'ROLE'],
  summary: 'change the role: owner, administrator, moderator, member or guest',
  options: adminOptions,
  run: (flags, email, role) =>
    administer(flags, 'user role', { email, role }, (user) => `${user.name} is ${user.role} now.`),
}

const password: Command = {
  name: 'user password',
  arguments: ['EMAIL'],
  summary: 'print a link that sets a new password once',
  options: adminOptions,
  run: (flags, email) => administer(flags, 'user password', { email }, ({ link }) => link),
}

export const userCommands: Command[] = [
  list,
  add,
  inviteUser,
  aboutOne('deactivate', 'close an account', (user) => `${user.name} can no longer log in.`),
  aboutOne('reactivate', 'open a closed account again', (user) => `${user.name} can log in again.`),
  role,
  password,
]

export const invite: Command = {
  name: 'invite',
  summary: 'print a link, and its QR code, with which anyone may join',
  options: inviteOptions,
  run(flags) {
    const { role, days } = readOptions(inviteOptions, flags, process.env)
    return administer(flags, 'invite', { role, days }, ({ link }) =>
      [link, ...(process.stdout.isTTY ? ['', ...qrCode(link)] : [])].join('\n'),
    )
  },
}

function table(users: UserRow[]): string {
  const rows = users.map(({ id, name, email, role, active }) => [
    String(id),
    name,
    email,
    active ? role : `${role}, deactivated`,
  ])
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

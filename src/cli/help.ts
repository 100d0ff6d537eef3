// Writes the help of the program and of its commands.

import { flagOf, type Option, variableOf } from '../base/options.ts'
import type { Command } from './command.ts'

/** What `hearth --help` prints. */
export function generalHelp(commands: Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  const rows = commands.map(({ name, summary }) => `  hearth ${name.padEnd(width)} ${summary}`)
  return [
    'Hearth, team chat in one executable.',
    '',
    'To begin:',
    '  hearth demo                     look around in an organization full of life',
    '  hearth serve                    run your own; it prints a link that makes you its owner',
    '  hearth serve --lan              the same for phones and others on your network',
    '',
    'Commands:',
    ...rows,
    '',
    '  hearth COMMAND --help   the options of a command',
    '  hearth --version        the version',
    '',
    'Exit codes: 0 done, 1 failed, 2 wrong usage.',
  ].join('\n')
}

/** What `hearth COMMAND --help` prints. */
export function commandHelp(command: Command): string {
  const options = Object.entries(command.options)
  const flags = options.filter(([, option]) => !option.variableOnly)
  return [
    `hearth ${[command.name, ...(command.arguments ?? [])].join(' ')}: ${command.summary}`,
    '',
    ...flags.map(([name, option]) => {
      const flag = ['--', flagOf(name), option.value ? ` ${option.value}` : ''].join('')
      return `  ${flag.padEnd(22)} ${describe(option)}`
    }),
    ...(command.ignoresEnvironment ? [] : environmentHelp(options)),
  ].join('\n')
}

function environmentHelp(options: [name: string, option: Option<unknown>][]): string[] {
  const variables = options.filter(([, option]) => option.variableOnly)
  return [
    '',
    'Each is also read from the environment: --data from HEARTH_DATA. A flag wins.',
    ...(variables.length > 0 ? ['From the environment only:', ''] : []),
    ...variables.map(([name, option]) => `  ${variableOf(name).padEnd(22)} ${describe(option)}`),
  ]
}

function describe(option: Option<unknown>): string {
  if (option.required) return `${option.help} (required)`
  const fallback = option.value === undefined ? undefined : (option.default ?? option.without)
  return fallback === undefined ? option.help : `${option.help} (${fallback})`
}

import { flagOf, type Option, variableOf } from '../base/options.ts'
import type { Command } from './command.ts'

export function generalHelp(commands: Command[]): string {
  const rows = commands.map(({ name, summary }) => `  hearth ${name.padEnd(10)} ${summary}`)
  return [
    'Hearth, team chat in one executable.',
    '',
    ...rows,
    '',
    '  hearth COMMAND --help   the options of a command',
    '  hearth --version        the version',
    '',
    'Exit codes: 0 done, 1 failed, 2 wrong usage.',
  ].join('\n')
}

export function commandHelp(command: Command): string {
  const options = Object.entries(command.options)
  const flags = options.filter(([, option]) => !option.variableOnly)
  const variables = options.filter(([, option]) => option.variableOnly)
  return [
    `hearth ${command.name}: ${command.summary}`,
    '',
    ...flags.map(([name, option]) => {
      const flag = ['--', flagOf(name), option.value ? ` ${option.value}` : ''].join('')
      return `  ${flag.padEnd(22)} ${describe(option)}`
    }),
    '',
    'Each is also read from the environment: --data from HEARTH_DATA. A flag wins.',
    ...(variables.length > 0 ? ['From the environment only:', ''] : []),
    ...variables.map(([name, option]) => `  ${variableOf(name).padEnd(22)} ${describe(option)}`),
  ].join('\n')
}

function describe(option: Option<unknown>): string {
  if (option.required) return `${option.help} (required)`
  const fallback = option.value === undefined ? undefined : (option.default ?? option.without)
  return fallback === undefined ? option.help : `${option.help} (${fallback})`
}

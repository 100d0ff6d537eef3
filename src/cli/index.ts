// The commands of the executable. Each loads the server only when it runs, so that help and
// version answer at once.

import { parseArgs } from 'node:util'
import { ConfigError, flagOf } from '../base/options.ts'
import { RequestError, StartError } from '../errors.ts'
import { type Command, UsageError } from './command.ts'
import { commandHelp, generalHelp } from './help.ts'
import { init } from './init.ts'
import { password } from './password.ts'
import { reopen } from './reopen.ts'
import { routes } from './routes.ts'
import { serve } from './serve.ts'
import { version } from './version.ts'

const commands: Command[] = [serve, init, password, reopen, routes]

/** Runs a command line without its program's name; resolves to the exit code: 0, 1 or 2. */
export async function runCommand(args: string[]): Promise<number> {
  const [name, ...rest] = args
  const command = commands.find((candidate) => candidate.name === name)
  const speaker = command ? `hearth ${command.name}` : 'hearth'
  try {
    if (rest.includes('--help') || rest.includes('-h')) print(helpFor(name))
    else if (command) await command.run(readFlags(command, rest))
    else print(answerWithoutCommand(name, rest))
    return 0
  } catch (error) {
    if (error instanceof UsageError || error instanceof ConfigError) {
      console.error(`${speaker}: ${error.message}`)
      return 2
    }
    console.error(`${speaker}: ${describeFailure(error)}`)
    return 1
  }
}

function answerWithoutCommand(name: string | undefined, rest: string[]): string {
  switch (name) {
    case '--help':
    case '-h':
    case 'help':
      return helpFor(rest[0])
    case '--version':
    case '-v':
      return version()
    case undefined:
      throw new UsageError('no command given; hearth --help lists them')
    default:
      throw new UsageError(`${describe(name)} is unknown; hearth --help lists the commands`)
  }
}

function helpFor(name: string | undefined): string {
  if (name === undefined) return generalHelp(commands)
  const command = commands.find((candidate) => candidate.name === name)
  if (!command) throw new UsageError(`${describe(name)} is unknown; hearth --help lists them`)
  return commandHelp(command)
}

const describe = (name: string) => (name.startsWith('-') ? `flag ${name}` : `command ${name}`)

/** The text of each flag by its name. A switch given reads "on". */
function readFlags(command: Command, args: string[]): Record<string, string> {
  const known = Object.entries(command.options)
    .filter(([, option]) => !option.variableOnly)
    .map(([name, option]) => ({ flag: flagOf(name), isSwitch: option.value === undefined }))
  const { tokens } = parseArgs({
    args,
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      known.map(({ flag, isSwitch }) => [flag, { type: isSwitch ? 'boolean' : 'string' }]),
    ),
  })

  const flags: Record<string, string> = {}
  for (const token of tokens) {
    if (token.kind === 'positional') throw new UsageError(`argument ${token.value} is not expected`)
    if (token.kind !== 'option') continue
    const option = known.find(({ flag }) => token.rawName === `--${flag}`)
    if (!option) {
      throw new UsageError(
        `flag ${token.rawName} is unknown; hearth ${command.name} --help lists them`,
      )
    }
    flags[option.flag] = option.isSwitch
      ? readSwitchFlag(token.rawName, token.value)
      : readValue(token)
  }
  return flags
}

function readSwitchFlag(rawName: string, value: string | undefined): string {
  if (value !== undefined) throw new UsageError(`${rawName} takes no value`)
  return 'on'
}

function readValue(token: { rawName: string; value?: string; inlineValue?: boolean }): string {
  const { rawName, value, inlineValue } = token
  // "--data --port 1" has forgotten the folder; a value that begins so can be written --data=--x.
  if (!value || (!inlineValue && value.startsWith('--'))) {
    throw new UsageError(`${rawName} needs a value`)
  }
  return value
}

function describeFailure(error: unknown): string {
  if (error instanceof StartError || error instanceof RequestError) return error.message
  // Not foreseen, so whoever repairs it needs to know where it happened.
  return error instanceof Error && error.stack ? error.stack : String(error)
}

const print = (text: string) => console.log(text)

// The commands of the executable. Each loads the server only when it runs, so that help and
// version answer at once.

import { parseArgs } from 'node:util'
import { ConfigError, flagOf } from '../base/options.ts'
import { version } from '../base/version.ts'
import { inFull, RequestError, StartError } from '../errors.ts'
import { backup, check, restore } from './backup.ts'
import { type Command, UsageError } from './command.ts'
import { demo } from './demo.ts'
import { drillCommand } from './drill.ts'
import { health } from './health.ts'
import { commandHelp, generalHelp } from './help.ts'
import { init } from './init.ts'
import { password } from './password.ts'
import { reopen } from './reopen.ts'
import { routes } from './routes.ts'
import { serveCommand } from './serve.ts'
import { serviceCommands } from './service.ts'
import { settingsCommands, status } from './status.ts'
import { invite, userCommands } from './user.ts'

const commands: Command[] = [
  serveCommand(() => commands.map(({ options }) => options)),
  demo,
  init,
  status,
  health,
  invite,
  ...userCommands,
  ...settingsCommands,
  ...serviceCommands,
  password,
  backup,
  restore,
  check,
  drillCommand,
  reopen,
  routes,
]

/** Runs a command line without its program's name; resolves to the exit code: 0, 1 or 2. */
export async function runCommand(args: string[]): Promise<number> {
  const command = commandOf(args)
  const [name, ...others] = args
  const rest = command ? args.slice(command.name.split(' ').length) : others
  const speaker = command ? `hearth ${command.name}` : 'hearth'
  try {
    if (rest.includes('--help') || rest.includes('-h')) print(helpFor(args))
    else if (command) return (await runWith(command, rest)) ?? 0
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
      return helpFor(rest)
    case '--version':
    case '-v':
      return version()
    case undefined:
      return generalHelp(commands)
    default:
      if (commands.some((command) => command.name.startsWith(`${name} `)))
        throw new UsageError(`${name} needs one of: ${actionsOf(name)}`)
      throw new UsageError(`${describe(name)} is unknown; hearth --help lists the commands`)
  }
}

const actionsOf = (group: string) =>
  commands
    .flatMap(({ name }) => (name.startsWith(`${group} `) ? [name.slice(group.length + 1)] : []))
    .join(', ')

/** The command that the first words name. */
const commandOf = (words: readonly string[]) =>
  commands.find(({ name }) => name.split(' ').every((word, at) => word === words[at]))

function helpFor(words: readonly string[]): string {
  const [word] = words
  if (word === undefined || word.startsWith('-')) return generalHelp(commands)
  const command = commandOf(words)
  if (command) return commandHelp(command)
  const group = commands.filter(({ name }) => name.startsWith(`${word} `))
  if (group.length > 0) return group.map(commandHelp).join('\n\n')
  throw new UsageError(`${describe(word)} is unknown; hearth --help lists them`)
}

const describe = (name: string) => (name.startsWith('-') ? `flag ${name}` : `command ${name}`)

async function runWith(command: Command, args: string[]): Promise<number | undefined> {
  const { flags, given } = readArguments(command, args)
  const missing = command.arguments?.slice(given.length).find((name) => !name.startsWith('['))
  if (missing !== undefined) throw new UsageError(`${missing} is required`)
  const code = await command.run(flags, ...given)
  return typeof code === 'number' ? code : undefined
}

/** The text of each flag by its name, where a switch given reads "on", and the arguments. */
function readArguments(command: Command, args: string[]) {
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
  const given: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') {
      if (given.length === (command.arguments?.length ?? 0))
        throw new UsageError(`argument ${token.value} is not expected`)
      given.push(token.value)
    }
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
  return { flags, given }
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
  if (error instanceof RequestError) return inFull(error)
  if (error instanceof StartError) return error.message
  // An unexpected error: its stack helps to repair it.
  return error instanceof Error && error.stack ? error.stack : String(error)
}

const print = (text: string) => console.log(text)

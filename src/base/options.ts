// What an option of a command is, and how its value is found: by flag, variable or default.

/**
 * One option of a command. Its key in the table names it: dataFolder is --data-folder and
 * HEARTH_DATA_FOLDER.
 */
export interface Option<T> {
  /** What help calls the value: PORT. A switch has none. */
  value?: string
  help: string
  /** Turns the text into a value. @throws RuleError if the text is not allowed */
  read(text: string): T
  /** The text to read when neither flag nor variable is given. */
  default?: string
  /** What help shows as the default when the default is computed. */
  without?: string
  required?: true
  /** For secrets: every user of the machine can read the command line of a process. */
  variableOnly?: true
  /** Holds a secret: what is wrong with it is said without it. */
  isSecret?: true
}

export type OptionTable<Values> = { [Name in keyof Values]-?: Option<Values[Name]> }

/** A value is not what its option takes. The message names the option, the rule and the value. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Thrown by `read`; the message is the rule: "must be on or off". */
export class RuleError extends Error {
  override name = 'RuleError'
}

/** The values of a command's options. @throws ConfigError */
export function readOptions<Values>(
  table: OptionTable<Values>,
  flags: Record<string, string>,
  env: NodeJS.ProcessEnv,
): Values {
  const names = Object.keys(table) as (keyof Values & string)[]
  const entries = names.map((name) => [name, readOption(name, table[name], flags, env)])
  return Object.fromEntries(entries) as Values
}

function readOption<T>(
  name: string,
  option: Option<T>,
  flags: Record<string, string>,
  env: NodeJS.ProcessEnv,
): T | undefined {
  const flag = flags[flagOf(name)]
  // An empty variable is how environment files say "not set".
  const text = flag ?? (env[variableOf(name)] || option.default)
  if (text === undefined) {
    if (option.required) throw new ConfigError(`--${flagOf(name)} ${option.value} is required`)
    return undefined
  }
  try {
    return option.read(text)
  } catch (error) {
    if (!(error instanceof RuleError)) throw error
    const given = flag === undefined ? variableOf(name) : `--${flagOf(name)}`
    const sent = option.variableOnly || option.isSecret ? '' : `, not ${JSON.stringify(text)}`
    throw new ConfigError(`${given} ${error.message}${sent}`)
  }
}

/** smtpPort → smtp-port */
export const flagOf = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** smtpPort → HEARTH_SMTP_PORT */
export const variableOf = (name: string) =>
  `HEARTH_${flagOf(name).replaceAll('-', '_').toUpperCase()}`

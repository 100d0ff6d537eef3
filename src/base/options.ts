// What an option of a command is, and how its value is found: by flag, variable or default.

/**
 * One option of a command. Its key in the table names it: dataFolder is --data-folder and
 * HEARTH_DATA_FOLDER.
 */
export interface Option<T> {
  /** What help calls the value: PORT. A switch has none. */
  value?: string
  help: string
  /** Understands the text given. @throws RuleError */
  read(text: string): T
  /** The text that stands for no text. */
  default?: string
  /** What help says of the default when it is not a text. */
  without?: string
  required?: true
  /** For secrets: the command line of a process is there for everyone on the machine to see. */
  variableOnly?: true
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
  const entries = names.map((name) => {
    const option = table[name]
    const flag = flags[flagOf(name)]
    // An empty variable is how environment files say "not set".
    const text = flag ?? (env[variableOf(name)] || option.default)
    if (text === undefined) {
      if (option.required) throw new ConfigError(`--${flagOf(name)} ${option.value} is required`)
      return [name, undefined]
    }
    try {
      return [name, option.read(text)]
    } catch (error) {
      if (!(error instanceof RuleError)) throw error
      const given = flag === undefined ? variableOf(name) : `--${flagOf(name)}`
      throw new ConfigError(
        `${given} ${error.message}${option.variableOnly ? '' : `, not ${JSON.stringify(text)}`}`,
      )
    }
  })
  return Object.fromEntries(entries) as Values
}

/** smtpPort → smtp-port */
export const flagOf = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** smtpPort → HEARTH_SMTP_PORT */
export const variableOf = (name: string) =>
  `HEARTH_${flagOf(name).replaceAll('-', '_').toUpperCase()}`

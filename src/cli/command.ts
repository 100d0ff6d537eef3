// What a command of the executable is.

import type { OptionTable } from '../base/options.ts'

/** A command of the executable, in a file of its own. */
export interface Command {
  /** One word, or two: `user add`. */
  name: string
  /** What help calls the arguments beside the flags: FILE; in brackets where one may be left out. */
  arguments?: readonly string[]
  /** One line for the list of commands. */
  summary: string
  options: OptionTable<Record<string, unknown>>
  /** Its options are given as flags only: variables of the environment configure a server. */
  ignoresEnvironment?: true
  /**
   * `flags` holds the text of each flag given, by its name without dashes. Throws ConfigError for
   * wrong usage, StartError for what went wrong for a reason people can act on. Resolves to the
   * exit code where it is not always 0.
   */
  run(flags: Record<string, string>, ...given: string[]): Promise<void> | Promise<number>
}

/** The command line is wrong; the message says how. */
export class UsageError extends Error {
  override name = 'UsageError'
}

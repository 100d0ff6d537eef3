import type { OptionTable } from '../base/options.ts'

/** A command of the executable, in a file of its own. */
export interface Command {
  name: string
  /** One line for the list of commands. */
  summary: string
  options: OptionTable<Record<string, unknown>>
  /**
   * `flags` holds the text of each flag given, by its name without dashes. Throws ConfigError for
   * wrong usage, StartError for what went wrong for a reason people can act on.
   */
  run(flags: Record<string, string>): Promise<void>
}

/** The command line is not one this program understands. */
export class UsageError extends Error {
  override name = 'UsageError'
}

// Finds environment variables that look like options of Hearth but are not: most are mistyped.

import { type OptionTable, variableOf } from '../base/options.ts'

/**
 * Variables that Hearth reads besides options: the first password, those that the supervisor sets for
 * its server, and those of tests and measurements.
 */
const OTHERS = [
  'HEARTH_OWNER_PASSWORD',
  'HEARTH_SUPERVISED',
  'HEARTH_SUPERVISOR',
  'HEARTH_CRASHES',
  'HEARTH_PROFILE',
  'HEARTH_LONG',
  'HEARTH_CHROMIUM',
]

/** Letters that may differ between a mistyped name and the option it means. */
const MAX_CHANGES = 4

export interface UnknownVariable {
  name: string
  /** The known name that resembles it most; undefined if no known name resembles it. */
  nearest: string | undefined
}

/**
 * Variables that begin with HEARTH_ and that nothing reads.
 * @param tables options of all commands
 */
export function unknownVariables(
  tables: readonly OptionTable<Record<string, unknown>>[],
  env: NodeJS.ProcessEnv,
): UnknownVariable[] {
  const known = new Set([
    ...tables.flatMap((table) => Object.keys(table).map(variableOf)),
    ...OTHERS,
  ])
  return Object.keys(env)
    .filter((name) => name.startsWith('HEARTH_') && !known.has(name))
    .sort()
    .map((name) => ({ name, nearest: nearestOf(name, known) }))
}

function nearestOf(name: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined
  let fewest = MAX_CHANGES
  for (const candidate of known) {
    const changes = changesBetween(name, candidate)
    if (changes < fewest) [nearest, fewest] = [candidate, changes]
  }
  return nearest
}

/** How many letters have to be put in, left out or replaced to make one word of the other. */
function changesBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let at = 1; at <= one.length; at++) {
    const next = [at]
    for (let index = 1; index <= other.length; index++) {
      const isSame = one[at - 1] === other[index - 1]
      next[index] = Math.min(
        row[index]! + 1,
        next[index - 1]! + 1,
        row[index - 1]! + (isSame ? 0 : 1),
      )
    }
    row = next
  }
  return row[other.length]!
}

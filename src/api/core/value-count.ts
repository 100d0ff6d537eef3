// Bounds how many values one JSON parameter has, before their types are checked: checking a million
// of them would hold everyone else for a tenth of a second.

import type * as z from 'zod'

/** Values in lists and dictionaries: as many as unread messages that POST /register lists. */
export const MAX_VALUES = 50_000

/** Lowers MAX_VALUES for a parameter whose values take longer to check. */
export const withFewer = <T extends z.ZodType>(most: number, schema: T) =>
  schema.meta({ ...schema.meta(), mostValues: most })

/** How many values a parameter may have, in all its lists and dictionaries. */
export const mostValuesOf = (schema: z.ZodType): number =>
  (schema.meta()?.mostValues as number | undefined) ?? MAX_VALUES

/** Keys of one dictionary; lists are checked twenty times as fast. */
export const MAX_KEYS = 2000

/**
 * Keys of all dictionaries of a parameter together. Before they are parsed, because V8 needs a tenth of
 * a second for a hundred thousand.
 */
const MAX_KEYS_IN_ALL = 10_000

/** Whether JSON text has more keys than MAX_KEYS_IN_ALL; colons inside of texts do not count. */
export function hasTooManyKeys(json: string): boolean {
  let count = 0
  for (let at = json.indexOf(':'); at >= 0; at = json.indexOf(':', at + 1)) {
    let before = at - 1
    while (WHITESPACE.has(json[before]!)) before--
    if (json[before] === '"' && json[before - 1] !== '\\' && ++count > MAX_KEYS_IN_ALL) return true
  }
  return false
}

const WHITESPACE = new Set([' ', '\t', '\n', '\r'])

/** Whether a parsed value has more values than that, or a dictionary more than MAX_KEYS. */
export const hasTooMany = (value: unknown, most: number): boolean => countValues(value, most) > most

/** Counts at any depth, and stops soon after `enough`. */
function countValues(value: unknown, enough: number): number {
  if (typeof value !== 'object' || value === null) return 0
  const parts: unknown[] = Array.isArray(value) ? value : Object.values(value)
  if (!Array.isArray(value) && parts.length > MAX_KEYS) return enough + 1
  let count = parts.length
  for (const part of parts) {
    if (count > enough) break
    if (typeof part === 'object') count += countValues(part, enough - count)
  }
  return count
}

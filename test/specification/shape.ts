// Checks types of fields, written as the documentation writes them.

import * as assert from 'uvu/assert'

/** Checks of a value by the words the specification has for types. */
const TYPES: Record<string, (value: unknown) => boolean> = {
  integer: Number.isInteger,
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  integers: (value) => Array.isArray(value) && value.every(Number.isInteger),
  strings: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  null: (value) => value === null,
  group: (value) => Number.isInteger(value) || isAnonymousGroup(value),
}

function isAnonymousGroup(value: unknown): boolean {
  const group = Object(value) as Record<string, unknown>
  return TYPES.integers!(group.direct_members) && TYPES.integers!(group.direct_subgroups)
}

/** Every field is there with one of its types, written as `integer|null`; others may be there too. */
export function assertFields(value: unknown, fields: Record<string, string>) {
  const given = Object(value) as Record<string, unknown>
  for (const [name, types] of Object.entries(fields)) {
    assert.ok(Object.hasOwn(given, name), `${name} is there`)
    const fits = types.split('|').some((type) => TYPES[type]!(given[name]))
    assert.ok(fits, `${name} is ${types}: ${JSON.stringify(given[name])}`)
  }
}

/** As many fields of one type. */
export const each = (names: string, types: string): Record<string, string> =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, types]),
  )

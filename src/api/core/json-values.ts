// The JSON of parameters, and what is not JSON.

/** The value of a parameter that is not valid JSON; no type accepts it. */
export const UNPARSED = Symbol('not JSON')

/**
 * Whether a text may be JSON, which the parser then decides. Most texts of parameters that may be either
 * are words, and it takes the parser 5 µs to refuse one.
 */
export const beginsAsJson = (raw: string): boolean => BEGINS_AS_JSON.test(raw)
const BEGINS_AS_JSON = /^\s*(?:["[{\d-]|(?:true|false|null)\b)/

/** JSON numbers with a fraction or an exponent (1.0, 1e3) are not accepted as integers. */
const FRACTION = /\d[.eE]/
const asWritten = (_key: string, value: unknown, { source = '' }: { source?: string } = {}) =>
  Number.isInteger(value) && FRACTION.test(source) ? Number.NaN : value

/** @returns UNPARSED for what is not JSON, and NaN in the place of 1.0 and 1e3, unless fractions are admitted */
export function parseJson(raw: string, isFractional: boolean): unknown {
  try {
    // A reviver is slow; long lists of IDs have no such numbers and skip it.
    return !isFractional && FRACTION.test(raw) ? JSON.parse(raw, asWritten) : JSON.parse(raw)
  } catch {
    return UNPARSED
  }
}

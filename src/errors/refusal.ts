// How the catalogue of refusals is written: a code, words with places for values, and the fields
// that programs read.

import type { ErrorCode } from './codes.ts'

/** A refusal that is said in several places, or that clients act on. */
export interface Refusal<T extends string = string, F extends string = string> {
  readonly code: ErrorCode
  /** For people, in English; `{name}` stands for a value. */
  readonly text: T
  /** The values that are also fields of the error object on the wire. */
  readonly fields: readonly F[]
}

/** The names of the values that a text has places for. */
type Places<T extends string> = T extends `${string}{${infer P}}${infer Rest}`
  ? P | Places<Rest>
  : never

/** The values of a refusal: text or numbers for places, anything for other fields. */
export type Values<T extends string, F extends string> = {
  [K in Places<T>]: string | number
} & { [K in Exclude<F, Places<T>>]: unknown }

/** Makes an entry of the catalogue. */
export const refusal = <const T extends string, const F extends string = never>(
  code: ErrorCode,
  text: T,
  fields: readonly F[] = [],
): Refusal<T, F> => ({ code, text, fields })

/** The words of a refusal with its values in place. */
export const wordsOf = (text: string, values: Readonly<Record<string, unknown>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))

// Names of languages and time zones.

import { refuse } from '../../errors.ts'

const CODE = /^[a-z]{2,3}(?:[-_][A-Za-z]{2,8})*$/

let names: Intl.DisplayNames | undefined

/** English name of a language by its code, such as `pt-br`; undefined if the code is unknown. */
export function languageName(code: string): string | undefined {
  if (code.length > 35 || !CODE.test(code)) return undefined
  names ??= new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
  try {
    return names.of(code.replaceAll('_', '-'))
  } catch {
    return undefined
  }
}

/** @throws RequestError for an unknown language code */
export function requireLanguage(code: string) {
  if (languageName(code) === undefined) refuse('BAD_REQUEST', `Invalid language '${code}'`)
}

/** Whether the text is a name of the IANA time zone database, or `''`, which means that none is set. */
export function isTimezone(name: string): boolean {
  if (name === '') return true
  // Offsets such as +01:00 are time zones to the language, but not names.
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

// Decodes segments of URL paths, and says what the log may show of them.

import { UNKNOWN_URL } from '../errors/requests.ts'
import { refuse } from '../errors.ts'

/** Decodes a segment of a path; undefined if it is encoded wrongly. */
export function decode(segment: string): string | undefined {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** Decodes a segment of a path. @throws RequestError NOT_FOUND if it is encoded wrongly */
export const decoded = (segment: string): string => decode(segment) ?? refusePath()

/** @throws RequestError NOT_FOUND */
export function refusePath(): never {
  refuse(UNKNOWN_URL)
}

const MAX_LOGGED_CHARACTERS = 200

/** A segment that nobody mistakes for a secret: short, or words of small letters. */
const HARMLESS = /^(?:[\w.~%@:+-]{0,16}|[a-z]{1,16}(?:[._-][a-z]{1,16})*)$/

/**
 * A path that leads nowhere, for the log: what is long enough to be a secret of a mistyped link is
 * left out.
 */
export const loggablePath = (path: string): string =>
  path
    .slice(0, MAX_LOGGED_CHARACTERS)
    .split('/')
    .map((segment) => (HARMLESS.test(segment) ? segment : '…'))
    .join('/')

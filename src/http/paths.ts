// Decodes segments of URL paths.

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

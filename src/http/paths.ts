import { refuse } from '../errors.ts'

/** What a segment of a path says; undefined where it is encoded wrongly. */
export function decode(segment: string): string | undefined {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** @throws RequestError NOT_FOUND where it is encoded wrongly */
export const decoded = (segment: string): string => decode(segment) ?? refusePath()

export function refusePath(): never {
  refuse('NOT_FOUND', 'This URL does not exist')
}

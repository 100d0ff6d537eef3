/**
 * Steps every message goes through before it is stored. Problems are values,
 * so that the domain can refuse with them.
 */
export type Normalised =
  | { value: string; problem?: undefined }
  | { value?: undefined; problem: string }

const TRUNCATION_NOTICE = '\n[message truncated]'

/** Raw content of a message: ends trimmed, cut to `maxLength` code points. */
export function normaliseContent(raw: string, maxLength = 10_000): Normalised {
  const content = raw.trimEnd().replace(/^[\r\n]+/, '')
  if (content === '') return { problem: 'Message must not be empty' }
  if (content.includes('\0')) return { problem: 'Message must not contain null bytes' }
  return { value: truncate(content.toWellFormed(), maxLength, TRUNCATION_NOTICE) }
}

export interface TopicLimits {
  /** Code points. */
  maxLength: number
  /** Names that stand for the empty topic, such as `general chat`. */
  emptyTopicNames: readonly string[]
}

/** A topic as stored; the empty topic is ''. */
export function normaliseTopic(
  raw: string,
  { maxLength = 60, emptyTopicNames = [] }: Partial<TopicLimits> = {},
): Normalised {
  const topic = raw.trim()
  if (emptyTopicNames.includes(topic)) return { value: '' }
  const position = firstUnprintable(topic)
  if (position > 0) return { problem: `Invalid character in topic, at position ${position}!` }
  return { value: truncate(topic, maxLength, '...') }
}

/** 1-based and in code points, as people count; 0 if there is none. */
function firstUnprintable(text: string): number {
  let position = 0
  for (const character of text) {
    position++
    if (/\p{Cc}|\p{Cs}|\p{Noncharacter_Code_Point}/u.test(character)) return position
  }
  return 0
}

/** Cuts so that the result, with `suffix`, has `maxLength` code points. */
export function truncate(text: string, maxLength: number, suffix: string): string {
  if (text.length <= maxLength) return text
  const points = Array.from(text)
  if (points.length <= maxLength) return text
  return points.slice(0, maxLength - Array.from(suffix).length).join('') + suffix
}

/** The sender speaks of themselves; clients put the name in place of `/me`. */
export const isMeMessage = (content: string): boolean => content.startsWith('/me ')

// Normalises the raw content and topic of a message before it is stored: trimming, length,
// forbidden characters. Problems are returned as values, so that the domain chooses the error.

/** The text to store, or what is wrong with it. */
export type Normalised =
  | { value: string; problem?: undefined }
  | { value?: undefined; problem: string }

const TRUNCATION_NOTICE = '\n[message truncated]'

/** Raw content of a message: ends trimmed, cut to `maxLength` code points. */
export function normaliseContent(raw: string, maxLength = 10_000): Normalised {
  const content = startOf(raw.trimEnd().replace(/^[\r\n]+/, ''), maxLength)
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
  const topic = startOf(withoutDirections(raw).trim(), maxLength)
  if (emptyTopicNames.includes(topic)) return { value: '' }
  const position = firstUnprintable(topic)
  if (position > 0) return { problem: `Invalid character in topic, at position ${position}!` }
  return { value: truncate(topic, maxLength, '...') }
}

/** What is looked at of a text that will be cut: a longer one could have any length. */
const startOf = (text: string, maxLength: number) => text.slice(0, 2 * maxLength + 2)

/**
 * Without the characters that turn the direction of what follows: in a name they would turn all that
 * is shown beside it. Marks of direction, which concern their own place alone, stay.
 */
export const withoutDirections = (text: string): string =>
  text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')

/** Place of the first unprintable character, counted from 1 in code points; 0 if all can be printed. */
function firstUnprintable(text: string): number {
  const at = text.search(/\p{Cc}|\p{Cs}|\p{Noncharacter_Code_Point}/u)
  return at < 0 ? 0 : [...text.slice(0, at)].length + 1
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

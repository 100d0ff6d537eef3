// Flags of a message for one person, by their names on the wire.

import { FLAG } from '../../store/bits.ts'

export { FLAG }

const NAMES: readonly [bit: number, name: string][] = [
  [FLAG.read, 'read'],
  [FLAG.starred, 'starred'],
  [FLAG.collapsed, 'collapsed'],
  [FLAG.mentioned, 'mentioned'],
  [FLAG.streamWildcardMentioned, 'stream_wildcard_mentioned'],
  [FLAG.topicWildcardMentioned, 'topic_wildcard_mentioned'],
  [FLAG.hasAlertWord, 'has_alert_word'],
  [FLAG.historical, 'historical'],
]

const EDITABLE = FLAG.read | FLAG.starred | FLAG.collapsed

/** A flag by its name on the wire; undefined if no flag has the name. */
export function flagNamed(name: string): { bit: number; isEditable: boolean } | undefined {
  if (name === 'wildcard_mentioned') return { bit: 0, isEditable: false }
  const bit = NAMES.find(([, known]) => known === name)?.[0]
  return bit === undefined ? undefined : { bit, isEditable: (bit & EDITABLE) !== 0 }
}

const made = new Map<number, readonly string[]>()

/** Flags as clients name them. */
export function flagNames(bits: number): readonly string[] {
  const known = made.get(bits)
  if (known) return known
  const names = NAMES.filter(([bit]) => bits & bit).map(([, name]) => name)
  if (bits & (FLAG.streamWildcardMentioned | FLAG.topicWildcardMentioned))
    names.push('wildcard_mentioned')
  made.set(bits, names)
  return names
}

/** The flags of a message without a row: read, and not received. */
export const NEVER_RECEIVED = FLAG.read | FLAG.historical

const personal = new Map<number, { flags: readonly string[] }>()

/** The personal part of an event with flags; the same object for the same bits. */
export function flagsField(bits: number): { flags: readonly string[] } {
  const known = personal.get(bits)
  if (known) return known
  const field = { flags: flagNames(bits) }
  personal.set(bits, field)
  return field
}

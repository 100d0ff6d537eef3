// Finds Unicode emoji in text and gives them their picture.

import { canonicalEmojiName, emojiCode } from '../../emoji.ts'
import type { Autolink } from './scan.ts'

/*
 * One emoji as Unicode composes it (UTS #51, section 1.4.9): flags, keycaps,
 * skin tones, tags, and all of these joined by U+200D.
 */
const ELEMENT =
  '(?:\\p{Regional_Indicator}\\p{Regional_Indicator}|[0-9#*]\\uFE0F?\\u20E3|\\p{Emoji}(?:\\p{Emoji_Modifier}|\\uFE0F|[\\u{E0020}-\\u{E007F}]+)?)'
const SEQUENCE = new RegExp(`${ELEMENT}(?:\\u200D${ELEMENT})*`, 'gu')

/** Emoji among the characters of a text; one without a name stays text as a whole. */
export function findEmoji(text: string): Autolink[] {
  if (!/\P{ASCII}/u.test(text)) return []
  const spots: Autolink[] = []
  for (const match of text.matchAll(SEQUENCE)) {
    const characters = match[0]
    if (/^\p{ASCII}$/u.test(characters) || isTextByDefault(characters)) continue
    const start = match.index
    const end = start + characters.length
    const code = emojiCode(characters)
    const name = canonicalEmojiName(code)
    spots.push(name ? { start, end, kind: 'emoji', code, name } : { start, end, kind: 'text' })
  }
  return spots
}

/** Such as `©` or an arrow, unless U+FE0F asks for the picture. */
const isTextByDefault = (characters: string): boolean =>
  /^\P{Emoji_Presentation}$/u.test(characters)

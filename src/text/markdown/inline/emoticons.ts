// Emoticons such as `:)`, translated to emoji for senders who want that.

import { emojiByName } from '../../emoji.ts'
import type { Autolink } from './scan.ts'

/** The only ones that existing clients offer to translate. */
const EMOTICONS: Record<string, string> = {
  ':)': 'smile',
  '(:': 'smile',
  ':(': 'frown',
  '<3': 'heart',
  ':|': 'neutral',
  ':/': 'confused',
  ';)': 'wink',
  ':D': 'grinning',
  ':o': 'open_mouth',
  ':O': 'open_mouth',
  ':p': 'stuck_out_tongue',
  ':P': 'stuck_out_tongue',
}

const EMOTICON = /:[)(|/DoOpP]|\(:|<3|;\)/g
const BOUNDARY = /[\s,.;?!()[\]"']/

/** The emoticons in a text, in order, with the emoji they become. */
export function findEmoticons(text: string): Autolink[] {
  const spots: Autolink[] = []
  for (const match of text.matchAll(EMOTICON)) {
    const start = match.index
    const end = start + match[0].length
    const name = EMOTICONS[match[0]] as string
    const code = emojiByName(name)
    if (code && isBoundary(text[start - 1]) && isBoundary(text[end])) {
      spots.push({ start, end, kind: 'emoji', code, name })
    }
  }
  return spots
}

const isBoundary = (character: string | undefined): boolean =>
  character === undefined || BOUNDARY.test(character)

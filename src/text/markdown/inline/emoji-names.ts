// Emoji written by name, `:tada:`, custom ones included.

import type { StateInline } from 'markdown-it'
import { EXTRA_EMOJI, emojiByName, extraEmojiUrl } from '../../emoji.ts'
import { element, startTag } from '../../html.ts'
import { renderingOf } from '../rendering.ts'

/** Letters of any language: the names of some flags and foods have accents. */
const NAME = /:([\p{L}\p{N}_+-]+):/uy

/** `:name:`, outside of link texts. */
export function emojiName(state: StateInline) {
  if (state.src[state.pos] !== ':' || renderingOf(state).isInLink) return false
  NAME.lastIndex = state.pos
  const name = NAME.exec(state.src)?.[1]
  if (name === undefined || NAME.lastIndex > state.posMax) return false
  const html = emojiHtml(state, name)
  if (html === undefined) return false
  state.push('html', '', 0).content = html
  state.pos += name.length + 2
  return true
}

function emojiHtml(state: StateInline, name: string): string | undefined {
  const custom = renderingOf(state).lookup.realmEmoji(name)
  if (custom) return pictureHtml(name, custom.sourceUrl)
  if (name === EXTRA_EMOJI) return pictureHtml(name, extraEmojiUrl(name))
  const code = emojiByName(name)
  return code && characterHtml(name, code)
}

const spoken = (name: string): string => name.replaceAll('_', ' ')

const pictureHtml = (name: string, src: string): string =>
  startTag('img', { alt: `:${name}:`, class: 'emoji', src, title: spoken(name) })

/** `name` holds nothing that needs escaping. */
export const characterHtml = (name: string, code: string): string =>
  element(
    'span',
    {
      'aria-label': spoken(name),
      class: `emoji emoji-${code}`,
      role: 'img',
      title: spoken(name),
    },
    `:${name}:`,
  )

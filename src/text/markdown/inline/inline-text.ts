// Plain text between markup, character entities, and what becomes a link or an emoji by itself.

import type { StateInline } from 'markdown-it'
import { renderingOf } from '../rendering.ts'
import { characterHtml } from './emoji-names.ts'
import { pushFoundLink } from './links.ts'
import type { Autolink } from './scan.ts'

/** Characters that a rule may start at; text runs up to the next of them. */
const isSpecial = new Uint8Array(128)
for (const character of '\n`*~@#$<[!&:') isSpecial[character.charCodeAt(0)] = 1

/** Inline rule: plain text up to the next character that may start markup. */
export function inlineText(state: StateInline) {
  const { src, pos } = state
  const end = Math.min(state.posMax, nextAutolink(state)?.start ?? src.length)
  let at = pos
  while (at < end && isSpecial[src.charCodeAt(at)] !== 1) at++
  if (at === pos) return false
  state.pending += src.slice(pos, at)
  state.pos = at
  return true
}

/** URLs, linkifiers, emoticons and emoji. */
export function autolink(state: StateInline) {
  const found = nextAutolink(state)
  if (found?.start !== state.pos || found.end > state.posMax) return false
  const text = state.src.slice(found.start, found.end)
  if (found.kind === 'emoji') {
    state.push('html', '', 0).content = characterHtml(found.name, found.code)
  } else if (found.kind === 'text' || !pushFoundLink(state, found, text)) {
    state.pending += text
  }
  state.pos = found.end
  return true
}

/** Inside the text of a link nothing becomes a link or an emoji by itself. */
function nextAutolink(state: StateInline): Autolink | undefined {
  const { isInLink, scan } = renderingOf(state)
  return isInLink ? undefined : scan.autolinkFrom(state.pos)
}

const ENTITY = /&(?:#x[0-9a-f]{1,6}|#\d{1,7}|[a-z][a-z0-9]{1,31});/iy

/** `&copy;`, `&#65;`: the character they name. */
export function entity(state: StateInline) {
  if (state.src[state.pos] !== '&') return false
  ENTITY.lastIndex = state.pos
  const entity = ENTITY.exec(state.src)?.[0]
  if (entity === undefined) return false
  const character = state.md.utils.unescapeAll(entity)
  if (character === entity) return false
  // Clients would draw a line break that no `<br>` announces.
  state.push('text_special', '', 0).content = /[\r\n]/.test(character) ? ' ' : character
  state.pos += entity.length
  return true
}

// Headings (`#`) and horizontal rules.

import type { StateBlock } from 'markdown-it'
import { renderingOf } from '../rendering.ts'
import { lineAt, pushInline } from './containers.ts'

/** 1 to 6 `#` at the start of the line, a space and a text. */
export function heading(state: StateBlock, startLine: number, _endLine: number, silent: boolean) {
  const line = lineAt(state, startLine)
  const hashes = countLeading(line, '#')
  if (hashes < 1 || hashes > 6 || line[hashes] !== ' ') return false
  const text = withoutTrailingHashes(line.slice(hashes)).trim()
  if (text === '') return false
  if (silent) return true

  state.push('heading_open', `h${hashes}`, 1)
  pushInline(state, text)
  state.push('heading_close', `h${hashes}`, -1)
  state.line = startLine + 1
  return true
}

/** How often a character is repeated at the start of a text. */
export function countLeading(text: string, character: string): number {
  let count = 0
  while (text[count] === character) count++
  return count
}

function withoutTrailingHashes(text: string): string {
  const trimmed = text.trimEnd()
  let end = trimmed.length
  while (trimmed[end - 1] === '#') end--
  return trimmed.slice(0, end)
}

/** Three or more of one of `-`, `*`, `_`. Clients cannot draw a rule inside a list item. */
export function rule(state: StateBlock, startLine: number, _endLine: number, silent: boolean) {
  if ((state.tShift[startLine] as number) > 3 || renderingOf(state).container === 'item')
    return false
  if (!isOnlyMarks(lineAt(state, startLine))) return false
  if (silent) return true
  state.push('hr', 'hr', 0)
  state.line = startLine + 1
  return true
}

/** Read without a copy: each line of a list is looked at. */
function isOnlyMarks(line: string): boolean {
  let [mark, count] = ['', 0]
  for (const character of line) {
    if (character === ' ') continue
    if (mark === '' && '-*_'.includes(character)) mark = character
    if (character !== mark) return false
    count++
  }
  return count >= 3
}

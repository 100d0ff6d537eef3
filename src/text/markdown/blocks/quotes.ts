// Block quotes (`>`).

import type { StateBlock } from 'markdown-it'
import { endsLazyText, lineAt, mayNest, parseInside } from './containers.ts'

const MARKER = /^ {0,3}>/

/** `> text`: lines up to the next blank one; lines without `>` may go on the text of a quote. */
export function quote(state: StateBlock, startLine: number, endLine: number, silent: boolean) {
  if (!MARKER.test(lineAt(state, startLine)) || !mayNest(state)) return false
  if (!quotesText(state, startLine, endLine)) return false
  if (silent) return true

  const lines: string[] = []
  let line = startLine
  for (; line < endLine && !state.isEmpty(line); line++) {
    const text = lineAt(state, line)
    if (MARKER.test(text)) lines.push(text.replace(/^ {0,3}> ?/, ''))
    else if (!goesOn(state, line, endLine)) break
    else lines.push(text)
  }

  state.push('blockquote_open', 'blockquote', 1)
  parseInside(state, 'quote', lines)
  state.push('blockquote_close', 'blockquote', -1)
  state.line = line
  return true
}

/** Whether a line without `>` still belongs to the quote above it. */
const goesOn = (state: StateBlock, line: number, endLine: number): boolean =>
  !state.isEmpty(line) && !endsLazyText(state, line, endLine)

/** For each parser state, the line up to which every `>` was found to quote nothing. */
const emptyUpTo = new WeakMap<StateBlock, number>()

/** Whether any line of the quote has text. A `>` without any stays text: people write it as an arrow. */
function quotesText(state: StateBlock, startLine: number, endLine: number): boolean {
  if (startLine < (emptyUpTo.get(state) ?? 0)) return false
  let line = startLine
  for (; line < endLine; line++) {
    const text = lineAt(state, line)
    if (MARKER.test(text) ? text.trim() !== '>' : goesOn(state, line, endLine)) return true
    if (!MARKER.test(text)) break
  }
  emptyUpTo.set(state, line)
  return false
}

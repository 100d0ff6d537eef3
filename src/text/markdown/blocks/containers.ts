// Parses the content of quotes, list items and spoilers, up to a depth that bounds the work.

import type { StateBlock } from 'markdown-it'
import { type Container, renderingOf } from '../rendering.ts'

/**
 * Every container reads its lines once more, so the cost of a message is its
 * length times this.
 */
const MAX_DEPTH = 12

/** Deeper containers stay text. */
export const mayNest = (state: StateBlock): boolean => renderingOf(state).depth < MAX_DEPTH

/** Parses the content of a container, without its markers, to `state.tokens`. */
export function parseInside(
  state: StateBlock,
  container: Container,
  lines: readonly string[],
): { hasBlankLines: boolean } {
  if (lines.length === 1 && ONLY_TEXT.test(lines[0]!)) {
    writeParagraph(state, lines[0]!)
    return { hasBlankLines: false }
  }
  const rendering = renderingOf(state)
  const outer = rendering.container
  const inner = new state.md.block.State(lines.join('\n'), state.md, state.env, state.tokens)
  inner.level = state.level
  rendering.container = container
  rendering.depth++
  state.md.block.tokenize(inner, 0, inner.lineMax)
  rendering.depth--
  rendering.container = outer
  return { hasBlankLines: inner.lineMax > 0 && !inner.tight }
}

/** A line that no rule but the one of paragraphs begins: most items of lists, a third of their time. */
const ONLY_TEXT = /^\p{L}/u

function writeParagraph(state: StateBlock, line: string) {
  state.push('paragraph_open', 'p', 1)
  // Other spaces than these belong to the text, as in any paragraph.
  let end = line.length
  while (line[end - 1] === ' ' || line[end - 1] === '\t') end--
  pushInline(state, line.slice(0, end))
  state.push('paragraph_close', 'p', -1)
}

/** Adds text whose inline content is parsed when all blocks are known. */
export function pushInline(state: StateBlock, text: string) {
  const token = state.push('inline', '', 0)
  token.content = text
  token.children = []
}

/** The text of a line of the source, as the parser sees it. */
export const lineAt = (state: StateBlock, line: number): string =>
  state.src.slice(state.bMarks[line], state.eMarks[line])

/** Whether `line` starts a block that needs no blank line before it. */
export function endsLazyText(state: StateBlock, line: number, endLine: number): boolean {
  for (const rule of state.md.block.ruler.getRules('blockquote')) {
    if (rule(state, line, endLine, true)) return true
  }
  return false
}

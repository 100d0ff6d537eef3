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

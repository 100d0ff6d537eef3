// TeX formulas, in a line and as blocks, drawn by KaTeX.

import type { StateInline } from 'markdown-it'
import { escapeHtml } from '../../../base/escaping.ts'
import { element } from '../../html.ts'
import type { Typeset } from '../render/pieces.ts'
import { renderingOf } from '../rendering.ts'

const FORMULA = /\$\$(?!_)((?:\\\$|[^$\n])+)\$\$(?![\p{L}\p{N}_$])/uy

/** `$$x$$` within a line, not touching words or prices. */
export function inlineMath(state: StateInline) {
  const { src, pos } = state
  if (!src.startsWith('$$', pos) || /[\p{L}\p{N}_$]/u.test(src[pos - 1] ?? ' ')) return false
  FORMULA.lastIndex = pos
  const tex = FORMULA.exec(src)?.[1]
  const end = FORMULA.lastIndex
  if (tex === undefined || end > state.posMax) return false
  const html = renderingOf(state).options.typeset({ kind: 'formula', source: tex, display: false })
  if (html === undefined) state.pending += src.slice(pos, end)
  else state.push('html', '', 0).content = html
  state.pos = end
  return true
}

/**
 * Display formulas, one per stretch between blank lines. Clients accept nothing
 * beside the formulas of a paragraph, so TeX that fails is a paragraph of its own.
 */
export function mathBlock(lines: readonly string[], typeset: Typeset): string {
  let html = ''
  let row: string[] = []
  const flush = () => {
    if (row.length > 0) html += `${element('p', {}, row.join('\n\n'))}\n`
    row = []
  }
  for (const tex of formulasOf(lines)) {
    const display = typeset({ kind: 'formula', source: tex, display: true })
    if (display !== undefined) row.push(display)
    else {
      flush()
      html += `${element('p', {}, escapeHtml(tex).replaceAll('\n', '<br>\n'))}\n`
    }
  }
  flush()
  return html
}

function formulasOf(lines: readonly string[]): string[] {
  const formulas: string[][] = [[]]
  for (const line of lines) {
    if (line.trim() === '') formulas.push([])
    else formulas.at(-1)?.push(line)
  }
  return formulas.filter((part) => part.length > 0).map((part) => part.join('\n'))
}

import type { StateInline } from 'markdown-it'
import { element, escapeHtml } from './html.ts'
import { katex } from './lazy.ts'

const FORMULA = /\$\$(?!_)((?:\\\$|[^$\n])+)\$\$(?![\p{L}\p{N}_$])/uy

/** `$$x$$` within a line, not touching words or prices. */
export function inlineMath(state: StateInline) {
  const { src, pos } = state
  if (!src.startsWith('$$', pos) || /[\p{L}\p{N}_$]/u.test(src[pos - 1] ?? ' ')) return false
  FORMULA.lastIndex = pos
  const tex = FORMULA.exec(src)?.[1]
  const end = FORMULA.lastIndex
  if (tex === undefined || end > state.posMax) return false
  const html = formula(tex, false)
  if (html === undefined) state.pending += src.slice(pos, end)
  else state.push('html', '', 0).content = html
  state.pos = end
  return true
}

/**
 * Display formulas, one per stretch between blank lines. Clients accept nothing
 * beside the formulas of a paragraph, so TeX that fails is a paragraph of its own.
 */
export function mathBlock(lines: readonly string[]): string {
  let html = ''
  let row: string[] = []
  const flush = () => {
    if (row.length > 0) html += `${element('p', {}, row.join('\n\n'))}\n`
    row = []
  }
  for (const tex of formulasOf(lines)) {
    const display = formula(tex, true)
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

/** Undefined if this is not TeX that we understand. */
function formula(tex: string, displayMode: boolean): string | undefined {
  const { warn } = console
  // KaTeX complains there of every character it has no metrics for: anyone could fill our log.
  console.warn = () => {}
  try {
    return katex().renderToString(tex, {
      displayMode,
      throwOnError: true,
      output: 'htmlAndMathml',
      strict: 'ignore',
      trust: false,
    })
  } catch {
    return undefined
  } finally {
    console.warn = warn
  }
}

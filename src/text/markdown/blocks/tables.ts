// Pipe tables as GitHub Flavored Markdown has them.

import type { StateBlock } from 'markdown-it'
import { scanCodeSpans } from '../inline/code-spans.ts'
import { endsLazyText, lineAt, pushInline } from './containers.ts'

type Alignment = 'left' | 'center' | 'right' | undefined

/** Cells that only pad short rows: without a limit a wide header would cost its width per line. */
const MAX_PADDING = 2000

/** GFM pipe tables: a header, a delimiter row, and rows up to a blank line. */
export function table(state: StateBlock, startLine: number, endLine: number, silent: boolean) {
  if (startLine + 1 >= endLine || (state.tShift[startLine] as number) > 3) return false
  const alignments = alignmentsOf(lineAt(state, startLine + 1))
  const header = lineAt(state, startLine)
  if (!alignments || !header.includes('|')) return false
  const names = cellsOf(header)
  if (names.length !== alignments.length) return false
  if (silent) return true

  let padding = 0
  let line = startLine + 2
  const rows: string[][] = []
  for (; line < endLine && !state.isEmpty(line) && !endsLazyText(state, line, endLine); line++) {
    const cells = cellsOf(lineAt(state, line))
    padding += Math.max(0, names.length - cells.length)
    if (padding > MAX_PADDING) break
    rows.push(cells)
  }
  state.line = line

  state.push('table_open', 'table', 1)
  state.push('thead_open', 'thead', 1)
  pushRow(state, 'th', names, alignments)
  state.push('thead_close', 'thead', -1)
  state.push('tbody_open', 'tbody', 1)
  // Clients cannot draw a table without a body.
  for (const cells of rows.length > 0 ? rows : [[]]) pushRow(state, 'td', cells, alignments)
  state.push('tbody_close', 'tbody', -1)
  state.push('table_close', 'table', -1)
  return true
}

function pushRow(state: StateBlock, tag: 'th' | 'td', cells: string[], alignments: Alignment[]) {
  state.push('tr_open', 'tr', 1)
  alignments.forEach((alignment, column) => {
    const open = state.push('cell_open', tag, 1)
    // Clients read exactly this spelling.
    if (alignment) open.attrs = [['style', `text-align: ${alignment};`]]
    pushInline(state, cells[column] ?? '')
    state.push('cell_close', tag, -1)
  })
  state.push('tr_close', 'tr', -1)
}

/** The alignment of each column; undefined if the line is not a delimiter row. */
function alignmentsOf(line: string): Alignment[] | undefined {
  if (!/^ {0,3}[|:-][|: -]*$/.test(line) || !line.includes('-')) return undefined
  const cells = cellsOf(line)
  // One column without any pipe would turn every text above dashes into a table.
  const isTable = line.includes('|') || cells.length > 1
  return isTable && cells.every((cell) => DELIMITER.test(cell)) ? cells.map(alignmentOf) : undefined
}

const DELIMITER = /^:?-+:?$/

function alignmentOf(delimiter: string): Alignment {
  const isRight = delimiter.endsWith(':')
  if (delimiter.startsWith(':')) return isRight ? 'center' : 'left'
  return isRight ? 'right' : undefined
}

const ESCAPED_PIPE = '\\|'

/** Pipes in code spans and after a backslash do not split. */
function cellsOf(line: string): string[] {
  const row = line.trim()
  const codeSpans = row.includes('`') ? scanCodeSpans(row) : undefined
  const cells: string[] = []
  let cell = ''
  for (let at = row.startsWith('|') ? 1 : 0; at < row.length; ) {
    const end = codeSpans?.get(at)?.end ?? at + (row.startsWith(ESCAPED_PIPE, at) ? 2 : 1)
    const piece = row.slice(at, end)
    at = end
    if (piece === '|') {
      cells.push(cell.trim())
      cell = ''
    } else cell += piece === ESCAPED_PIPE ? '|' : piece
  }
  if (!row.endsWith('|') || cell !== '') cells.push(cell.trim())
  return cells
}

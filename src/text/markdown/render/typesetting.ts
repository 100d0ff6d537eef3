// Typesets formulas and colours code.

import { formulaHtml } from './formulas.ts'
import { colouredCode } from './highlight.ts'
import type { Typeset } from './pieces.ts'

/** Characters of one formula, and cells of its tables: each cell costs as much as ten characters. */
const LONGEST_FORMULA = 4000
const MOST_CELLS = 500

const CELL = /&|\\\\|\\cr\b/g

/** Typesets at once, on the thread of the caller. */
export const typesetNow: Typeset = (piece) => {
  if (piece.kind === 'code') return colouredCode(piece.source, piece.grammar)
  return isReasonable(piece.source) ? formulaHtml(piece.source, piece.display) : undefined
}

function isReasonable(tex: string): boolean {
  return tex.length <= LONGEST_FORMULA && (tex.match(CELL)?.length ?? 0) <= MOST_CELLS
}

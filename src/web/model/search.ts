// The search field: operators, quotes and negation as people write them, to terms and back.

import { type Names, termFrom } from './hash.ts'
import type { Narrow, Term } from './narrow.ts'

/** One piece of a search as it is written, with where it stands in the text. */
export interface Piece {
  text: string
  start: number
  end: number
}

/** Words, `operator:operand` and `operator:"two words"`, apart from each other. */
export function piecesOf(text: string): Piece[] {
  const found = text.matchAll(/-?[\w-]+:"[^"]*"?|-?"[^"]*"?|\S+/g)
  return [...found].map(({ 0: piece, index }) => ({
    text: piece,
    start: index,
    end: index + piece.length,
  }))
}

/**
 * The terms that a text asks for. What is no operator, or names nobody, is searched for as words;
 * all words make one term.
 */
export function parseSearch(text: string, names: Names): Narrow {
  const terms: Term[] = []
  const words: string[] = []
  for (const piece of piecesOf(text)) {
    const term = termIn(piece.text, names)
    if (term) terms.push(term)
    else words.push(piece.text)
  }
  if (words.length > 0) terms.push({ operator: 'search', operand: words.join(' ') })
  return terms
}

/** The term that a piece is; undefined for words. */
export function termIn(piece: string, names: Names): Term | undefined {
  const [, minus, name, operand] = /^(-?)([a-z_-]+):(.+)$/s.exec(piece) ?? []
  if (name === undefined || operand === undefined) return undefined
  const term = termFrom(name, operand.replace(/^"([^"]*)"?$/, '$1'), names)
  if (!term || term.operand === '') return undefined
  return minus ? { ...term, negated: true } : term
}

/** A narrow as people write it; parseSearch reads the same from it. */
export const searchText = (narrow: Narrow, names: Names): string =>
  narrow.map((term) => textOf(term, names)).join(' ')

/** One term as people write it. */
export function textOf(term: Term, names: Names): string {
  if (term.operator === 'search' && !term.negated) return term.operand
  return `${term.negated ? '-' : ''}${term.operator}:${quoted(operandText(term, names))}`
}

function operandText(term: Term, names: Names): string {
  switch (term.operator) {
    case 'channel':
      return names.channelName(term.operand) ?? String(term.operand)
    case 'sender':
    case 'dm-with':
    case 'mentions':
      return personText(term.operand, names)
    case 'dm':
      return term.operand.map((id) => personText(id, names)).join(',')
    default:
      return String(term.operand)
  }
}

/** The name, where it leads back to the same person; else the ID. */
function personText(id: number, names: Names): string {
  const name = names.userName(id)
  return name !== undefined && !/[",]/.test(name) && names.userNamed(name) === id
    ? name
    : `user${id}`
}

const quoted = (text: string) => (/[\s"]/.test(text) ? `"${text.replaceAll('"', '')}"` : text)

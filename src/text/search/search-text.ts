// The text of rendered HTML, for the search index, and the same HTML with the words that were
// searched for. Both read our own output, where `<` only ever begins a tag.

import { escapeHtml } from '../../base/escaping.ts'

const PIECE = /<[^<>]*>|&(?:amp|lt|gt|quot|nbsp);|[^<&]+|[<&]/g

/** Letters and digits, as the search index cuts them. */
const WORD = /[\p{L}\p{N}\p{Co}\p{M}]+/gu

const ENTITIES = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&nbsp;', ' '],
])

/** Tags that do not part words. */
const INLINE = /^<\/?(?:a|b|code|del|em|span|strong|time)\b/

const TAG = /<(?:[^<>]*>)?/g

const ENTITY = /&(?:amp|lt|gt|quot|nbsp);/g

/** White space that is not one space already. */
const WHITE = /\s{2,}|[^\S ]/g

/** What the index holds of a message: its words without tags, formulas as TeX. */
export function searchText(html: string): string {
  const text = html.includes(FORMULA) ? withoutDrawings(html) : html
  return text
    .replace(TAG, (tag) => (INLINE.test(tag) ? '' : ' '))
    .replace(ENTITY, (entity) => ENTITIES.get(entity)!)
    .replace(WHITE, ' ')
    .trim()
}

/** The HTML without what readers see of formulas: of each only the TeX is left. */
function withoutDrawings(html: string): string {
  const formula = new FormulaReader()
  return Array.from(html.matchAll(PIECE), ([piece]) =>
    formula.skips(piece) && !piece.startsWith('<') ? '' : piece,
  ).join('')
}

const HIGHLIGHT = (word: string): string => `<span class="highlight">${word}</span>`

/** `html` with every word that `isMatch` in a span; formulas stay, clients could not read them. */
export function highlightHtml(html: string, isMatch: (word: string) => boolean): string {
  const formula = new FormulaReader()
  let highlighted = ''
  for (const [piece] of html.matchAll(PIECE)) {
    const isText = !piece.startsWith('<') && !piece.startsWith('&')
    const isKept = formula.skips(piece) || formula.isInside || !isText
    highlighted += isKept ? piece : highlightWords(piece, isMatch)
  }
  return highlighted
}

/** A topic as HTML, with the words that match in spans. */
export const highlightTopic = (topic: string, isMatch: (word: string) => boolean): string =>
  highlightHtml(escapeHtml(topic), isMatch)

const highlightWords = (text: string, isMatch: (word: string) => boolean): string =>
  text.replace(WORD, (word) => (isMatch(word) ? HIGHLIGHT(word) : word))

const FORMULA = '<span class="katex"'

/**
 * KaTeX writes a formula three times: as MathML, as the TeX it was made from,
 * and as a drawing of spans. Only the TeX is text.
 */
class FormulaReader {
  #depth = 0
  #isTex = false

  get isInside(): boolean {
    return this.#depth > 0
  }

  /** To be called with every piece in order; whether it belongs to a formula but is not its TeX. */
  skips(piece: string): boolean {
    if (piece.startsWith(FORMULA)) this.#depth = 1
    else if (this.#depth > 0) {
      if (piece.startsWith('<annotation')) this.#isTex = true
      else if (piece === '</annotation>') this.#isTex = false
      else if (piece.startsWith('<span')) this.#depth++
      else if (piece === '</span>') this.#depth--
    }
    return this.#depth > 0 && !this.#isTex
  }
}

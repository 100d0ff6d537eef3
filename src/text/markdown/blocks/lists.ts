// Two spaces nest one level, whatever the width of the marker above. So a list is
// read line by line into items, and the lines of an item are parsed on their own, without their
// indentation.

import type { StateBlock, Token } from 'markdown-it'
import { endsLazyText, lineAt, mayNest, parseInside } from './containers.ts'
import { closingLine, openedFence } from './fences.ts'
import { rule } from './headings-and-rules.ts'

interface Marker {
  /** Spaces before the marker. */
  indent: number
  /** Undefined for bullets. */
  number: number | undefined
  /** Column of the text after the marker. */
  offset: number
  text: string
}

interface Item {
  lines: string[]
  /** Columns of indentation that are removed from the lines of the item. */
  offset: number
  /**
   * The same for nested lists and all lines after the first of them; undefined as long as the item
   * has no nested list.
   */
  listOffset?: number
}

const MARKER = /^( *)(?:[*+-]|(\d{1,9})\.)( +)/

function markerOf(line: string): Marker | undefined {
  const match = MARKER.exec(line)
  if (!match) return undefined
  const [whole, indent = '', digits, gap = ''] = match
  return {
    indent: indent.length,
    number: digits === undefined ? undefined : Number(digits),
    offset: whole.length - gap.length + Math.min(gap.length, 4),
    text: line.slice(whole.length),
  }
}

const levelOf = (indent: number): number => Math.floor(indent / 2)

const indentOf = (state: StateBlock, line: number): number => state.tShift[line] as number

/** Block rule: bulleted and numbered lists. */
export function list(state: StateBlock, startLine: number, endLine: number, silent: boolean) {
  const first = markerOf(lineAt(state, startLine))
  if (!first || first.indent > 3 || !mayNest(state)) return false
  // As a terminator: text before it goes on, unless this clearly is a list.
  if (silent) return first.text !== '' && (first.number === undefined || first.number < 10)

  const { items, isLoose, nextLine } = new ItemReader(state, startLine, endLine, first)
  const isOrdered = first.number !== undefined
  const tag = isOrdered ? 'ol' : 'ul'
  const open = state.push('list_open', tag, 1)
  if (isOrdered && first.number !== 1) open.attrs = [['start', `${first.number}`]]
  let hasBlankLines = isLoose
  const paragraphs: Token[][] = []
  for (const item of items) {
    state.push('list_item_open', 'li', 1)
    const start = state.tokens.length
    if (parseInside(state, 'item', item.lines).hasBlankLines) hasBlankLines = true
    paragraphs.push(leadingParagraph(state, start))
    state.push('list_item_close', 'li', -1)
  }
  state.push('list_close', tag, -1)
  if (!hasBlankLines) for (const token of paragraphs.flat()) token.hidden = true
  state.line = nextLine
  return true
}

/** The text an item begins with stands in the item itself, if no blank line sets it apart. */
function leadingParagraph(state: StateBlock, start: number): Token[] {
  const [open, , close] = state.tokens.slice(start, start + 3)
  return open?.type === 'paragraph_open' && close ? [open, close] : []
}

/** Reads the lines of a list into its items. */
class ItemReader {
  readonly items: Item[] = []
  /** A blank line stands between two items. */
  isLoose = false
  /** The first line after the list. */
  readonly nextLine: number
  readonly #state: StateBlock
  readonly #endLine: number
  readonly #isOrdered: boolean
  #line: number
  #blankLines = 0
  #level = 0
  #item!: Item

  constructor(state: StateBlock, startLine: number, endLine: number, first: Marker) {
    this.#state = state
    this.#endLine = endLine
    this.#isOrdered = first.number !== undefined
    this.#line = startLine
    this.#begin(first)
    while (this.#line < endLine && this.#readLine()) this.#blankLines = 0
    this.nextLine = this.#line - this.#blankLines
  }

  /** Reads a line, with blank ones before it. @returns false if it is not part of the list */
  #readLine(): boolean {
    for (; this.#line < this.#endLine && this.#state.isEmpty(this.#line); this.#line++)
      this.#blankLines++
    if (this.#line >= this.#endLine) return false
    const isRule = rule(this.#state, this.#line, this.#endLine, true)
    const marker = isRule ? undefined : markerOf(lineAt(this.#state, this.#line))
    const isSibling = marker !== undefined && levelOf(marker.indent) <= this.#level
    return isSibling ? this.#readMarker(marker) : this.#readText(marker)
  }

  #readMarker(marker: Marker): boolean {
    if ((marker.number !== undefined) !== this.#isOrdered) return false
    if (this.#blankLines > 0) this.isLoose = true
    this.#begin(marker)
    return true
  }

  /** @param marker of a list inside the item, if the line begins one */
  #readText(marker: Marker | undefined): boolean {
    const indent = indentOf(this.#state, this.#line)
    const isOwn = indent >= 2 * (this.#level + 1)
    const endsList = this.#blankLines > 0 || endsLazyText(this.#state, this.#line, this.#endLine)
    if (!isOwn && endsList) return false
    if (marker) this.#item.listOffset ??= listOffsetOf(this.#level, indent)
    for (let blank = 0; blank < this.#blankLines; blank++) this.#item.lines.push('')
    const text = lineAt(this.#state, this.#line)
    this.#add(isOwn ? ownText(this.#item, text, indent) : text.slice(indent))
    return true
  }

  #begin(marker: Marker) {
    this.#level = levelOf(marker.indent)
    this.#item = { lines: [], offset: marker.offset }
    this.items.push(this.#item)
    this.#add(marker.text)
  }

  #add(text: string) {
    this.#item.lines.push(text)
    this.#line = skipFence(this.#state, this.#item, text, this.#line + 1, this.#endLine)
  }
}

/** A level's width; of a list so deep below the item that it would be code, all that it has. */
function listOffsetOf(level: number, indent: number): number {
  const offset = 2 * (level + 1)
  return indent > offset + 3 ? 2 * levelOf(indent) : offset
}

/** An indented line as it stands in the item; a fence at the item's text is the item's. */
function ownText(item: Item, text: string, indent: number): string {
  const own = text.slice(Math.min(indent, item.offset))
  if (item.listOffset === undefined || openedFence(own)) return own
  return text.slice(Math.min(indent, item.listOffset))
}

/** Inside a fence nothing is an item: its lines go to the item that opened it. */
function skipFence(state: StateBlock, item: Item, text: string, line: number, endLine: number) {
  const fence = openedFence(text)
  if (!fence) return line
  const own = (n: number) => {
    const indent = indentOf(state, n)
    const isOwn = n < endLine && (state.isEmpty(n) || indent >= 2)
    return isOwn ? lineAt(state, n).slice(Math.min(indent, item.offset)) : undefined
  }
  const close = closingLine(fence, line, own)
  let n = line
  for (; n <= close; n++) {
    const text = own(n)
    if (text === undefined) break
    item.lines.push(text)
  }
  return n
}

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
  /** How much indentation of its text belongs to the item. */
  offset: number
  /** The same of the lists in it and all that follows them; undefined before the first of them. */
  listOffset?: number
}

interface List {
  items: Item[]
  isLoose: boolean
  nextLine: number
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

  const { items, isLoose, nextLine } = readItems(state, startLine, endLine, first)
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

function readItems(state: StateBlock, startLine: number, endLine: number, first: Marker): List {
  let level = levelOf(first.indent)
  let item: Item = { lines: [first.text], offset: first.offset }
  const items = [item]
  let isLoose = false
  let line = startLine + 1
  let blankLines = 0
  line = skipFence(state, item, first.text, line, endLine)

  for (; line < endLine; line++) {
    if (state.isEmpty(line)) {
      blankLines++
      continue
    }
    const text = lineAt(state, line)
    const marker = rule(state, line, endLine, true) ? undefined : markerOf(text)
    const indent = indentOf(state, line)
    const isOwn = indent >= 2 * (level + 1)

    if (marker && levelOf(marker.indent) <= level) {
      if ((marker.number === undefined) !== (first.number === undefined)) break
      if (blankLines > 0) isLoose = true
      level = levelOf(marker.indent)
      item = { lines: [marker.text], offset: marker.offset }
      items.push(item)
      line = skipFence(state, item, marker.text, line + 1, endLine) - 1
    } else {
      if (!isOwn && (blankLines > 0 || endsLazyText(state, line, endLine))) break
      if (marker) item.listOffset ??= listOffsetOf(level, indent)
      for (; blankLines > 0; blankLines--) item.lines.push('')
      const own = isOwn ? ownText(item, text, indent) : text.slice(indent)
      item.lines.push(own)
      line = skipFence(state, item, own, line + 1, endLine) - 1
    }
    blankLines = 0
  }
  return { items, isLoose, nextLine: line - blankLines }
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

// Fenced and indented code blocks, and the fences that are quotes, spoilers or formulas.

import type { StateBlock } from 'markdown-it'
import { codeBlock } from '../render/highlight.ts'
import { renderingOf } from '../rendering.ts'
import { lineAt, mayNest, parseInside } from './containers.ts'
import { countLeading } from './headings-and-rules.ts'
import { mathBlock } from './math.ts'

interface Fence {
  /** The backticks or tildes; only a line equal to them closes the fence. */
  run: string
  /** Lower case; '' if the fence names none. */
  language: string
  /** What follows the language. */
  header: string
}

const CONTAINERS = new Set(['quote', 'quoted', 'spoiler'])

/** The fence that `line` opens, if it opens one. */
export function openedFence(line: string): Fence | undefined {
  const mark = line[0]
  if (mark !== '`' && mark !== '~') return undefined
  const length = countLeading(line, mark)
  if (length < 3) return undefined
  const info = line.slice(length).trim()
  if (info.includes('`') || info.includes('~')) return undefined

  const run = line.slice(0, length)
  const first = info.split(' ', 1)[0] as string
  const language = /^(?:\{\.([\w+\-./#]+)\}|\.?([\w+\-./#]+))$/.exec(first)
  return language
    ? {
        run,
        language: (language[1] ?? language[2] ?? '').toLowerCase(),
        header: info.slice(first.length).trim(),
      }
    : { run, language: '', header: info }
}

/**
 * The line that closes `fence`, or the end of the lines, where `line` has none.
 * Quotes and spoilers may hold further fences, whose lines are theirs.
 */
export function closingLine(
  fence: Fence,
  start: number,
  line: (n: number) => string | undefined,
): number {
  const open = [fence]
  for (let n = start; ; n++) {
    const text = line(n)?.trimEnd()
    if (text === undefined) return n
    const innermost = open.at(-1) as Fence
    if (text === innermost.run) {
      open.pop()
      if (open.length === 0) return n
    } else if (CONTAINERS.has(innermost.language)) {
      const inner = openedFence(text)
      if (inner) open.push(inner)
    }
  }
}

/** Block rule: a fence of backticks or tildes. */
export function fence(state: StateBlock, startLine: number, endLine: number, silent: boolean) {
  const opened = openedFence(lineAt(state, startLine))
  if (!opened) return false
  if (silent) return true

  opened.language ||= renderingOf(state).options.defaultCodeBlockLanguage.toLowerCase()
  const last = closingLine(opened, startLine + 1, (n) =>
    n < endLine ? lineAt(state, n) : undefined,
  )
  const lines: string[] = []
  for (let n = startLine + 1; n < last; n++) lines.push(lineAt(state, n))
  state.line = Math.min(last + 1, endLine)

  const { typeset } = renderingOf(state).options
  if (opened.language === 'math') pushHtml(state, mathBlock(lines, typeset))
  else if (!CONTAINERS.has(opened.language) || !mayNest(state)) {
    pushHtml(state, codeBlock(lines, opened.language, typeset))
  } else if (lines.some((line) => line !== '')) {
    if (opened.language === 'spoiler') pushSpoiler(state, opened.header, lines)
    else pushQuote(state, lines)
  }
  return true
}

/** Four spaces after a blank line. */
export function indentedCode(state: StateBlock, startLine: number, endLine: number) {
  let last = startLine
  for (let line = startLine; line < endLine; line++) {
    if (state.isEmpty(line)) continue
    if ((state.tShift[line] as number) < 4) break
    last = line + 1
  }
  if (last === startLine) return false
  const lines: string[] = []
  for (let line = startLine; line < last; line++) lines.push(lineAt(state, line).slice(4))
  pushHtml(state, codeBlock(lines, '', renderingOf(state).options.typeset))
  state.line = last
  return true
}

function pushQuote(state: StateBlock, lines: string[]): void {
  state.push('blockquote_open', 'blockquote', 1)
  parseInside(state, 'quote', lines)
  state.push('blockquote_close', 'blockquote', -1)
}

function pushSpoiler(state: StateBlock, header: string, lines: string[]): void {
  pushHtml(state, '<div class="spoiler-block"><div class="spoiler-header">\n')
  parseInside(state, 'spoiler', [header])
  pushHtml(state, '</div><div class="spoiler-content" aria-hidden="true">\n')
  parseInside(state, 'spoiler', lines)
  pushHtml(state, '</div></div>\n')
}

function pushHtml(state: StateBlock, html: string): void {
  state.push('html', '', 0).content = html
}

/** The source without fenced code and formulas: alert words inside those do not count. */
export function withoutFencedCode(source: string): string {
  const lines = source.replace(/\r\n?/g, '\n').split('\n')
  const kept: string[] = []
  const open: Fence[] = []
  for (const line of lines) {
    const text = line.trimEnd()
    const innermost = open.at(-1)
    const isVerbatim = innermost !== undefined && !CONTAINERS.has(innermost.language)
    if (text === innermost?.run) open.pop()
    else if (!isVerbatim) {
      const inner = openedFence(text)
      if (inner) open.push(inner)
      kept.push(inner ? inner.header : line)
    }
  }
  return kept.join('\n')
}

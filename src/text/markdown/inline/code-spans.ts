// Code between backticks, found in one pass over the text.

import type { StateInline } from 'markdown-it'
import { escapeHtml } from '../../../base/escaping.ts'
import { element } from '../../html.ts'
import { renderingOf } from '../rendering.ts'
import type { CodeSpan } from './scan.ts'

/** Code spans by where they start: equal runs of backticks, not after a backslash. */
export function scanCodeSpans(text: string): Map<number, CodeSpan> {
  const runs = findRuns(text)
  // Runs of each length in order, so that looking for a partner never goes back.
  const partners = Map.groupBy(runs.keys(), (index) => (runs[index] as Run).length)
  const nextPartner = new Map<number, number>()
  const spans = new Map<number, CodeSpan>()

  for (let index = 0; index < runs.length; index++) {
    const { start, length } = runs[index] as Run
    if (text[start - 1] === '\\') continue
    const sameLength = partners.get(length) as number[]
    let next = nextPartner.get(length) ?? 0
    while (next < sameLength.length && (sameLength[next] as number) <= index) next++
    nextPartner.set(length, next)
    const partner = sameLength[next]
    if (partner === undefined) continue
    const close = runs[partner] as Run
    spans.set(start, {
      contentStart: start + length,
      contentEnd: close.start,
      end: close.start + length,
    })
    index = partner
  }
  return spans
}

interface Run {
  start: number
  length: number
}

/** All runs of backticks, in order. */
function findRuns(text: string): Run[] {
  const runs: Run[] = []
  let end = 0
  for (let start = text.indexOf('`'); start >= 0; start = text.indexOf('`', end)) {
    end = start + 1
    while (text[end] === '`') end++
    runs.push({ start, length: end - start })
  }
  return runs
}

/** Inline rule: code between backticks. */
export function codeSpan(state: StateInline) {
  if (state.src[state.pos] !== '`') return false
  const span = renderingOf(state).scan.codeSpans.get(state.pos)
  if (!span) {
    while (state.src[state.pos] === '`' && state.pos < state.posMax) {
      state.pending += '`'
      state.pos++
    }
    return true
  }
  if (span.end > state.posMax) return false
  const code = escapeHtml(state.src.slice(span.contentStart, span.contentEnd))
  state.push('html', '', 0).content = element('code', {}, code)
  state.pos = span.end
  return true
}

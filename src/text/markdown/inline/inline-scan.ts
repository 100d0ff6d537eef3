// What the inline rules look up about one paragraph, computed once: brackets, code spans,
// autolinks.

import type { Rendering } from '../rendering.ts'
import { findAutolinks } from './autolinks.ts'
import { scanCodeSpans } from './code-spans.ts'
import type { Autolink, CodeSpan, Scan } from './scan.ts'

/**
 * Facts about one inline content that rules would otherwise look for again and
 * again: each is found in one pass, when first asked for.
 */
export class InlineScan implements Scan {
  readonly #text: string
  readonly #spots: readonly Autolink[]
  #nextSpot = 0
  #codeSpans: Map<number, CodeSpan> | undefined
  #partners: Int32Array | undefined

  constructor(text: string, rendering: Rendering) {
    this.#text = text
    this.#spots = findAutolinks(text, rendering)
  }

  get codeSpans(): Map<number, CodeSpan> {
    this.#codeSpans ??= scanCodeSpans(this.#text)
    return this.#codeSpans
  }

  /** Where the bracket or parenthesis opened at `open` is closed; -1 if it is not. */
  partnerOf(open: number): number {
    this.#partners ??= pairBrackets(this.#text, this.codeSpans)
    return this.#partners[open] as number
  }

  /** The next spot at or after `position`; positions never go back. */
  autolinkFrom(position: number): Autolink | undefined {
    while ((this.#spots[this.#nextSpot]?.start ?? Infinity) < position) this.#nextSpot++
    return this.#spots[this.#nextSpot]
  }
}

/**
 * Pairs `[` with `]`, and within a line `(` with `)`, each kind on its own; code
 * spans are skipped.
 */
function pairBrackets(text: string, codeSpans: Map<number, CodeSpan>): Int32Array {
  const partners = new Int32Array(text.length).fill(-1)
  const brackets: number[] = []
  let parentheses: number[] = []
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '`':
        at = (codeSpans.get(at)?.end ?? at + 1) - 1
        break
      case '\n':
        parentheses = []
        break
      case '[':
        brackets.push(at)
        break
      case '(':
        parentheses.push(at)
        break
      case ']':
        partners[brackets.pop() ?? at] = at
        break
      case ')':
        partners[parentheses.pop() ?? at] = at
        break
    }
  }
  return partners
}

// Clients colour code by the short class names of Pygments and give up a block that holds any
// other, so the scopes of highlight.js are mapped, and scopes without a counterpart stay
// plain.

import { escapeHtml } from '../../../base/escaping.ts'
import { element } from '../../html.ts'
import { lowlight } from '../../lazy.ts'
import { codeLanguage } from './code-languages.ts'
import type { Typeset } from './pieces.ts'

const CLASSES: Record<string, string> = {
  keyword: 'k',
  built_in: 'nb',
  type: 'kt',
  literal: 'kc',
  number: 'm',
  operator: 'o',
  punctuation: 'p',
  string: 's',
  'char.escape': 'se',
  subst: 'si',
  regexp: 'sr',
  symbol: 'ss',
  comment: 'c',
  meta: 'cp',
  'title.function': 'nf',
  'title.class': 'nc',
  title: 'n',
  variable: 'nv',
  'variable.language': 'bp',
  attr: 'na',
  attribute: 'na',
  name: 'nt',
  tag: 'nt',
  'selector-tag': 'nt',
  'selector-class': 'nc',
  section: 'gh',
  addition: 'gi',
  deletion: 'gd',
  emphasis: 'ge',
  strong: 'gs',
}

/** Grammars are regular expressions of others: long lines are where those get slow. */
const MAX_HIGHLIGHTED_LINE = 250

/** `language` as typed, in lower case; '' for none. */
export function codeBlock(lines: readonly string[], language: string, typeset: Typeset): string {
  const code = withoutBlankEnds(lines.map((line) => line.trimEnd()))
  const { name, grammar } = codeLanguage(language)
  const isColoured = grammar !== '' && code.every((line) => line.length <= MAX_HIGHLIGHTED_LINE)
  const text = code.join('\n')
  const coloured = isColoured ? typeset({ kind: 'code', source: text, grammar }) : undefined
  const html = coloured ?? escapeHtml(text)
  const pre = element('pre', {}, `<span></span>${element('code', {}, `${html}\n`)}`)
  const attributes = { class: 'codehilite', 'data-code-language': name === '' ? undefined : name }
  return `${element('div', attributes, pre)}\n`
}

/** Blank lines at the start and the end are no part of the code. */
function withoutBlankEnds(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line !== '')
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex((line) => line !== '') + 1)
}

/** Grammars that others embed. */
const EMBEDDED: Record<string, string[]> = {
  xml: ['css', 'javascript'],
  markdown: ['xml'],
  php: ['xml', 'css', 'javascript'],
}

/** The part of the syntax tree that we read. */
interface Scope {
  type: string
  value?: string
  properties?: { className?: string[] }
  children?: Scope[]
}

let highlighter: ((code: string, grammar: string) => Scope) | undefined

/** The HTML of code, without anything around it. */
export function colouredCode(code: string, grammar: string): string {
  highlighter ??= startHighlighter()
  return flatten(highlighter(code, grammar), undefined)
}

/** Each grammar is compiled by the first block in its language. */
function startHighlighter() {
  const { all, createLowlight } = lowlight()
  const { register, registered, highlight } = createLowlight()
  return (code: string, grammar: string): Scope => {
    for (const name of [grammar, ...(EMBEDDED[grammar] ?? [])]) {
      const definition = all[name]
      if (definition && !registered(name)) register(name, definition)
    }
    return highlight(grammar, code) as Scope
  }
}

/** Each text with the class of the innermost scope that has one. */
function flatten(scope: Scope, outer: string | undefined): string {
  if (scope.value !== undefined) {
    const text = escapeHtml(scope.value)
    return outer === undefined ? text : element('span', { class: outer }, text)
  }
  const own = classOf(scope) ?? outer
  return (scope.children ?? []).map((child) => flatten(child, own)).join('')
}

/** `['hljs-title', 'function_']` is the scope `title.function`. */
function classOf({ properties }: Scope): string | undefined {
  const [first, second] = properties?.className ?? []
  if (!first) return undefined
  const base = first.replace('hljs-', '')
  return (second && CLASSES[`${base}.${second.replaceAll('_', '')}`]) ?? CLASSES[base]
}

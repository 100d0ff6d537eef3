// The dialect: which rules there are and in which order they are tried. docs/decisions says why
// it differs from CommonMark.

import MarkdownIt, { type StateBlock, type Token } from 'markdown-it'
import { fence, indentedCode } from './blocks/fences.ts'
import { heading, rule } from './blocks/headings-and-rules.ts'
import { list } from './blocks/lists.ts'
import { inlineMath } from './blocks/math.ts'
import { quote } from './blocks/quotes.ts'
import { table } from './blocks/tables.ts'
import { codeSpan } from './inline/code-spans.ts'
import { conversationLink } from './inline/conversation-links.ts'
import { emojiName } from './inline/emoji-names.ts'
import { emphasisRun, pairEmphasis } from './inline/emphasis.ts'
import { InlineScan } from './inline/inline-scan.ts'
import { autolink, entity, inlineText } from './inline/inline-text.ts'
import { link, media } from './inline/links.ts'
import { mention } from './inline/mentions.ts'
import { timestamp } from './inline/timestamps.ts'
import type { Rendering } from './rendering.ts'

/*
 * markdown-it reads paragraphs and line breaks and runs the rules; all other
 * rules are ours, since the dialect differs in every one of them: no raw HTML,
 * no backslash escapes, lists that nest by two spaces, fences of several kinds.
 */
const md = new MarkdownIt('zero')
// The types do not know this option.
Object.assign(md.options, { maxNesting: 1000 })

type BlockRule = (state: StateBlock, start: number, end: number, silent: boolean) => boolean

/** Ends a paragraph without a blank line, and the text that goes on a quote or a list. */
const ENDS_TEXT = { alt: ['paragraph', 'blockquote'] }

const blockRules: [name: string, rule: BlockRule, options?: { alt: string[] }][] = [
  ['indented_code', indentedCode],
  ['fence_of_kind', fence, ENDS_TEXT],
  ['quote', quote, ENDS_TEXT],
  ['rule', rule, ENDS_TEXT],
  ['list_by_level', list, ENDS_TEXT],
  ['heading_in_column_0', heading, ENDS_TEXT],
  ['pipe_table', table, ENDS_TEXT],
]
for (const [name, rule, options] of blockRules) {
  md.block.ruler.before('paragraph', name, rule, options)
}

/** In order of precedence where two start with the same character. */
const inlineRules = {
  autolink,
  inlineText,
  codeSpan,
  mention,
  inlineMath,
  conversationLink,
  timestamp,
  link,
  media,
  emojiName,
  entityName: entity,
  emphasisRun,
}
for (const [name, rule] of Object.entries(inlineRules)) md.inline.ruler.push(name, rule)
md.inline.ruler.disable('text')
md.inline.ruler.enable('newline')
md.inline.ruler2.disable('balance_pairs')
md.inline.ruler2.before('fragments_join', 'pair_emphasis', pairEmphasis)

/** Characters of one paragraph that are parsed in steps: a message may be a single one. */
const LONG = 1000

/**
 * Blocks in order; those of type `inline` hold inline content as their children. All blocks are found in
 * one step, and the content of each is parsed in others.
 */
export function* parseInSteps(source: string, rendering: Rendering): Generator<void, Token[]> {
  const tokens: Token[] = []
  md.block.parse(source, md, rendering, tokens)
  let quotes = 0
  for (const token of tokens) {
    if (token.type === 'blockquote_open') quotes++
    else if (token.type === 'blockquote_close') quotes--
    else if (token.type === 'inline') {
      yield
      rendering.isQuoted = quotes > 0
      rendering.isInLink = false
      rendering.scan = new InlineScan(token.content, rendering)
      if (token.content.length > LONG) yield* parseInline(token, rendering)
      else md.inline.parse(token.content, md, rendering, token.children as Token[])
    }
  }
  return tokens
}

/** What `md.inline.parse` does, in steps. */
function* parseInline({ content, children }: Token, rendering: Rendering): Generator<void> {
  const state = new md.inline.State(content, md, rendering, children as Token[])
  yield
  md.inline.tokenize(state)
  for (const finishing of md.inline.ruler2.getRules('')) {
    yield
    finishing(state)
  }
}

// Writes HTML: escaping, tags from a fixed list, and the block tokens of a message.

import type { Token } from 'markdown-it'
import { escapeAttribute, escapeHtml } from '../base/escaping.ts'

/** Every element the renderer itself may produce; formulas bring those of KaTeX. */
export type Tag =
  | 'a'
  | 'audio'
  | 'code'
  | 'div'
  | 'em'
  | 'img'
  | 'p'
  | 'pre'
  | 'span'
  | 'strong'
  | 'time'
  | 'video'

type VoidTag = 'img'

/** Values are unescaped; `undefined` leaves the attribute out. */
export type Attributes = Record<string, string | number | undefined>

/** `content` is HTML already. */
export const element = (tag: Exclude<Tag, VoidTag>, attributes: Attributes, content: string) =>
  `${startTag(tag, attributes)}${content}</${tag}>`

/** An opening tag. Attribute values are escaped here. */
export function startTag(tag: Tag, attributes: Attributes): string {
  let html = `<${tag}`
  for (const name in attributes) {
    const value = attributes[name]
    if (value === undefined) continue
    html += name === 'controls' ? ` ${name}` : ` ${name}="${escapeAttribute(`${value}`)}"`
  }
  return `${html}>`
}

/*
 * markdown-it's own renderer puts a newline before a list inside an item, which
 * clients draw as an empty line; writing the tokens here keeps every newline of
 * the output in one place.
 */

/** The HTML of block tokens. */
export function writeBlocks(tokens: readonly Token[]): string {
  let html = ''
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token
    if (token.hidden) continue
    if (token.type === 'inline') html += writeInline(token.children ?? [])
    else if (token.type === 'html') html += token.content
    else if (token.nesting === -1) html += `</${token.tag}>\n`
    else html += writeStart(token) + (holdsText(tokens[i + 1]) ? '' : '\n')
  }
  return html
}

/** After these nothing may come between the tag and the text, or clients draw it. */
const holdsText = (next: Token | undefined): boolean =>
  next !== undefined && (next.type === 'inline' || next.hidden || next.type === 'list_item_close')

function writeInline(tokens: readonly Token[]): string {
  let html = ''
  for (const token of tokens) {
    if (token.type === 'text' || token.type === 'text_special') html += escapeHtml(token.content)
    else if (token.type === 'html') html += token.content
    else if (token.tag === 'br') html += '<br>\n'
    else html += token.nesting === -1 ? `</${token.tag}>` : writeStart(token)
  }
  return html
}

function writeStart({ tag, attrs }: Token): string {
  if (!attrs) return `<${tag}>`
  return startTag(tag as Tag, Object.fromEntries(attrs))
}

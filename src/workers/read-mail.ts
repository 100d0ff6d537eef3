// Reads a mail that came over SMTP. Anyone who knows the address of a channel chooses what is in it.

import { convert } from 'html-to-text'
import { simpleParser } from 'mailparser'

/** What a message is made of. */
export interface ReadMail {
  subject: string
  /** The sender as the mail names them: `Ann <ann@example.com>`. */
  from: string
  text: string
  /** Whether a program wrote it, such as a note of absence. */
  isAutomatic: boolean
  /** Names of the files that came along. */
  files: string[]
}

/** HTML that exceeds one of these is not laid out: the message gets its text without tags. */
const MAX_HTML_LENGTH = 500_000
const MAX_TAGS = 20_000
const MAX_DEPTH = 100

/** Characters that are handed on; a message keeps far fewer. */
const MAX_TEXT_LENGTH = 100_000
const MAX_FILES = 20

/**
 * @param blocks all bytes of the mail, in order
 * @throws Error for what is no mail
 */
export async function readMail(blocks: readonly Uint8Array[]): Promise<ReadMail> {
  const parsed = await simpleParser(Buffer.concat(blocks), {
    skipImageLinks: true,
    skipTextToHtml: true,
    skipTextLinks: true,
    skipHtmlToText: true,
  })
  const text = parsed.text?.trim() || (parsed.html ? textOfHtml(parsed.html) : '')
  return {
    subject: (parsed.subject ?? '').slice(0, 1000),
    from: (parsed.from?.text ?? 'unknown').slice(0, 500).replace(/\s+/g, ' '),
    text: text.slice(0, MAX_TEXT_LENGTH),
    isAutomatic: isAutomatic(parsed.headers),
    files: parsed.attachments
      .slice(0, MAX_FILES)
      .map((file) => (file.filename ?? 'unnamed').slice(0, 200)),
  }
}

function isAutomatic(headers: Map<string, unknown>): boolean {
  const said = (name: string) => String(headers.get(name) ?? '').toLowerCase()
  const isSubmitted = !['', 'no'].includes(said('auto-submitted'))
  const isInBulk = /^(bulk|junk|auto_reply)$/.test(said('precedence'))
  return isSubmitted || isInBulk || headers.has('x-autoreply')
}

function textOfHtml(html: string): string {
  if (html.length > MAX_HTML_LENGTH || isTooComplex(html)) return withoutTags(html)
  return convert(html, { limits: { maxDepth: MAX_DEPTH, maxInputLength: MAX_HTML_LENGTH } }).trim()
}

function isTooComplex(html: string): boolean {
  let depth = 0
  let count = 0
  for (const [tag] of html.matchAll(/<\/?[a-z][^<>]*>?/gi)) {
    if (++count > MAX_TAGS) return true
    if (tag.startsWith('</')) depth--
    else if (!tag.endsWith('/>') && !VOID.test(tag)) depth++
    if (depth > 5 * MAX_DEPTH) return true
  }
  return false
}

const VOID =
  /^<(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|td|tr)\b/i

const withoutTags = (html: string) =>
  html
    .slice(0, 4 * MAX_HTML_LENGTH)
    .replace(/<[^<>]*>?/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

// A rendered message for mails: HTML that mail programs show alike, and plain text. Both come from
// HTML of our own renderer, which is well-formed and escapes < and > in attributes.

import { escapeAttribute, escapeHtml } from '../base/escaping.ts'

/** Elements that stay as they are, without their attributes. */
const KEPT = new Set(
  'p br strong em del code pre ul ol li blockquote h1 h2 h3 h4 h5 h6 table thead tbody tr th td hr'.split(
    ' ',
  ),
)

/** In plain text these begin a line. */
const BLOCKS = new Set('p div br ul ol li blockquote h1 h2 h3 h4 h5 h6 pre table tr hr'.split(' '))

const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?:[\s/][^<>]*)?)>|[^<]+/gi

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

const unescaped = (text: string) =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (one) => ENTITIES[one]!)

const ATTRIBUTES = {
  class: /\sclass="([^"]*)"/,
  href: /\shref="([^"]*)"/,
  alt: /\salt="([^"]*)"/,
}

const attribute = (attributes: string, name: keyof typeof ATTRIBUTES) =>
  unescaped(ATTRIBUTES[name].exec(attributes)?.[1] ?? '')

/** What is left out of a mail, with what stands in its place. */
const LEFT_OUT: readonly [className: RegExp, place: string][] = [
  // Mail programs show what a spoiler should hide.
  [/\bspoiler-content\b/, '(open the message in the chat to see this)'],
  [/\bkatex-html\b/, ''],
]

/** What of a message a mail shows. */
export interface MailBody {
  text: string
  /** Undefined: the text is longer than was asked for, and is not all of it. */
  html: string | undefined
}

/**
 * @param origin of this server, for links inside it
 * @param most characters of text; what follows is not read
 */
export function mailBody(rendered: string, origin: string, most: number): MailBody {
  const writer = new MailWriter(origin)
  let isWhole = true
  for (const [token, slash, name, attributes] of rendered.matchAll(TOKEN)) {
    if (name === undefined) {
      isWhole = writer.textLength <= most
      if (!isWhole) break
      writer.text(token)
    } else if (slash) writer.close(name.toLowerCase())
    else writer.open(name.toLowerCase(), attributes ?? '')
  }
  const { html, text } = writer.done()
  return { text, html: isWhole && text.length <= most ? html : undefined }
}

const VOID = /^(br|hr|img|source)$/

class MailWriter {
  readonly #origin: string
  #html = ''
  #text = ''
  /** Elements inside one that is left out, itself included. */
  #hidden = 0
  /** Whether each open link was written. */
  readonly #links: boolean[] = []

  constructor(origin: string) {
    this.#origin = origin
  }

  text(escaped: string) {
    if (this.#hidden > 0) return
    this.#html += escaped
    this.#text += unescaped(escaped)
  }

  open(name: string, attributes: string) {
    if (this.#hidden > 0) {
      if (!VOID.test(name)) this.#hidden++
      return
    }
    const className = attribute(attributes, 'class')
    const place = LEFT_OUT.find(([pattern]) => pattern.test(className))?.[1]
    if (place !== undefined) {
      this.#hidden = 1
      return this.text(escapeHtml(place))
    }
    if (BLOCKS.has(name)) this.#newLine(name)
    if (name === 'a') this.#openLink(attribute(attributes, 'href'))
    else if (name === 'img') this.text(escapeHtml(attribute(attributes, 'alt') || '[picture]'))
    else if (KEPT.has(name)) this.#html += `<${name}>`
    else if (name === 'div') this.#html += '<div>'
  }

  close(name: string) {
    if (this.#hidden > 0) {
      this.#hidden--
      return
    }
    if (name === 'a') {
      if (this.#links.pop()) this.#html += '</a>'
    } else if (KEPT.has(name) || name === 'div') this.#html += `</${name}>`
  }

  get textLength(): number {
    return this.#text.length
  }

  done() {
    return { html: this.#html, text: this.#text.replace(/\n{3,}/g, '\n\n').trim() }
  }

  #newLine(name: string) {
    if (this.#text !== '' && !this.#text.endsWith('\n')) this.#text += '\n'
    if (name === 'li') this.#text += '- '
  }

  #openLink(href: string) {
    const url = URL.parse(href, this.#origin)
    const isShown = url !== null && /^(https?|mailto):$/.test(url.protocol)
    this.#links.push(isShown)
    if (isShown) this.#html += `<a href="${escapeAttribute(url.href)}">`
  }
}

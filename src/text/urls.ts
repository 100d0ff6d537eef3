// Bare URLs and e-mail addresses. They are found from what marks them, `://`, `@`
// and the dot of a domain, and every scan that can fail is remembered, so no character is looked
// at more than a few times.

import tlds from 'tlds' with { type: 'json' }
import type { Autolink } from './markdown/inline/scan.ts'

/** Where a URL or an e-mail address is written in a text, and what it links to. */
export interface FoundUrl {
  start: number
  end: number
  kind: 'url'
  url: string
}

/** File names are more often meant than these domains. */
const FILE_EXTENSIONS = new Set(['java', 'md', 'mov', 'py', 'zip'])
const TLDS = new Set(tlds.filter((tld) => !FILE_EXTENSIONS.has(tld)))

const MAX_NESTED_PARENTHESES = 6

const MARK = /:\/\/|[.@]/g
const HOST = /[\p{L}\p{N}_.:@-]*/uy
const WORD = /[\p{L}\p{N}\p{M}_.@-]*/uy
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}_.-]/u
const LABEL = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}-]*$/u
const CLOSING_PUNCTUATION = /[!:;?),.'">]*/y

/** After these, and after whitespace, a link may start. */
const mayStartAt = (text: string, at: number): boolean =>
  at === 0 || /[\s'"(,:<]/.test(text[at - 1] as string)

/** Most short texts do not, and need no further look. */
export const mayHoldUrls = (text: string): boolean => text.includes('.') || text.includes('://')

/** The bare URLs and e-mail addresses in a text, in order. */
export function findUrls(text: string): FoundUrl[] {
  if (!mayHoldUrls(text)) return []
  const reader = new UrlReader(text)
  return reader.read()
}

/** The URL that `text` begins with, up to punctuation. */
export function urlAtStart(text: string): FoundUrl | undefined {
  const [first] = findUrls(text)
  return first?.start === 0 ? first : undefined
}

class UrlReader {
  readonly #text: string
  readonly #hasGroups: boolean
  #pathEnds: Int32Array | undefined
  #wordEnd = 0
  readonly #closings = new Map<number, boolean>()

  constructor(text: string) {
    this.#text = text
    this.#hasGroups = /[()]/.test(text)
  }

  /** Goes from one `:` or `.` or `@` to the next. */
  read(): FoundUrl[] {
    const text = this.#text
    const spots: FoundUrl[] = []
    let free = 0
    MARK.lastIndex = 0
    for (let found = MARK.exec(text); found; found = MARK.exec(text)) {
      const link = found[0] === '://' ? this.#url(found.index, free) : this.#host(found.index, free)
      if (!link) continue
      if (link.kind === 'url') spots.push(link)
      free = link.end
      MARK.lastIndex = Math.max(link.end, MARK.lastIndex)
    }
    return spots
  }

  #url(colon: number, free: number): FoundUrl | undefined {
    const text = this.#text
    const scheme = text.startsWith('https', colon - 5)
      ? 5
      : text.startsWith('http', colon - 4)
        ? 4
        : 0
    const start = colon - scheme
    if (scheme === 0 || start < free || !mayStartAt(text, start)) return undefined
    const hostStart = colon + 3
    const hostEnd = this.#skip(HOST, hostStart)
    const end = this.#linkEnd(hostStart, hostEnd, '/?#')
    return end === undefined ? undefined : { start, end, kind: 'url', url: text.slice(start, end) }
  }

  /** A domain or an e-mail address around the dot or `@` at `at`. */
  #host(at: number, free: number): Autolink | undefined {
    const text = this.#text
    let start = at
    while (start > free && WORD_CHARACTER.test(text[start - 1] as string)) start--
    const end = this.#skip(WORD, start)
    const skipped: Autolink = { start, end, kind: 'text' }
    if (start === at || !mayStartAt(text, start)) return skipped
    const word = text.slice(start, end)
    return (word.includes('@') ? this.#email(start, end) : this.#domain(start, end)) ?? skipped
  }

  #email(start: number, wordEnd: number): Autolink | undefined {
    const end = this.#withoutPunctuation(start, wordEnd)
    const [local, domain, ...more] = this.#text.slice(start, end).split('@')
    const labels = domain?.split('.') ?? []
    const isAddress = local && more.length === 0 && labels.length > 1 && labels[0] !== ''
    if (!isAddress || !/^[\p{L}\p{N}_]+$/u.test(labels.at(-1) as string)) return undefined
    if (!this.#closes(end)) return undefined
    return { start, end, kind: 'url', url: `mailto:${local}@${domain}` }
  }

  #domain(start: number, wordEnd: number): Autolink | undefined {
    const text = this.#text
    const hostEnd = text[wordEnd] === '/' ? wordEnd : this.#withoutPunctuation(start, wordEnd)
    const labels = text.slice(start, hostEnd).split('.')
    if (labels.length < 2 || !TLDS.has(labels.at(-1) as string)) return undefined
    if (!labels.every((label) => LABEL.test(label))) return undefined
    const end = this.#linkEnd(start, wordEnd, '/')
    if (end === undefined) return undefined
    return { start, end, kind: 'url', url: `http://${text.slice(start, end)}` }
  }

  /** Where a link with this host ends, path and query included; undefined if it is not a link. */
  #linkEnd(hostStart: number, hostEnd: number, endsHost: string): number | undefined {
    const text = this.#text
    let end = hostEnd
    if (hostEnd < text.length && endsHost.includes(text[hostEnd] as string)) {
      const pathEnd = this.#pathEnd(hostEnd)
      if (!this.#closes(pathEnd)) return undefined
      end = this.#withoutPunctuation(hostEnd, pathEnd)
    } else {
      if (!this.#closes(hostEnd)) return undefined
      end = this.#withoutPunctuation(hostStart, hostEnd)
    }
    return /[\p{L}\p{N}]/u.test(text.slice(hostStart, Math.min(hostEnd, hostStart + 256)))
      ? end
      : undefined
  }

  /** A closing parenthesis inside a path belongs to it: its partner does too. */
  #withoutPunctuation(start: number, end: number): number {
    let last = end
    while (last > start && '!:;?,.\'">'.includes(this.#text[last - 1] as string)) last--
    return last
  }

  /** Where a path that runs through `at` stops; each character is looked at once for all paths. */
  #pathEnd(at: number): number {
    if (this.#hasGroups) {
      this.#pathEnds ??= findPathEnds(this.#text)
      return this.#pathEnds[at] as number
    }
    // Paths are asked for in order, so one before this end runs up to it.
    if (at >= this.#wordEnd) {
      this.#wordEnd = at
      while (this.#wordEnd < this.#text.length && !endsWord(this.#text.charCodeAt(this.#wordEnd))) {
        this.#wordEnd++
      }
    }
    return this.#wordEnd
  }

  /** Only punctuation up to whitespace or the end. */
  #closes(at: number): boolean {
    const known = this.#closings.get(at)
    if (known !== undefined) return known
    const end = this.#skip(CLOSING_PUNCTUATION, at)
    const closes = end === this.#text.length || /\s/.test(this.#text[end] as string)
    this.#closings.set(at, closes)
    return closes
  }

  #skip(pattern: RegExp, from: number): number {
    pattern.lastIndex = from
    pattern.test(this.#text)
    return Math.max(from, pattern.lastIndex)
  }
}

/**
 * For every position where a path running through it stops: at whitespace, at a
 * quote, or at a parenthesis that has no partner in the path.
 */
function findPathEnds(text: string): Int32Array {
  const { partners, heights } = pairWithinWords(text)
  const ends = new Int32Array(text.length + 1)
  ends[text.length] = text.length
  for (let at = text.length - 1; at >= 0; at--) {
    const code = text.charCodeAt(at)
    const partner = partners[at] as number
    const stops =
      code === CLOSE ||
      endsWord(code) ||
      (code === OPEN && (partner < 0 || (heights[at] as number) > MAX_NESTED_PARENTHESES))
    ends[at] = stops ? at : (ends[(code === OPEN ? partner : at) + 1] as number)
  }
  return ends
}

const OPEN = 0x28
const CLOSE = 0x29
const QUOTE = 0x22

/** Comparing numbers is what makes one pass over every character cheap. */
const endsWord = (code: number): boolean =>
  code === QUOTE || code === 0x20 || (code >= 9 && code <= 13) || (code > 127 && isRareSpace(code))

const isRareSpace = (code: number): boolean => /\s/.test(String.fromCharCode(code))

function pairWithinWords(text: string) {
  const partners = new Int32Array(text.length).fill(-1)
  const heights = new Uint16Array(text.length)
  let open: { at: number; height: number }[] = []
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === OPEN) open.push({ at, height: 1 })
    else if (code === CLOSE) {
      const group = open.pop()
      if (!group) continue
      partners[group.at] = at
      heights[group.at] = group.height
      const outer = open.at(-1)
      if (outer) outer.height = Math.max(outer.height, group.height + 1)
    } else if (open.length > 0 && endsWord(code)) open = []
  }
  return { partners, heights }
}

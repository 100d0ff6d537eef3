// Reads title, description and picture from the head of an HTML page.

import { Parser } from 'htmlparser2'

/** The Open Graph properties of a page that previews show (ogp.me). */
export interface OpenGraph {
  /** Absolute, http or https; undefined where it has none. */
  imageUrl: string | undefined
  title: string | undefined
  description: string | undefined
}

/** A page is read this much at a time, until its head ends. */
const PIECE = 16_384

/** The parser searches its open elements, so a head of nothing but tags would take it long. */
const MAX_TAGS = 5000

const MAX_TITLE = 200
const MAX_DESCRIPTION = 500
const MAX_ADDRESS = 2000

/** @param url of the page, which addresses in it are relative to */
export function readOpenGraph(html: string, url: string): OpenGraph {
  const { title, properties } = readHead(html)
  const image = ['og:image', 'og:image:url', 'og:image:secure_url']
    .map((name) => properties.get(name))
    .find((value) => value !== undefined && value.trim() !== '')
  return {
    imageUrl: image === undefined ? undefined : webAddress(image, url),
    title: tidy(properties.get('og:title') ?? title, MAX_TITLE),
    description: tidy(
      properties.get('og:description') ?? properties.get('description') ?? '',
      MAX_DESCRIPTION,
    ),
  }
}

/** The text of `<title>` and the first `<meta>` of each name. */
function readHead(html: string) {
  const properties = new Map<string, string>()
  let title = ''
  let isTitle = false
  let hasTitle = false
  let tags = 0
  let isOver = false
  const parser = new Parser({
    onopentag(name, { property, name: called, content }) {
      if (++tags > MAX_TAGS || name === 'body') isOver = true
      if (isOver) return
      isTitle = name === 'title' && !hasTitle
      const key = (property ?? called)?.trim().toLowerCase()
      if (name !== 'meta' || key === undefined || content === undefined) return
      if (!properties.has(key)) properties.set(key, content)
    },
    ontext(text) {
      if (isTitle && title.length < MAX_TITLE * 10) title += text
    },
    onclosetag(name) {
      if (name === 'title') {
        hasTitle = true
        isTitle = false
      }
      if (name === 'head') isOver = true
    },
  })
  for (let at = 0; at < html.length && !isOver; at += PIECE)
    parser.write(html.slice(at, at + PIECE))
  return { title, properties }
}

function webAddress(text: string, base: string): string | undefined {
  const url = URL.parse(text.trim().slice(0, MAX_ADDRESS + 1), base)
  const isUsable = url && /^https?:$/.test(url.protocol) && url.href.length <= MAX_ADDRESS
  return isUsable ? url.href : undefined
}

/** One line of at most `limit` characters that stays in its direction of writing. */
function tidy(text: string, limit: number): string | undefined {
  const line = text
    .slice(0, limit * 10)
    .toWellFormed()
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  const characters = Array.from(line)
  if (characters.length > limit) return `${characters.slice(0, limit - 1).join('')}…`
  return line === '' ? undefined : line
}

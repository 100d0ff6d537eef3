// Puts pictures, videos and website previews below the paragraph that links them.

import type { Token } from 'markdown-it'
import { escapeHtml } from '../../../base/escaping.ts'
import { uploadPathId } from '../../hrefs.ts'
import { element, startTag } from '../../html.ts'
import type { LinkMeta } from '../inline/links.ts'
import type { WebsitePreview } from '../lookup.ts'
import type { Rendering } from '../rendering.ts'
import { uploadedImageHtml, uploadPath } from './media.ts'

/** A page of GitHub about a file, as people copy it from there; the file itself is at `raw`. */
const GITHUB_FILE = /^https?:\/\/(?:www\.)?github\.com\/([\w.-]+\/[\w.-]+)\/blob\/([^?#]+)/i

/** Where the picture or video behind `href` is. */
const fileUrl = (href: string): string => {
  const [, repository, path] = GITHUB_FILE.exec(href) ?? []
  return path === undefined ? href : `https://raw.githubusercontent.com/${repository}/${path}`
}

/** A message with more links than this is a list of addresses, and gets no previews. */
const MAX_LINKS = 24

const IMAGE = /\.(?:bmp|gif|jpe|jpeg|jpg|png|webp)$/i
const VIDEO = /\.(?:mp4|webm)$/i
const YOUTUBE =
  /^https?:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:[^#]{0,200}&)?v=|embed\/|shorts\/)|youtu\.be\/)([\w-]{11})(?![\w-])/

interface FoundLink extends LinkMeta {
  text: string
  /** Not in emphasis or the like. */
  isDirect: boolean
}

interface Preview {
  html: string
  /** A picture or video says all that its bare URL says. */
  replacesUrl: boolean
}

/**
 * The tokens with a preview for each link: below the paragraph, at the end of a list item, or else
 * at the end of the message.
 */
export function withPreviews(tokens: Token[], rendering: Rendering): Token[] {
  const { previewImages, previewWebsites } = rendering.options
  if (!rendering.hasLink || !(previewImages || previewWebsites)) return tokens
  return new PreviewWriter(rendering).write(tokens)
}

class PreviewWriter {
  readonly #rendering: Rendering
  readonly #shown = new Set<string>()
  readonly #written: Token[] = []
  /** Previews for the end of each open list item, the innermost last. */
  readonly #items: Token[][] = []
  readonly #atEnd: Token[] = []

  constructor(rendering: Rendering) {
    this.#rendering = rendering
  }

  write(tokens: Token[]): Token[] {
    const links = linksOutsideQuotes(tokens)
    const hrefs = new Set([...links.values()].flat().map(({ href }) => href))
    if (hrefs.size === 0 || hrefs.size > MAX_LINKS) return tokens

    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i] as Token
      if (token.type === 'list_item_open') this.#items.push([])
      if (token.type === 'list_item_close') this.#written.push(...(this.#items.pop() ?? []))
      const found = links.get(token)
      if (found?.length) i = this.#writeText(tokens, i, found)
      else this.#written.push(token)
    }
    return [...this.#written, ...this.#atEnd]
  }

  /** `at` is an inline token; answers the index of the last token written. */
  #writeText(tokens: Token[], at: number, links: FoundLink[]): number {
    const inline = tokens[at] as Token
    const open = tokens[at - 1] as Token
    const previews = links.map((link) => ({ link, preview: this.#previewOf(link) }))
    const only = previews[0]?.preview
    if (inline.children?.length === 3 && links[0]?.isBare && only?.replacesUrl) {
      if (open.type === 'paragraph_open') {
        this.#written.pop()
        this.#written.push(htmlToken(inline, only.html))
        return at + 1
      }
    }
    const after: Token[] = []
    const isText = open.type === 'paragraph_open'
    const beside = !isText ? this.#atEnd : open.hidden ? (this.#items.at(-1) ?? after) : after
    for (const { link, preview } of previews) {
      if (preview) (link.isDirect ? beside : this.#atEnd).push(htmlToken(inline, preview.html))
    }
    this.#written.push(inline, tokens[at + 1] as Token, ...after)
    return at + 1
  }

  #previewOf(link: FoundLink): Preview | undefined {
    const { options } = this.#rendering
    if (this.#shown.has(link.href)) return undefined
    const preview =
      (options.previewImages ? this.#media(link) : undefined) ??
      (options.previewWebsites ? this.#website(link.href) : undefined)
    if (preview) this.#shown.add(link.href)
    return preview
  }

  #media(link: FoundLink): Preview | undefined {
    const pathId = uploadPathId(link.href)
    if (pathId !== undefined) return this.#upload(link, pathId)
    if (!/^https?:\/\//i.test(link.href)) return undefined
    return this.#youtube(link.href) ?? this.#external(link)
  }

  #upload(link: FoundLink, pathId: string): Preview | undefined {
    const upload = this.#rendering.lookup.upload(pathId)
    const href = uploadPath(pathId)
    if (upload?.image) {
      return this.#image(href, titleOf(link), uploadedImageHtml(pathId, upload, upload.image))
    }
    return upload && VIDEO.test(pathId) ? videoPreview(href, href, titleOf(link)) : undefined
  }

  #external(link: FoundLink): Preview | undefined {
    const path = link.href.split(/[?#]/, 1)[0] as string
    const isImage = IMAGE.test(path)
    if (!isImage && !VIDEO.test(path)) return undefined
    // Signing an address takes as long as the rest, and most links lead to neither.
    const src = this.#rendering.options.externalMediaUrl(fileUrl(link.href))
    return isImage
      ? this.#image(link.href, titleOf(link), startTag('img', { src }))
      : videoPreview(link.href, src, titleOf(link))
  }

  #image(href: string, title: string | undefined, image: string): Preview {
    this.#rendering.hasImage = true
    const html = element('a', { href, title }, image)
    return { html: element('div', { class: 'message_inline_image' }, html), replacesUrl: true }
  }

  #youtube(href: string): Preview | undefined {
    const id = YOUTUBE.exec(href)?.[1]
    if (id === undefined) return undefined
    this.#rendering.hasImage = true
    const src = this.#rendering.options.externalMediaUrl(`https://i.ytimg.com/vi/${id}/default.jpg`)
    const link = element('a', { 'data-id': id, href }, startTag('img', { src }))
    return {
      html: element('div', { class: 'youtube-video message_inline_image' }, link),
      replacesUrl: false,
    }
  }

  #website(href: string): Preview | undefined {
    if (!/^https?:\/\//i.test(href)) return undefined
    const known = this.#rendering.lookup.websitePreview?.(href)
    if (!known) this.#rendering.linksToPreview.add(href)
    return known && websitePreview(href, known, this.#rendering.options.externalMediaUrl)
  }
}

/** The links of each text, by its inline token. */
function linksOutsideQuotes(tokens: readonly Token[]): Map<Token, FoundLink[]> {
  const links = new Map<Token, FoundLink[]>()
  let quotes = 0
  for (const token of tokens) {
    if (token.type === 'blockquote_open') quotes++
    else if (token.type === 'blockquote_close') quotes--
    else if (token.type === 'inline' && quotes === 0) links.set(token, linksIn(token))
  }
  return links
}

function linksIn(inline: Token): FoundLink[] {
  const links: FoundLink[] = []
  let nesting = 0
  let open: FoundLink | undefined
  for (const token of inline.children ?? []) {
    if (token.type === 'link_open') {
      open = { ...(token.meta as unknown as LinkMeta), text: '', isDirect: nesting === 0 }
      links.push(open)
    } else if (token.type === 'link_close') open = undefined
    else if (open) open.text += token.content
    nesting += token.nesting
  }
  return links
}

const titleOf = ({ text, url, isBare }: FoundLink): string | undefined =>
  isBare || text === url ? undefined : text

function htmlToken(like: Token, html: string): Token {
  const token = Object.assign(Object.create(Object.getPrototypeOf(like)), like) as Token
  return Object.assign(token, { type: 'html', content: `${html}\n`, children: null, hidden: false })
}

function videoPreview(href: string, src: string, title: string | undefined): Preview {
  const original = src === href ? undefined : href
  const video = element(
    'video',
    { 'data-video-original-url': original, preload: 'metadata', src },
    '',
  )
  const link = element('a', { href, title }, video)
  return {
    html: element('div', { class: 'message_inline_image message_inline_video' }, link),
    replacesUrl: true,
  }
}

function websitePreview(
  href: string,
  { imageUrl, title, description }: WebsitePreview,
  externalMediaUrl: (url: string) => string,
): Preview | undefined {
  if (!/^https?:\/\//i.test(imageUrl)) return undefined
  const style = `background-image: url("${cssUrl(externalMediaUrl(imageUrl))}")`
  const image = element('a', { class: 'message_embed_image', href, style }, '')
  const texts = [
    title && element('div', { class: 'message_embed_title' }, titleLink(href, title)),
    description && element('div', { class: 'message_embed_description' }, escapeHtml(description)),
  ]
  const data = element('div', { class: 'data-container' }, texts.filter(Boolean).join(''))
  return { html: element('div', { class: 'message_embed' }, image + data), replacesUrl: false }
}

const titleLink = (href: string, title: string): string =>
  element('a', { href, title }, escapeHtml(title))

/** Nothing of a fetched page may end the CSS string it stands in. What is encoded already stays. */
const cssUrl = (url: string): string =>
  url.toWellFormed().replace(/[^\w:/?#@!$&*+,;=.~%-]/gu, percentEncoded)

const percentEncoded = (character: string): string =>
  Array.from(
    new TextEncoder().encode(character),
    (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('')

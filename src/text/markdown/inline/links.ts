// Typed links `[text](destination)` and uploaded media `![alt](upload)`.

import type { StateInline } from 'markdown-it'
import { hasUnsafeScheme, safeHref } from '../../hrefs.ts'
import { noteAttachment } from '../render/attachments.ts'
import { mediaHtml } from '../render/media.ts'
import { renderingOf } from '../rendering.ts'

/** What previews need to know of an `<a>`; kept with its token. */
export type LinkMeta = {
  href: string
  /** The address as it would be typed. */
  url: string
  /** Nothing but the address was typed. */
  isBare: boolean
}

/** Where the parts of `[label](target)` are. */
interface TypedLink {
  /** The `]`. */
  labelEnd: number
  targetStart: number
  /** The `)`. */
  targetEnd: number
}

/** `[text](destination "title")`; never inside another link. */
export function link(state: StateInline) {
  const { src, pos, posMax } = state
  if (src[pos] !== '[' || renderingOf(state).isInLink) return false
  const typed = typedLinkAt(state, pos)
  // Checked before the target is copied out: unsafe targets can be nested many times.
  if (!typed || hasUnsafeScheme(src, destinationStart(src, typed))) return false
  const { destination, title } = splitTitle(src.slice(typed.targetStart, typed.targetEnd).trim())
  const href = safeHref(destination, renderingOf(state).options.realmUrl)
  if (href === undefined) return false

  openLink(state, { href, url: destination, isBare: false }, title)
  state.pos = pos + 1
  state.posMax = typed.labelEnd
  if (src.slice(pos + 1, typed.labelEnd).trim() === '') state.pending += href
  else state.md.inline.tokenize(state)
  closeLink(state)
  state.pos = typed.targetEnd + 1
  state.posMax = posMax
  return true
}

/** A URL, an e-mail address or what a linkifier matched; false if it must not be a link. */
export function pushFoundLink(
  state: StateInline,
  { kind, url }: { kind: 'url' | 'linkified'; url: string },
  text: string,
): boolean {
  const href = safeHref(url, renderingOf(state).options.realmUrl)
  if (href === undefined) return false
  openLink(state, { href, url, isBare: kind === 'url' })
  state.pending += text
  closeLink(state)
  return true
}

/** Longer destinations cannot be uploads, whose names are short, and are skipped. */
const MAX_UPLOAD_TARGET = 1000

/** `![alt](upload)`; anything but an upload stays text, and its URL becomes a link by itself. */
export function media(state: StateInline) {
  const { src, pos } = state
  if (!src.startsWith('![', pos)) return false
  const typed = typedLinkAt(state, pos + 1)
  const html = typed && mediaAt(state, pos + 2, typed)
  if (html === undefined) {
    state.pending += '!['
    state.pos += 2
  } else {
    state.push('html', '', 0).content = html
    state.pos = (typed as TypedLink).targetEnd + 1
  }
  return true
}

function mediaAt(state: StateInline, altStart: number, typed: TypedLink): string | undefined {
  const { labelEnd, targetStart, targetEnd } = typed
  if (targetEnd - targetStart > MAX_UPLOAD_TARGET) return undefined
  const { destination } = splitTitle(state.src.slice(targetStart, targetEnd).trim())
  return mediaHtml(renderingOf(state), state.src.slice(altStart, labelEnd), destination)
}

function openLink(state: StateInline, meta: LinkMeta, title = ''): void {
  const open = state.push('link_open', 'a', 1)
  open.attrs = [['href', meta.href]]
  if (title !== '') open.attrs.push(['title', title])
  open.meta = meta
  const rendering = renderingOf(state)
  rendering.hasLink = true
  noteAttachment(rendering, meta.href)
  rendering.isInLink = true
}

function closeLink(state: StateInline): void {
  if (state.pending) state.pushPending()
  renderingOf(state).isInLink = false
  state.push('link_close', 'a', -1)
}

function typedLinkAt(state: StateInline, open: number): TypedLink | undefined {
  const { scan } = renderingOf(state)
  const labelEnd = scan.partnerOf(open)
  if (labelEnd < 0 || labelEnd >= state.posMax || state.src[labelEnd + 1] !== '(') return undefined
  const targetStart = labelEnd + 2
  const targetEnd = scan.partnerOf(labelEnd + 1)
  return targetEnd < 0 || targetEnd >= state.posMax
    ? undefined
    : { labelEnd, targetStart, targetEnd }
}

function destinationStart(src: string, { targetStart }: TypedLink): number {
  let start = targetStart
  while (src[start] === ' ') start++
  return src[start] === '<' ? start + 1 : start
}

/** `destination "title"`, `<destination> 'title'` or the destination alone. */
function splitTitle(target: string): { destination: string; title: string } {
  const quote = target.at(-1)
  const open = quote === '"' || quote === "'" ? target.indexOf(` ${quote}`) : -1
  return open > 0 && open < target.length - 2
    ? { destination: unwrap(target.slice(0, open).trim()), title: target.slice(open + 2, -1) }
    : { destination: unwrap(target), title: '' }
}

const unwrap = (destination: string): string =>
  destination.startsWith('<') && destination.endsWith('>') ? destination.slice(1, -1) : destination

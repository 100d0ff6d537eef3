import type { StateInline } from 'markdown-it'
import { safeHref, uploadPathId } from './hrefs.ts'
import { mediaHtml } from './media.ts'
import { type Rendering, renderingOf } from './rendering.ts'

/** What previews need to know of an `<a>`; kept with its token. */
export type LinkMeta = {
  href: string
  /** Undefined where the link stands for itself. */
  bareUrl?: string
}

interface TypedLink {
  /** The `]`. */
  labelEnd: number
  destination: string
  title: string
  /** After the `)`. */
  end: number
}

/** `[text](destination "title")`; never inside another link. */
export function link(state: StateInline) {
  if (state.src[state.pos] !== '[' || state.linkLevel > 0) return false
  const typed = typedLinkAt(state, state.pos)
  const href = typed && safeHref(typed.destination, renderingOf(state).options.realmUrl)
  if (!typed || href === undefined) return false

  const { labelEnd, title, end } = typed
  const { pos, posMax } = state
  openLink(state, { href }, title)
  state.pos = pos + 1
  state.posMax = labelEnd
  if (state.src.slice(pos + 1, labelEnd).trim() === '') state.pending += href
  else state.md.inline.tokenize(state)
  closeLink(state)
  state.pos = end
  state.posMax = posMax
  return true
}

/** A URL, an e-mail address or what a linkifier matched; false if it must not be a link. */
export function pushBareLink(state: StateInline, url: string, text: string): boolean {
  const href = safeHref(url, renderingOf(state).options.realmUrl)
  if (href === undefined) return false
  openLink(state, { href, bareUrl: url })
  state.pending += text
  closeLink(state)
  return true
}

/** `![alt](upload)`; anything but an upload stays text, and its URL becomes a link by itself. */
export function media(state: StateInline) {
  if (!state.src.startsWith('![', state.pos)) return false
  const typed = typedLinkAt(state, state.pos + 1)
  const alt = typed && state.src.slice(state.pos + 2, typed.labelEnd)
  const html = typed && mediaHtml(renderingOf(state), alt ?? '', typed.destination)
  if (!typed || html === undefined) {
    state.pending += '!['
    state.pos += 2
    return true
  }
  state.push('html', '', 0).content = html
  state.pos = typed.end
  return true
}

function openLink(state: StateInline, meta: LinkMeta, title = ''): void {
  const open = state.push('link_open', 'a', 1)
  open.attrs = [['href', meta.href]]
  if (title !== '') open.attrs.push(['title', title])
  open.meta = meta
  const rendering = renderingOf(state)
  rendering.hasLink = true
  noteAttachment(rendering, meta.href)
  state.linkLevel++
}

function closeLink(state: StateInline): void {
  if (state.pending) state.pushPending()
  state.linkLevel--
  state.push('link_close', 'a', -1)
}

/** Remembers the upload behind `href`, if there is one that the sender may attach. */
export function noteAttachment({ lookup, attachments }: Rendering, href: string) {
  const pathId = uploadPathId(href)
  const upload = pathId === undefined ? undefined : lookup.upload(pathId)
  if (!upload || pathId === undefined) return undefined
  attachments.add(pathId)
  return { pathId, upload }
}

function typedLinkAt(state: StateInline, open: number): TypedLink | undefined {
  const { scan } = renderingOf(state)
  const labelEnd = scan.partnerOf(open)
  if (labelEnd < 0 || labelEnd >= state.posMax || state.src[labelEnd + 1] !== '(') return undefined
  const close = scan.partnerOf(labelEnd + 1)
  if (close < 0 || close >= state.posMax) return undefined
  const target = state.src.slice(labelEnd + 2, close).trim()
  if (target === '' || target.includes('\n')) return undefined
  return { labelEnd, end: close + 1, ...splitTitle(target) }
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

// `*x*`, `**x**`, `***x***`, `~~x~~`, each within one line. Runs of markers are noted while the
// text is read and paired when it has been read, with one stack per kind of opener: pairing a
// run drops all openers in between, so each is looked at once.

import type { StateInline, Token } from 'markdown-it'

const STAR = 0x2a
const TILDE = 0x7e

/** Runs that are no markup are longer than three stars, or any but two tildes. */
export function emphasisRun(state: StateInline) {
  const marker = state.src.charCodeAt(state.pos)
  if (marker !== STAR && marker !== TILDE) return false
  let end = state.pos
  while (end < state.posMax && state.src.charCodeAt(end) === marker) end++
  const length = end - state.pos
  const isMarkup = marker === STAR ? length <= 3 : length === 2
  if (!isMarkup) {
    state.pending += state.src.slice(state.pos, end)
  } else {
    const token = state.tokens.length + (state.pending ? 1 : 0)
    for (let at = state.pos; at < end; at++) {
      state.push('text', '', 0).content = state.src[at] as string
    }
    state.delimiters.push({
      marker,
      length,
      token,
      end: -1,
      open: !isSpaceAt(state, end),
      close: !isSpaceAt(state, state.pos - 1),
    })
  }
  state.pos = end
  return true
}

const isSpaceAt = ({ src, posMax }: StateInline, at: number): boolean =>
  at < 0 || at >= posMax || /\s/.test(src[at] as string)

interface Opener {
  order: number
  /** The tokens of the run that are still unpaired, first and last. */
  left: number
  right: number
}

interface Openers {
  em: Opener[]
  strong: Opener[]
  del: Opener[]
}

type Kind = keyof Openers

const WIDTH = { em: 1, strong: 2, del: 2 } as const

/** Pairs the runs of markers of a paragraph after it was read. */
export function pairEmphasis(state: StateInline): boolean {
  pair(state.tokens, state.delimiters)
  for (const meta of state.tokens_meta) if (meta?.delimiters) pair(state.tokens, meta.delimiters)
  return true
}

type Delimiters = StateInline['delimiters']

function pair(tokens: Token[], delimiters: Delimiters): void {
  let openers: Openers = { em: [], strong: [], del: [] }
  let seen = 0
  for (const [order, run] of delimiters.entries()) {
    // Emphasis ends with its line.
    for (; seen < run.token; seen++)
      if (tokens[seen]?.tag === 'br') openers = { em: [], strong: [], del: [] }
    const rest = { order, left: run.token, right: run.token + (run.length ?? 0) - 1 }
    closeAll(tokens, openers, run, rest)
    if (run.marker === STAR) offer(openers, rest, run.open)
    else if (rest.left < rest.right) openers.del.push(rest)
  }
}

/** Closes openers with a run for as long as it has markers left for one of them. */
function closeAll(tokens: Token[], openers: Openers, run: Delimiters[number], rest: Opener): void {
  for (;;) {
    const kind = closableKind(run, rest, openers)
    if (!kind) return
    const opener = openers[kind].at(-1) as Opener
    markTags(tokens, kind, opener, rest)
    forgetSince(openers, opener)
    offer(openers, opener, true)
  }
}

const widthOf = ({ left, right }: Opener): number => right - left + 1

/** Of the kinds that this run can close, the one opened last. */
function closableKind(run: Delimiters[number], rest: Opener, openers: Openers): Kind | undefined {
  const width = widthOf(rest)
  if (run.marker === TILDE) return width === 2 && openers.del.length > 0 ? 'del' : undefined
  const em = width % 2 === 1 && run.close ? openers.em.at(-1) : undefined
  const strong = width >= 2 ? openers.strong.at(-1) : undefined
  if (!em || !strong) return em ? 'em' : strong ? 'strong' : undefined
  // One run opened both: `***x***` closes from the inside.
  return em.order >= strong.order ? 'em' : 'strong'
}

function markTags(tokens: Token[], kind: Kind, opener: Opener, closer: Opener): void {
  const width = WIDTH[kind]
  turnInto(tokens[opener.right - width + 1], kind, 1)
  turnInto(tokens[closer.left], kind, -1)
  if (width === 2) {
    blank(tokens[opener.right])
    blank(tokens[closer.left + 1])
  }
  opener.right -= width
  closer.left += width
}

function turnInto(token: Token | undefined, tag: Kind, nesting: 1 | -1): void {
  if (!token) return
  token.type = `${tag}_${nesting === 1 ? 'open' : 'close'}`
  token.tag = tag
  token.nesting = nesting
  token.content = ''
}

function blank(token: Token | undefined): void {
  if (token) token.content = ''
}

function forgetSince(openers: Openers, { order }: Opener): void {
  for (const stack of Object.values(openers) as Opener[][]) {
    while (stack.length > 0 && (stack.at(-1) as Opener).order >= order) stack.pop()
  }
}

function offer(openers: Openers, opener: Opener, mayOpenEm: boolean): void {
  const width = widthOf(opener)
  if (width % 2 === 1 && mayOpenEm) openers.em.push(opener)
  if (width >= 2) openers.strong.push(opener)
}

// Renders the Markdown of a message to HTML and reports what it mentions, links and attaches. A
// pure function of the source, the options and a `Lookup`.

import { writeBlocks } from '../html.ts'
import { InlineScan } from './inline/inline-scan.ts'
import type { Lookup } from './lookup.ts'
import { defaultRenderOptions, type RenderOptions } from './options.ts'
import { parseInSteps } from './parser.ts'
import type { Piece } from './render/pieces.ts'
import { withPreviews } from './render/previews.ts'
import type { Rendering } from './rendering.ts'
import { prepareSource } from './source.ts'

/** Stored with each message: a message rendered by an older version may be rendered anew. */
export const RENDERER_VERSION = 1

/** The HTML of a message and what its source says to the rest of the product. */
export interface Rendered {
  html: string
  /** Users mentioned by name, not silently and not in a quote. */
  mentionedUserIds: number[]
  /** Groups mentioned by name, not silently and not in a quote. */
  mentionedGroupIds: number[]
  /** `@**all**` and its synonyms, not silently and not in a quote. */
  hasChannelWildcard: boolean
  /** `@**topic**`, not silently and not in a quote. */
  hasTopicWildcard: boolean
  hasLink: boolean
  hasImage: boolean
  hasAttachment: boolean
  /** Uploads of `Lookup.upload` that the source links, as path IDs. */
  attachments: string[]
  /** Websites that could be shown below the message and that `Lookup` does not know yet. */
  linksToPreview: string[]
}

/** The message cannot be shown; people are told "Unable to render message". */
export class UnrenderableMessage extends Error {
  override name = 'UnrenderableMessage'
  /** Whether its HTML is longer than any message may be. */
  isTooLarge = false
}

/** HTML may have this many times the characters of the longest message; more is an attack. */
const MAX_GROWTH = 20

/**
 * The HTML that clients parse, and what the source mentions and
 * links. Throws UnrenderableMessage.
 */
export const renderMarkdown = (
  source: string,
  lookup: Lookup,
  changes: Partial<RenderOptions> = {},
): Rendered => finish(renderInSteps(source, lookup, changes))

/** The same in steps, between which others may run. */
export function* renderInSteps(
  source: string,
  lookup: Lookup,
  changes: Partial<RenderOptions>,
): Generator<void, Rendered> {
  const options = { ...defaultRenderOptions, ...changes }
  const rendering = startRendering(lookup, options)
  const html = yield* htmlOf(source, rendering)
  if (html.length > MAX_GROWTH * options.maxMessageLength) {
    const error = new UnrenderableMessage(`${html.length} characters of HTML`)
    error.isTooLarge = true
    throw error
  }
  return {
    html,
    mentionedUserIds: [...rendering.mentionedUserIds],
    mentionedGroupIds: [...rendering.mentionedGroupIds],
    hasChannelWildcard: rendering.hasChannelWildcard,
    hasTopicWildcard: rendering.hasTopicWildcard,
    hasLink: rendering.hasLink,
    hasImage: rendering.hasImage,
    hasAttachment: rendering.attachments.size > 0,
    attachments: [...rendering.attachments],
    linksToPreview: [...rendering.linksToPreview],
  }
}

/** Whether a source can hold pieces at all: most messages do not, and are not looked at twice. */
export const mayHoldPieces = (source: string, defaultCodeBlockLanguage: string): boolean =>
  /\$\$|```|~~~/.test(source) || defaultCodeBlockLanguage !== ''

/**
 * The formulas and the coloured code of a source, each once, for a server that typesets them before
 * it renders; in steps, between which others may run. @throws UnrenderableMessage
 */
export function* piecesOf(
  source: string,
  lookup: Lookup,
  changes: Partial<RenderOptions>,
): Generator<void, Piece[]> {
  const options = { ...defaultRenderOptions, ...changes }
  if (!mayHoldPieces(source, options.defaultCodeBlockLanguage)) return []
  const found = new Map<string, Piece>()
  const typeset = (piece: Piece) => {
    found.set(JSON.stringify(piece), piece)
    return ''
  }
  yield* htmlOf(source, startRendering(lookup, { ...options, typeset }))
  return [...found.values()]
}

/** Takes all steps at once. */
export function finish<Result>(steps: Generator<void, Result>): Result {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

function* htmlOf(source: string, rendering: Rendering): Generator<void, string> {
  try {
    const tokens = yield* parseInSteps(prepareSource(source), rendering)
    yield
    return writeBlocks(withPreviews(tokens, rendering)).trimEnd()
  } catch (cause) {
    throw new UnrenderableMessage('rendering failed', { cause })
  }
}

function startRendering(lookup: Lookup, options: RenderOptions): Rendering {
  const rendering = {
    lookup,
    options,
    container: 'message',
    depth: 0,
    isQuoted: false,
    isInLink: false,
    mentionedUserIds: new Set(),
    mentionedGroupIds: new Set(),
    attachments: new Set(),
    linksToPreview: new Set(),
    hasChannelWildcard: false,
    hasTopicWildcard: false,
    hasLink: false,
    hasImage: false,
  } as Omit<Rendering, 'scan'> as Rendering
  rendering.scan = new InlineScan('', rendering)
  return rendering
}

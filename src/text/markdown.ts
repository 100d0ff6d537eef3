import { writeBlocks } from './html.ts'
import { InlineScan } from './inline-scan.ts'
import type { Lookup } from './lookup.ts'
import { parseMarkdown } from './parser.ts'
import { withPreviews } from './previews.ts'
import type { Rendering } from './rendering.ts'
import { prepareSource } from './source.ts'

/** Stored with each message: a message rendered by an older version may be rendered anew. */
export const RENDERER_VERSION = 1

export interface RenderOptions {
  /** Public URL of the organization, without a slash at the end. */
  realmUrl: string
  /** Language of fences that name none; may be `quote` or `math`; '' for plain code. */
  defaultCodeBlockLanguage: string
  /** What an empty topic is called. */
  emptyTopicName: string
  /** The sender's setting `translate_emoticons`. */
  translateEmoticons: boolean
  /** Pictures and videos are shown below links to them. */
  previewImages: boolean
  /** Websites are shown below links to them, once `Lookup.websitePreview` knows them. */
  previewWebsites: boolean
  /** Where clients load an external picture or video from; the default is the URL itself. */
  externalMediaUrl: (url: string) => string
  /** Rendering to more than 100 times this many characters is refused. */
  maxMessageLength: number
}

const defaultRenderOptions: RenderOptions = {
  realmUrl: '',
  defaultCodeBlockLanguage: '',
  emptyTopicName: 'general chat',
  translateEmoticons: false,
  previewImages: false,
  previewWebsites: false,
  externalMediaUrl: (url) => url,
  maxMessageLength: 10_000,
}

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
}

/** Longer HTML than this many times the longest message is an attempt to make it long. */
const MAX_GROWTH = 100

/**
 * The HTML that clients parse (markdown 9), and what the source mentions and
 * links. Throws UnrenderableMessage.
 */
export function renderMarkdown(
  source: string,
  lookup: Lookup,
  changes: Partial<RenderOptions> = {},
): Rendered {
  const options = { ...defaultRenderOptions, ...changes }
  const rendering = startRendering(lookup, options)
  const html = htmlOf(source, rendering)
  if (html.length > MAX_GROWTH * options.maxMessageLength) {
    throw new UnrenderableMessage(`${html.length} characters of HTML`)
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

function htmlOf(source: string, rendering: Rendering): string {
  try {
    const tokens = parseMarkdown(prepareSource(source), rendering)
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

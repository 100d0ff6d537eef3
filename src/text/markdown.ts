import MarkdownIt from 'markdown-it'
import type { Lookup } from './lookup.ts'

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

export const defaultRenderOptions: RenderOptions = {
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

const md = new MarkdownIt({ html: false, breaks: true })

export function renderMarkdown(
  source: string,
  _lookup: Lookup,
  _options: Partial<RenderOptions> = {},
): Rendered {
  return {
    html: md.render(source).trim(),
    mentionedUserIds: [],
    mentionedGroupIds: [],
    hasChannelWildcard: false,
    hasTopicWildcard: false,
    hasLink: false,
    hasImage: false,
    hasAttachment: false,
    attachments: [],
    linksToPreview: [],
  }
}

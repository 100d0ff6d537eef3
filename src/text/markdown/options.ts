// How messages of an organization are rendered.

import type { Typeset } from './render/pieces.ts'
import { typesetNow } from './render/typesetting.ts'

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
  /** Rendering to more than 20 times this many characters is refused. */
  maxMessageLength: number
  /** Writes formulas and coloured code. */
  typeset: Typeset
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
  typeset: typesetNow,
}

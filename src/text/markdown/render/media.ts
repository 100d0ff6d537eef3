// HTML of uploaded pictures, videos and sounds.

import { safeHref } from '../../hrefs.ts'
import { element, startTag } from '../../html.ts'
import type { LinkedUpload, UploadedImage } from '../lookup.ts'
import type { Rendering } from '../rendering.ts'
import { noteAttachment } from './attachments.ts'

const AUDIO = new Set(
  ['aac', 'flac', 'mpeg', 'wav', 'x-wav', 'vnd.wave'].map((subtype) => `audio/${subtype}`),
)

/** Browsers show these only as a picture transcoded to a common format. */
const NEEDS_TRANSCODING = new Set(['image/heic', 'image/tiff'])

/** The endings of the same kinds of file, at other websites. */
const AUDIO_PATH = /\.(?:aac|flac|mp3|wav)$/i

const PLACEHOLDER = '/static/images/loading/loader-black.svg'

/**
 * An uploaded picture, or a sound of any website, that stands in the text; undefined if
 * `destination` is neither.
 */
export function mediaHtml(rendering: Rendering, alt: string, destination: string) {
  const href = safeHref(destination, rendering.options.realmUrl)
  if (href === undefined) return undefined
  const attachment = noteAttachment(rendering, href)
  if (!attachment) return isExternalAudio(href) ? externalAudio(rendering, alt, href) : undefined
  const { upload, pathId } = attachment
  if (upload.image) {
    rendering.hasImage = true
    return startTag('img', {
      alt,
      class: `inline-image${upload.image.isReady ? '' : ' image-loading-placeholder'}`,
      ...imageAttributes(upload, upload.image),
      'data-original-src': uploadPath(pathId),
      src: imageSource(pathId, upload.image),
    })
  }
  return AUDIO.has(upload.contentType) ? audioHtml(uploadPath(pathId), alt) : undefined
}

const isExternalAudio = (href: string): boolean =>
  /^https?:\/\//i.test(href) && AUDIO_PATH.test(href.split(/[?#]/, 1)[0] as string)

function externalAudio(rendering: Rendering, alt: string, href: string): string {
  rendering.hasLink = true
  const src = rendering.options.externalMediaUrl(href)
  return audioHtml(src, alt, src === href ? undefined : href)
}

const audioHtml = (src: string, alt: string, original?: string): string =>
  element(
    'audio',
    {
      controls: '',
      'data-original-url': original,
      preload: 'metadata',
      src,
      title: alt === '' ? undefined : alt,
    },
    '',
  )

/** The picture of an upload below a link to it. */
export function uploadedImageHtml(pathId: string, upload: LinkedUpload, image: UploadedImage) {
  return startTag('img', {
    class: image.isReady ? undefined : 'image-loading-placeholder',
    ...imageAttributes(upload, image),
    src: imageSource(pathId, image),
  })
}

/** The path at which an upload is served. */
export const uploadPath = (pathId: string): string =>
  `/user_uploads/${pathId.split('/').map(encodeURIComponent).join('/')}`

function imageAttributes({ contentType }: LinkedUpload, image: UploadedImage) {
  const { width, height, isAnimated } = image
  return {
    'data-animated': isAnimated ? 'true' : undefined,
    'data-original-content-type': contentType,
    'data-original-dimensions': `${width}x${height}`,
    'data-transcoded-image': NEEDS_TRANSCODING.has(contentType)
      ? `${height > width ? '3024x4032' : '4032x3024'}.webp`
      : undefined,
  }
}

function imageSource(pathId: string, { isReady, isAnimated }: UploadedImage): string {
  if (!isReady) return PLACEHOLDER
  const path = uploadPath(pathId)
  const format = isAnimated ? '840x560-anim.webp' : '840x560.webp'
  return `${path.replace('/user_uploads/', '/user_uploads/thumbnail/')}/${format}`
}

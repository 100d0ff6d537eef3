import { noteAttachment } from './attachments.ts'
import { safeHref } from './hrefs.ts'
import { element, startTag } from './html.ts'
import type { LinkedUpload, UploadedImage } from './lookup.ts'
import type { Rendering } from './rendering.ts'

const AUDIO = new Set(
  ['aac', 'flac', 'mpeg', 'wav', 'x-wav', 'vnd.wave'].map((subtype) => `audio/${subtype}`),
)

/** Browsers show these only as a picture transcoded to a common format. */
const NEEDS_TRANSCODING = new Set(['image/heic', 'image/tiff'])

const PLACEHOLDER = '/static/images/loading/loader-black.svg'

/** An uploaded picture or sound that stands in the text; undefined if `destination` is neither. */
export function mediaHtml(rendering: Rendering, alt: string, destination: string) {
  const href = safeHref(destination, rendering.options.realmUrl)
  const attachment = href === undefined ? undefined : noteAttachment(rendering, href)
  if (!attachment) return undefined
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
  if (!AUDIO.has(upload.contentType)) return undefined
  const title = alt === '' ? undefined : alt
  return element('audio', { controls: '', preload: 'metadata', src: uploadPath(pathId), title }, '')
}

/** The picture of an upload below a link to it. */
export function uploadedImageHtml(pathId: string, upload: LinkedUpload, image: UploadedImage) {
  return startTag('img', {
    class: image.isReady ? undefined : 'image-loading-placeholder',
    ...imageAttributes(upload, image),
    src: imageSource(pathId, image),
  })
}

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

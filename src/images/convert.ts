// Decodes one image and makes the asked renditions of it. Runs in the codec process only.

import type Vips from 'wasm-vips'
import {
  type Converted,
  type ImageFacts,
  MAX_MOVING_PIXELS,
  MAX_PADDED_FRAMES,
  MAX_PIXELS,
  type Rendition,
} from './conversion.ts'

type Library = typeof Vips
type Image = Vips.Image

/** Option of all libvips loaders: reject truncated images. */
const WHOLE = 'fail_on=truncated'

const TRANSPARENT = [0, 0, 0, 0]

/** EXIF orientations from here on are turned by 90 degrees. */
const ON_ITS_SIDE = 5

/** Makes the renditions of one image. @throws Error if the bytes are not a complete image */
export function convert(
  vips: Library,
  bytes: Uint8Array,
  renditions: readonly Rendition[],
): Converted | 'too large' {
  const facts = readFacts(vips, bytes)
  if (facts.width * facts.height > MAX_PIXELS) return 'too large'
  return {
    facts,
    images: renditions.map((wanted) =>
      wanted.moving && !canMove(facts, wanted) ? undefined : render(vips, bytes, facts, wanted),
    ),
  }
}

/** Size and number of frames, from the header of the file. */
function readFacts(vips: Library, bytes: Uint8Array): ImageFacts {
  using image = vips.Image.newFromBuffer(bytes, WHOLE, { access: 'sequential' })
  const { width, height } = image
  const pixels = width * height
  // Only animations have `delay`: the pages of a document are not frames.
  const frames = image.getTypeof('delay') ? numberIn(image, 'n-pages', 1) : 1
  const isOnItsSide = numberIn(image, 'orientation', 1) >= ON_ITS_SIDE
  return {
    width: isOnItsSide ? height : width,
    height: isOnItsSide ? width : height,
    frames: frames * pixels > MAX_MOVING_PIXELS ? 1 : frames,
  }
}

/** Whether the rendition may be animated: with too many frames it would take many seconds. */
const canMove = ({ frames }: ImageFacts, { fit }: Rendition) =>
  frames > 1 && (fit === 'inside' || frames <= MAX_PADDED_FRAMES)

const numberIn = (image: Image, name: string, otherwise: number) =>
  image.getTypeof(name) ? image.getInt(name) : otherwise

function render(
  vips: Library,
  bytes: Uint8Array,
  facts: ImageFacts,
  wanted: Rendition,
): Uint8Array {
  using scaled = scale(vips, bytes, facts, wanted)
  using padded = wanted.fit === 'pad' ? padTo(vips, scaled, wanted) : scaled.copy()
  return wanted.format === 'png'
    ? padded.pngsaveBuffer({ keep: 'none' })
    : padded.webpsaveBuffer({ keep: 'none', Q: 80, effort: wanted.moving ? 0 : 3 })
}

function scale(vips: Library, bytes: Uint8Array, facts: ImageFacts, wanted: Rendition): Image {
  const { width, height, fit, moving } = wanted
  const options = {
    height,
    size: fit === 'inside' ? 'down' : 'both',
    crop: fit === 'crop' ? 'centre' : 'none',
    output_profile: 'srgb',
  }
  if (fit === 'crop' && isLong(facts)) {
    using image = vips.Image.newFromBuffer(bytes, WHOLE, { access: 'sequential' })
    const side = Math.min(facts.width, facts.height)
    using middle = image.crop((image.width - side) >> 1, (image.height - side) >> 1, side, side)
    return middle.thumbnailImage(width, options)
  }
  return vips.Image.thumbnailBuffer(bytes, width, {
    ...options,
    option_string: moving ? `${WHOLE},n=-1` : WHOLE,
  })
}

/** Whether the image is so long that cropping it before scaling saves most of the work. */
const isLong = ({ width, height }: ImageFacts) =>
  Math.max(width, height) > 8 * Math.min(width, height)

/** Frames lie below each other in one tall image, and each gets its own margin. */
function padTo(vips: Library, image: Image, { width, height, moving }: Rendition): Image {
  using opaque = image.hasAlpha() ? image.copy() : image.addalpha()
  const pad = (frame: Image) =>
    frame.gravity('centre', width, height, { extend: 'background', background: TRANSPARENT })
  if (!moving) return pad(opaque)
  const frameHeight = image.pageHeight
  const frames = Array.from({ length: image.height / frameHeight }, (_, index) => {
    using frame = opaque.crop(0, index * frameHeight, image.width, frameHeight)
    return pad(frame)
  })
  try {
    const joined = vips.Image.arrayjoin(frames, { across: 1 })
    joined.setInt('page-height', height)
    return joined
  } finally {
    for (const frame of frames) frame.delete()
  }
}

// The sizes and formats of thumbnails.

import type { ImageFacts, Rendition } from '../../images/conversion.ts'
import type { ImageType } from '../../images/image-type.ts'

/** The thumbnails of every image; the second is for animations. `name` ends the address. */
export const THUMBNAIL_FORMATS = [
  { name: '840x560-anim.webp', max_width: 840, max_height: 560, format: 'webp', animated: true },
  { name: '840x560.webp', max_width: 840, max_height: 560, format: 'webp', animated: false },
] as const

const [MOVING, STILL] = THUMBNAIL_FORMATS

/** In full size, of images that browsers do not show. */
const TRANSCODED = { landscape: '4032x3024.webp', portrait: '3024x4032.webp' }

const ALL_NAMES = [MOVING.name, STILL.name, ...Object.values(TRANSCODED)]

export const STILL_THUMBNAIL = STILL.name

/** The name of the thumbnail that is made in the background because it is slow; null if none is. */
export function slowThumbnail(type: ImageType, facts: ImageFacts): string | null {
  if (type === 'image/tiff') return transcodedName(facts)
  return facts.frames > 1 ? MOVING.name : null
}

/**
 * The best thumbnail for the requested format; still images have no animated one. Undefined if none
 * matches.
 */
export function nearestThumbnail(
  type: string,
  facts: ImageFacts,
  name: string,
): string | undefined {
  if (name === MOVING.name) return facts.frames > 1 ? name : STILL.name
  const isTranscoded = type === 'image/tiff' && name === transcodedName(facts)
  return name === STILL.name || isTranscoded ? name : undefined
}

const transcodedName = ({ width, height }: ImageFacts) =>
  height > width ? TRANSCODED.portrait : TRANSCODED.landscape

/** How a thumbnail is made, by its name. */
export function thumbnailRendition(name: string): Rendition {
  const [width, height] = name.split(/\D/).map(Number)
  return {
    format: 'webp',
    width: width!,
    height: height!,
    fit: 'inside',
    ...(name === MOVING.name && { moving: true }),
  }
}

/** Where thumbnails lie: beside the file itself. @param storagePath of that file */
export const thumbnailPath = (storagePath: string, name: string) => `${storagePath}.${name}`

/** All paths at which a thumbnail of the file may exist. */
export const thumbnailPaths = (storagePath: string) =>
  ALL_NAMES.map((name) => thumbnailPath(storagePath, name))

/** The file that something on disk belongs to, itself or as its thumbnail. */
export const originalOf = (name: string) => name.split('.', 1)[0]!

import { Readable } from 'node:stream'
import { createInflate } from 'node:zlib'
import { readGif } from './gif.ts'
import { readJpeg } from './jpeg.ts'
import { readPng } from './png.ts'
import { readWebp } from './webp.ts'

export type ImageFormat = 'png' | 'jpeg' | 'gif' | 'webp'

/** What the structure of an image file tells, without decoding a pixel. */
export interface Image {
  format: ImageFormat
  /** Of the whole picture, in pixels. */
  width: number
  height: number
  /** More than one: it moves. */
  frames: number
  /** The parts of the file that make the picture: without place, camera, comments and leftovers. */
  picture: readonly Buffer[]
  /** The same for the first frame alone; undefined where there is but one. */
  still?: readonly Buffer[]
  /** Compressed pixels whose end only decompressing shows, and how many bytes they make. */
  packed?: { parts: readonly Buffer[]; length: number }
}

export const MEDIA_TYPE: Record<ImageFormat, string> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
}

const READERS = { png: readPng, jpeg: readJpeg, gif: readGif, webp: readWebp }

/** Tells formats by their first bytes, which is what browsers do; names are not to be trusted. */
export function imageFormat(bytes: Buffer): ImageFormat | undefined {
  const start = bytes.toString('latin1', 0, 12)
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif'
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'webp'
  return undefined
}

/** Reads an image file as far as its structure goes; undefined where it is none or does not hold. */
export function readImage(bytes: Buffer): Image | undefined {
  const format = imageFormat(bytes)
  if (format === undefined) return undefined
  try {
    const image = READERS[format](bytes)
    return image && image.width > 0 && image.height > 0 ? { format, ...image } : undefined
  } catch (error) {
    // A length inside the file that points beyond its end.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Whether the pixels are all there, as far as that can be told without drawing them. */
export async function isComplete({ packed }: Image): Promise<boolean> {
  if (packed === undefined) return true
  let length = 0
  try {
    const pixels = Readable.from(packed.parts).pipe(createInflate())
    for await (const piece of pixels) {
      length += (piece as Buffer).length
      if (length >= packed.length) return true
    }
  } catch {
    return false
  }
  return false
}

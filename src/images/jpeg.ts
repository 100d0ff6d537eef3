import { exifOrientation, orientationOnly } from './exif.ts'
import type { Image } from './image.ts'

const START = 0xd8
const END = 0xd9
const SCAN = 0xda
const QUANTIZATION = 0xdb
const HUFFMAN = 0xc4

/** JFIF, colour profile, and Adobe's word on how colours are coded. */
const APP0 = 0xe0
const APP1 = 0xe1
const APP2 = 0xe2
const APP14 = 0xee

const ABOUT_COLOUR = new Set([APP0, APP2, APP14])

/** Tables, restarts and frames: what decoding takes. */
const isOfPicture = (marker: number) =>
  (marker >= 0xc0 && marker <= 0xcf) || (marker >= SCAN && marker <= 0xdf)

const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![HUFFMAN, 0xc8, 0xcc].includes(marker)

export function readJpeg(bytes: Buffer): Omit<Image, 'format'> | undefined {
  const picture: Buffer[] = [Buffer.from([0xff, START])]
  const seen = new Set<number>()
  let size: { width: number; height: number } | undefined
  for (let at = 2; ; ) {
    // Any number of filling bytes may precede a marker.
    while (bytes.readUInt8(at) === 0xff && bytes.readUInt8(at + 1) === 0xff) at++
    if (bytes.readUInt8(at) !== 0xff) return undefined
    const marker = bytes.readUInt8(at + 1)
    if (marker === END) {
      picture.push(bytes.subarray(at, at + 2))
      break
    }
    const contentEnd = at + 2 + bytes.readUInt16BE(at + 2)
    if (contentEnd > bytes.length || contentEnd < at + 4) return undefined
    const content = bytes.subarray(at + 4, contentEnd)
    if (isFrame(marker)) {
      if (size) return undefined
      size = { height: content.readUInt16BE(1), width: content.readUInt16BE(3) }
    }
    if (marker === SCAN && !(size && seen.has(QUANTIZATION))) return undefined
    const end = marker === SCAN ? scanEnd(bytes, contentEnd) : contentEnd
    seen.add(marker)
    if (isOfPicture(marker) || ABOUT_COLOUR.has(marker)) picture.push(bytes.subarray(at, end))
    const orientation = marker === APP1 ? exifOrientation(content) : undefined
    // A phone's camera does not turn the pixels; it writes down how it was held.
    if (orientation) picture.push(orientationOnly(orientation))
    at = end
  }
  return size && seen.has(SCAN) ? { ...size, frames: 1, picture } : undefined
}

/** Coded pixels go on until a marker that is neither a restart nor a masked 0xff. */
function scanEnd(bytes: Buffer, from: number): number {
  for (let at = from; ; at++) {
    at = bytes.indexOf(0xff, at)
    if (at < 0) throw new RangeError('a scan without end')
    const next = bytes.readUInt8(at + 1)
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
  }
}

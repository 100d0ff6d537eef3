import { crc32, deflateSync } from 'node:zlib'
import type { Image } from './image.ts'

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** Chunks that say how the picture looks; all others say something about it. */
const OF_PICTURE = new Set('IHDR PLTE tRNS IDAT IEND gAMA cHRM sRGB iCCP sBIT'.split(' '))
const OF_ANIMATION = new Set(['acTL', 'fcTL', 'fdAT'])

/** Samples of a pixel by colour type, and the bit depths each allows. */
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const DEPTHS: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

interface Header {
  width: number
  height: number
  bitsPerPixel: number
  needsPalette: boolean
  isInterlaced: boolean
}

export function readPng(bytes: Buffer): Omit<Image, 'format'> | undefined {
  let header: Header | undefined
  let frames = 1
  let hasPalette = false
  const picture: Buffer[] = [SIGNATURE]
  const still: Buffer[] = [SIGNATURE]
  const packed: Buffer[] = []
  for (let at = SIGNATURE.length; ; ) {
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    const named = bytes.subarray(at + 4, end - 4)
    const type = named.toString('latin1', 0, 4)
    if (bytes.readUInt32BE(end - 4) !== crc32(named)) return undefined
    if ((header === undefined) !== (type === 'IHDR')) return undefined
    const data = named.subarray(4)

    if (type === 'IHDR') header = readHeader(data)
    if (type === 'acTL') frames = data.readUInt32BE(0)
    if (type === 'PLTE') hasPalette = true
    if (type === 'IDAT') packed.push(data)
    const chunk = bytes.subarray(at, end)
    if (OF_PICTURE.has(type)) still.push(chunk)
    if (OF_PICTURE.has(type) || OF_ANIMATION.has(type)) picture.push(chunk)
    if (header === undefined) return undefined
    if (type === 'IEND') break
    at = end
  }
  if (packed.length === 0 || (header.needsPalette && !hasPalette)) return undefined
  const { width, height } = header
  const rest = {
    width,
    height,
    frames,
    picture,
    packed: { parts: packed, length: bytesOf(header) },
  }
  return frames > 1 ? { ...rest, still } : rest
}

function readHeader(data: Buffer): Header | undefined {
  const depth = data.readUInt8(8)
  const colour = data.readUInt8(9)
  if (data.length !== 13 || !DEPTHS[colour]?.includes(depth)) return undefined
  return {
    width: data.readUInt32BE(0),
    height: data.readUInt32BE(4),
    bitsPerPixel: depth * CHANNELS[colour]!,
    needsPalette: colour === 3,
    isInterlaced: data.readUInt8(12) === 1,
  }
}

/** First column and row, and the distance to the next, of the seven passes of an interlaced picture. */
const PASSES = [
  ...[[0, 0, 8, 8] as const, [4, 0, 8, 8] as const, [0, 4, 4, 8] as const],
  ...[[2, 0, 4, 4] as const, [0, 2, 2, 4] as const, [1, 0, 2, 2] as const, [0, 1, 1, 2] as const],
]

/** How many bytes the pixels are before compression: each row has one more, which names its filter. */
function bytesOf({ width, height, bitsPerPixel, isInterlaced }: Header): number {
  const size = (columns: number, rows: number) =>
    columns === 0 ? 0 : rows * (1 + Math.ceil((columns * bitsPerPixel) / 8))
  if (!isInterlaced) return size(width, height)
  return PASSES.reduce(
    (sum, [x, y, dx, dy]) =>
      sum +
      size(Math.max(0, Math.ceil((width - x) / dx)), Math.max(0, Math.ceil((height - y) / dy))),
    0,
  )
}

/** Makes a PNG of two colours. @param isSet whether a pixel has the second one */
export function writePng(
  side: number,
  colours: readonly [background: number, foreground: number],
  isSet: (x: number, y: number) => boolean,
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // One bit a pixel, with a palette.
  header.set([1, 3], 8)
  const palette = Buffer.alloc(6)
  palette.writeUIntBE(colours[0], 0, 3)
  palette.writeUIntBE(colours[1], 3, 3)
  const rowLength = 1 + Math.ceil(side / 8)
  const rows = Buffer.alloc(side * rowLength)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      if (isSet(x, y)) rows[y * rowLength + 1 + (x >> 3)]! |= 0x80 >> (x & 7)
    }
  }
  return Buffer.concat([
    SIGNATURE,
    chunkOf('IHDR', header),
    chunkOf('PLTE', palette),
    chunkOf('IDAT', deflateSync(rows)),
    chunkOf('IEND', Buffer.alloc(0)),
  ])
}

function chunkOf(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(data.length + 12)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  chunk.set(data, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), data.length + 8)
  return chunk
}

import type { Image } from './image.ts'

interface Chunk {
  type: string
  data: Buffer
}

/** Flags of the VP8X chunk. */
const ANIMATED = 0x02
const EXIF = 0x08
const XMP = 0x04
const ALPHA = 0x10

const OF_PICTURE = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])

export function readWebp(bytes: Buffer): Omit<Image, 'format'> | undefined {
  const end = 8 + bytes.readUInt32LE(4)
  if (end > bytes.length) return undefined
  const chunks = readChunks(bytes.subarray(12, end))
  const first = chunks?.[0]
  if (!chunks || !first) return undefined
  if (first.type !== 'VP8X') {
    const size = frameSize(first)
    return size && { ...size, frames: 1, picture: fileOf([first]) }
  }
  const animation = chunks.filter(({ type }) => type === 'ANMF')
  const isAnimated = (first.data.readUInt8(0) & ANIMATED) !== 0
  const frames = isAnimated ? animation.map(frameOf) : [chunks.slice(1)]
  if (frames.length === 0 || !frames.every(isWhole)) return undefined
  return {
    width: first.data.readUIntLE(4, 3) + 1,
    height: first.data.readUIntLE(7, 3) + 1,
    frames: frames.length,
    picture: fileOf([
      { type: 'VP8X', data: withoutFlags(first.data, EXIF | XMP) },
      ...chunks.slice(1).filter(({ type }) => OF_PICTURE.has(type)),
    ]),
    ...(frames.length > 1 && { still: stillOf(animation[0]!) }),
  }
}

function readChunks(bytes: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = []
  for (let at = 0; at < bytes.length; ) {
    const type = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const end = at + 8 + length
    if (end > bytes.length) return undefined
    chunks.push({ type, data: bytes.subarray(at + 8, end) })
    // Chunks begin at even places.
    at = end + (length & 1)
  }
  return chunks
}

const isWhole = (chunks: Chunk[] | undefined) => chunks?.some(frameSize) ?? false

/** The chunks inside a frame, which begins with its place and size in 16 bytes. */
const frameOf = ({ data }: Chunk) => readChunks(data.subarray(16))

/** Size of the coded pixels; undefined where these are none. */
function frameSize({ type, data }: Chunk): { width: number; height: number } | undefined {
  if (type === 'VP8L') {
    if (data.readUInt8(0) !== 0x2f) return undefined
    const bits = data.readUInt32LE(1)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (type !== 'VP8 ') return undefined
  const isKeyFrame = (data.readUInt8(0) & 1) === 0
  if (!isKeyFrame || data.readUIntBE(3, 3) !== 0x9d012a) return undefined
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
}

function stillOf(frame: Chunk): Buffer[] {
  const inside = frameOf(frame)!.filter(({ type }) => OF_PICTURE.has(type))
  if (!inside.some(({ type }) => type === 'ALPH')) return fileOf(inside)
  const header = Buffer.alloc(10)
  header.writeUInt8(ALPHA, 0)
  // Width and height less one, as the frame has them too.
  header.set(frame.data.subarray(6, 12), 4)
  return fileOf([{ type: 'VP8X', data: header }, ...inside])
}

function withoutFlags(header: Buffer, flags: number): Buffer {
  const changed = Buffer.from(header)
  changed[0]! &= ~flags
  return changed
}

function fileOf(chunks: readonly Chunk[]): Buffer[] {
  const parts = chunks.flatMap(({ type, data }) => {
    const head = Buffer.alloc(8)
    head.write(type, 'latin1')
    head.writeUInt32LE(data.length, 4)
    return [head, data, Buffer.alloc(data.length & 1)]
  })
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(4 + parts.reduce((sum, part) => sum + part.length, 0), 4)
  return [head, ...parts]
}

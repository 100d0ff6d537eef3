import type { Image } from './image.ts'

const EXTENSION = 0x21
const FRAME = 0x2c
const TRAILER = 0x3b

/** Extensions by label: how the next frame is shown, and what programs add. */
const CONTROL = 0xf9
const APPLICATION = 0xff

export function readGif(bytes: Buffer): Omit<Image, 'format'> | undefined {
  const width = bytes.readUInt16LE(6)
  const height = bytes.readUInt16LE(8)
  let at = 13 + paletteLength(bytes.readUInt8(10))
  if (at > bytes.length) return undefined
  const head = bytes.subarray(0, at)
  const picture = [head]
  const still = [head]
  let frames = 0
  // Many programs leave the trailer out, and everything reads their files.
  while (at < bytes.length && bytes[at] !== TRAILER) {
    const end = blockEnd(bytes, at)
    if (end === undefined) return undefined
    const block = bytes.subarray(at, end)
    const isFrame = bytes[at] === FRAME
    if (isFrame || isShown(block)) {
      picture.push(block)
      if (frames === 0) still.push(block)
    }
    if (isFrame) frames++
    at = end
  }
  const trailer = Buffer.from([TRAILER])
  picture.push(trailer)
  still.push(trailer)
  if (frames === 0) return undefined
  return { width, height, frames, picture, ...(frames > 1 && { still }) }
}

/** Loops are kept; comments, texts and data of other programs are not part of what is seen. */
const isShown = (extension: Buffer) =>
  extension[1] === CONTROL ||
  (extension[1] === APPLICATION && extension.toString('latin1', 3, 14) === 'NETSCAPE2.0')

/** Bytes of the palette that the packed field announces. */
const paletteLength = (packed: number) => (packed & 0x80 ? 3 << ((packed & 7) + 1) : 0)

function blockEnd(bytes: Buffer, at: number): number | undefined {
  if (bytes[at] === EXTENSION) return afterSubBlocks(bytes, at + 2)
  if (bytes[at] !== FRAME) return undefined
  const afterPalette = at + 10 + paletteLength(bytes.readUInt8(at + 9))
  // The compressed pixels begin with the size of their first code.
  const codeSize = bytes.readUInt8(afterPalette)
  return codeSize >= 2 && codeSize <= 8 ? afterSubBlocks(bytes, afterPalette + 1) : undefined
}

/** Data comes in pieces, each with its length before it; an empty one is the last. */
function afterSubBlocks(bytes: Buffer, at: number): number {
  for (let next = at; ; ) {
    const length = bytes.readUInt8(next)
    next += 1 + length
    if (length === 0) return next
  }
}

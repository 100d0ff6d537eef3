// Writes small PNG files of two colours, without a library.

import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

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

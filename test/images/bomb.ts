// Makes images that claim to be far larger than their file.

import { crc32, deflateSync } from 'node:zlib'

/** A small PNG of many black pixels. @param rows of them in the file, where those are fewer */
export function bomb(width: number, height: number, rows = height): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // One bit a pixel.
  header[8] = 1
  const pixels = deflateSync(Buffer.alloc(rows * (1 + Math.ceil(width / 8))))
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND')])
}

/** A GIF of one pixel and many frames. */
export function blinkingDot(frames: number): Buffer {
  const screen = [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
  const frame = [0x21, 0xf9, 4, 4, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
  const signature = Buffer.from('GIF89a')
  const all = Buffer.concat(Array.from({ length: frames }, () => Buffer.from(frame)))
  return Buffer.concat([signature, Buffer.from(screen), all, Buffer.from(';')])
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const whole = Buffer.alloc(data.length + 12)
  whole.writeUInt32BE(data.length)
  whole.set(named, 4)
  whole.writeUInt32BE(crc32(named), whole.length - 4)
  return whole
}

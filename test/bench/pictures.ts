// Pictures for benchmarks: PNG files of noise, which no compression makes smaller.

import { randomFillSync } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

/** A PNG of random colours; a side of 1,300 pixels makes 5 MB. */
export function noise(side: number): Buffer {
  const rows = Buffer.alloc(side * (1 + side * 3))
  randomFillSync(rows)
  // Each row begins with the number of its filter, and 0 is no filter.
  for (let row = 0; row < side; row++) rows[row * (1 + side * 3)] = 0
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // Eight bits for each of three colours.
  header.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 0 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

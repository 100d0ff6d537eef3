// Packs what the executable carries; src/base/executable.ts reads it.

import { readFileSync } from 'node:fs'
import { constants, zstdCompressSync } from 'node:zlib'

/**
 * The length of a file in four bytes, then the file as small as can be: that takes seconds here, and nothing
 * where it is unpacked.
 */
export function compress(bytes) {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  const params = { [constants.ZSTD_c_compressionLevel]: 19 }
  return Buffer.concat([length, zstdCompressSync(bytes, { params })])
}

/**
 * The length of an index, the index as JSON, then the files.
 * @param files the path or the bytes of each file by its name
 */
export function packArchive(files) {
  const index = {}
  const contents = []
  let start = 0
  for (const [name, file] of Object.entries(files)) {
    const bytes = typeof file === 'string' ? readFileSync(file) : file
    index[name] = [start, bytes.length]
    contents.push(bytes)
    start += bytes.length
  }
  const head = Buffer.from(JSON.stringify(index))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(head.length)
  return Buffer.concat([length, head, ...contents])
}

// Measures the pictures of the demo without the process that decodes images, which takes longer to
// start than all the rest of the demo takes. Thumbnails are made when a browser first asks for them.

import { readFileSync } from 'node:fs'
import type { Context } from '../domain/kernel/context.ts'

type Images = Context['images']

/** Knows only what the demo paints: PNG files. */
export class PictureSizes implements Images {
  async convert(_person: number, source: Parameters<Images['convert']>[1]) {
    const png = 'path' in source ? readFileSync(source.path) : Buffer.from(source.bytes)
    // The header, which comes first, begins with the width and the height.
    const facts = { width: png.readUInt32BE(16), height: png.readUInt32BE(20), frames: 1 }
    return { facts, images: [] }
  }

  stop() {}
}

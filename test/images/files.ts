// Image files as uploads.

import { drawIdenticon } from '../../src/images/identicon.ts'

/** A small picture, for tests in which any will do. */
export const PNG = drawIdenticon('a test', 16)

/** The smallest picture: one pixel. */
export const DOT_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A file as a form carries it. */
export const file = (bytes: Buffer, name = 'picture', type = '') =>
  new File([new Uint8Array(bytes)], name, { type })

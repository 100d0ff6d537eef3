// Image files as uploads.

import { drawIdenticon } from '../../src/images/identicon.ts'

/** A small picture, for tests in which any will do. */
export const PNG = drawIdenticon('a test', 16)

/** A file as a form carries it. */
export const file = (bytes: Buffer, name = 'picture', type = '') =>
  new File([new Uint8Array(bytes)], name, { type })

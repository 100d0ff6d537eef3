// Typesets the formulas and the code of one message.

import type { Piece } from '../text/markdown/render/pieces.ts'
import { typesetNow } from '../text/markdown/render/typesetting.ts'

/** The HTML of all pieces together may have this many characters: more is no message any more. */
const MOST_CHARACTERS = 400_000

const utf8 = new TextEncoder()

/** The HTML of each piece in UTF-8; null where it is to be shown as it was typed. */
export function typesetPieces(pieces: readonly Piece[]): (Uint8Array | null)[] {
  let room = MOST_CHARACTERS
  return pieces.map((piece) => {
    if (room <= 0) return null
    const html = typesetNow(piece) ?? null
    room -= html?.length ?? 0
    return html === null ? null : utf8.encode(html)
  })
}

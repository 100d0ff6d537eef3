// Draws the picture of people who uploaded no picture: a symmetric pattern from a key.

import { createHash } from 'node:crypto'
import { writePng } from './png.ts'

/** Squares across; the right half mirrors the left. */
const GRID = 5

const BACKGROUND = 0xf0_ee_eb

/** Colours of equal lightness, all readable on white. */
const COLOURS = [
  ...[0xb4_49_1f, 0x2f_6f_a7, 0x3d_7d_3a, 0x8a_4f_9e, 0x9a_6a_12, 0x1f_7a_7a],
  ...[0xb0_3a_5b, 0x5a_5f_b8, 0x6b_73_1e, 0x8b_5a_3c, 0x44_6b_8c, 0xa0_4a_8a],
]

/**
 * Draws the PNG for a key; the same key always gives the same picture.
 * @param side in pixels
 */
export function drawIdenticon(key: string, side: number): Buffer {
  const hash = createHash('sha256').update(key).digest()
  const half = Math.ceil(GRID / 2)
  const square = Math.floor(side / (GRID + 1))
  const margin = Math.floor((side - square * GRID) / 2)
  const isFilled = (column: number, row: number) => {
    const mirrored = Math.min(column, GRID - 1 - column)
    return (hash[1 + row * half + mirrored]! & 1) === 1
  }
  const place = (at: number) => Math.floor((at - margin) / square)
  const isInside = (at: number) => at >= margin && at < margin + square * GRID
  return writePng(
    side,
    [BACKGROUND, COLOURS[hash[0]! % COLOURS.length]!],
    (x, y) => isInside(x) && isInside(y) && isFilled(place(x), place(y)),
  )
}

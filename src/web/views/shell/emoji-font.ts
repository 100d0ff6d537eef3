// Systems without a font of coloured emoji, such as many Linux desktops, get the one of the server.

import { loadStyles } from '../../ui/late-styles.ts'

const SIZE = 20

/** Loads the font where the browser draws an emoji without colours, or as an empty box. */
export function completeEmoji() {
  if (!drawsColours('\u{1f600}')) loadStyles('emoji-styles')
}

function drawsColours(character: string): boolean {
  const canvas = document.createElement('canvas')
  canvas.width = SIZE
  canvas.height = SIZE
  const context = canvas.getContext('2d')
  if (!context) return true
  context.textBaseline = 'top'
  context.font = `${SIZE - 4}px sans-serif`
  context.fillText(character, 0, 0)
  const { data } = context.getImageData(0, 0, SIZE, SIZE)
  // Black and its shades have three equal parts.
  for (let at = 0; at < data.length; at += 4) {
    if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return true
  }
  return false
}

// Real images for tests, made and looked at with the library the server uses.

import Vips from 'wasm-vips'

const vips = await Vips({ dynamicLibraries: ['vips-heif.wasm'], printErr: () => {} })
vips.concurrency(1)

export const RED = [255, 0, 0]
export const BLUE = [0, 0, 255]

type Extension = '.png' | '.jpg' | '.webp' | '.gif' | '.tif' | '.avif'

const one = (width: number, height: number, colour: readonly number[]) => {
  using black = vips.Image.black(width, height, { bands: 3 })
  using painted = black.linear([1, 1, 1], [...colour])
  using whole = painted.cast('uchar')
  return whole.copy({ interpretation: 'srgb' })
}

/** Red on its left, blue on its right. @param orientation as a camera notes it, 1 to 8 */
export function paint(
  extension: Extension,
  width: number,
  height: number,
  orientation?: number,
): Buffer {
  using left = one(width / 2, height, RED)
  using right = one(width / 2, height, BLUE)
  using both = left.join(right, 'horizontal')
  if (orientation) both.setInt('orientation', orientation)
  return Buffer.from(both.writeToBuffer(extension))
}

/** One colour after another. */
export function paintMoving(
  extension: '.gif' | '.webp',
  width: number,
  height: number,
  colours: readonly (readonly number[])[] = [RED, BLUE, RED],
): Buffer {
  const frames = colours.map((colour) => one(width, height, colour))
  using joined = vips.Image.arrayjoin(frames, { across: 1 })
  joined.setInt('page-height', height)
  return Buffer.from(joined.writeToBuffer(extension))
}

/** What a picture shows. */
export interface Seen {
  width: number
  height: number
  frames: number
  /** Of its first frame, in the middle of each quarter's row: from left to right. */
  colours: ('red' | 'blue' | 'none' | 'other')[]
}

export function lookAt(bytes: Uint8Array): Seen {
  const options = bytes[0] === 'R'.charCodeAt(0) ? 'n=-1' : ''
  using image = vips.Image.newFromBuffer(bytes, options)
  const { width, pageHeight: height } = image
  return {
    width,
    height,
    frames: image.height / height,
    colours: [1, 3, 5, 7].map((eighth) =>
      nameOf(image.getpoint(Math.floor((width * eighth) / 8), Math.floor(height / 2))),
    ),
  }
}

function nameOf([red = 0, , blue = 0, alpha = 255]: number[]) {
  if (alpha < 50) return 'none'
  if (red > 200 && blue < 60) return 'red'
  return blue > 200 && red < 60 ? 'blue' : 'other'
}

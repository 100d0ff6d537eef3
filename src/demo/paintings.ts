// The pictures people in the demo send: painted here, so that the repository carries none.

import { crc32, deflateSync } from 'node:zlib'

type Colour = readonly [red: number, green: number, blue: number]

/** Paints on a canvas of true colour; later shapes lie above earlier ones. */
class Canvas {
  readonly width: number
  readonly height: number
  readonly #rows: Buffer

  constructor(width: number, height: number, background: (y: number) => Colour) {
    this.width = width
    this.height = height
    this.#rows = Buffer.alloc(height * (1 + width * 3))
    for (let y = 0; y < height; y++) this.#line(0, y, width, background(y / height))
  }

  /** A point inside of the canvas. */
  dot(x: number, y: number, [red, green, blue]: Colour) {
    const at = y * (1 + this.width * 3) + 1 + x * 3
    this.#rows[at] = red
    this.#rows[at + 1] = green
    this.#rows[at + 2] = blue
  }

  /** One row of a shape; what lies outside of the canvas is cut off. */
  #line(left: number, y: number, width: number, colour: Colour) {
    const [from, to] = [Math.max(left, 0), Math.min(left + width, this.width)]
    if (y < 0 || y >= this.height || from >= to) return
    const row = y * (1 + this.width * 3) + 1
    this.#rows.fill(Uint8Array.from(colour), row + from * 3, row + to * 3)
  }

  rectangle(left: number, top: number, width: number, height: number, colour: Colour) {
    for (let y = top; y < top + height; y++) this.#line(left, y, width, colour)
  }

  rounded(left: number, top: number, width: number, height: number, r: number, colour: Colour) {
    for (let y = 0; y < height; y++) {
      const dy = Math.max(r - y, y - (height - 1 - r), 0)
      const cut = r - Math.floor(Math.sqrt(r * r - dy * dy))
      this.#line(left + cut, top + y, width - 2 * cut, colour)
    }
  }

  ellipse(centreX: number, centreY: number, a: number, b: number, colour: (v: number) => Colour) {
    for (let y = -b; y <= b; y++) {
      const half = Math.floor(a * Math.sqrt(1 - (y / b) ** 2))
      this.#line(centreX - half, centreY + y, 2 * half + 1, colour((y + b) / (2 * b)))
    }
  }

  /** Digits and a colon, in squares of `size` pixels. */
  digits(text: string, left: number, top: number, size: number, colour: Colour) {
    let x = left
    for (const sign of text) {
      const rows = DIGITS[sign] ?? []
      rows.forEach((bits, y) => {
        for (let column = 0; column < 3; column++)
          if (bits & (4 >> column))
            this.rectangle(x + column * size, top + y * size, size, size, colour)
      })
      x += (sign === ':' ? 3 : 4) * size
    }
  }

  png(): Buffer {
    const header = Buffer.alloc(13)
    header.writeUInt32BE(this.width, 0)
    header.writeUInt32BE(this.height, 4)
    header.set([8, 2], 8)
    return Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(this.#rows, { level: 4 })),
      chunk('IEND', Buffer.alloc(0)),
    ])
  }
}

const DIGITS: Record<string, number[]> = {
  0: [7, 5, 5, 5, 7],
  1: [2, 6, 2, 2, 7],
  2: [7, 1, 7, 4, 7],
  3: [7, 1, 7, 1, 7],
  4: [5, 5, 7, 1, 1],
  5: [7, 4, 7, 1, 7],
  ':': [0, 2, 0, 2, 0],
}

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(data.length + 12)
  bytes.writeUInt32BE(data.length, 0)
  bytes.write(type, 4, 'latin1')
  bytes.set(data, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), data.length + 8)
  return bytes
}

const mix = (from: Colour, to: Colour, part: number): Colour => [
  Math.round(from[0] + (to[0] - from[0]) * part),
  Math.round(from[1] + (to[1] - from[1]) * part),
  Math.round(from[2] + (to[2] - from[2]) * part),
]

const flat = (colour: Colour) => () => colour

/** The predictions of a day as a curve above the measured one. */
function tideCurve(): Buffer {
  const canvas = new Canvas(760, 400, (y) => mix([253, 246, 232], [214, 232, 240], y))
  const water = Array.from({ length: 360 }, (_, y) => mix([142, 190, 214], [74, 131, 168], y / 360))
  for (let line = 1; line < 6; line++) canvas.rectangle(50, line * 60, 690, 1, [205, 210, 212])
  for (let x = 50; x < 740; x++) {
    const height = (shift: number) =>
      Math.round(205 - 105 * Math.sin((x - 60) / 88) - 28 * Math.sin((x - 30) / 41) + shift)
    for (let y = height(14); y < 360; y++) canvas.dot(x, y, water[y]!)
    canvas.rectangle(x, height(14) - 1, 2, 4, [31, 92, 138])
    if (x % 14 < 8) canvas.rectangle(x, height(0) - 1, 2, 3, [180, 73, 31])
  }
  canvas.rectangle(50, 360, 690, 2, [60, 66, 72])
  canvas.rectangle(50, 40, 2, 320, [60, 66, 72])
  return canvas.png()
}

/** A sketch of a page on a phone: the next departure is the largest thing. */
function stopPage(isDark: boolean): Buffer {
  const paper: Colour = isDark ? [29, 27, 25] : [250, 248, 245]
  const card: Colour = isDark ? [45, 41, 38] : [255, 255, 255]
  const ink: Colour = isDark ? [236, 231, 225] : [37, 33, 29]
  const faint: Colour = isDark ? [88, 81, 75] : [214, 206, 196]
  const accent: Colour = isDark ? [240, 135, 90] : [168, 66, 26]
  const canvas = new Canvas(420, 640, flat(paper))
  canvas.rounded(30, 40, 220, 18, 8, ink)
  canvas.rounded(30, 70, 130, 10, 5, faint)
  canvas.rounded(24, 110, 372, 210, 14, card)
  canvas.digits('14:05', 62, 150, 16, ink)
  canvas.rounded(62, 260, 120, 26, 13, accent)
  canvas.rounded(200, 268, 90, 10, 5, faint)
  for (const [row, time] of ['14:35', '15:05', '15:42'].entries()) {
    const top = 346 + row * 84
    canvas.rounded(24, top, 372, 68, 12, card)
    canvas.digits(time, 48, top + 22, 5, ink)
    canvas.rounded(190, top + 30, 150 - row * 22, 9, 4, faint)
  }
  return canvas.png()
}

function fishBox(): Buffer {
  const canvas = new Canvas(640, 420, (y) => mix([196, 214, 226], [120, 152, 172], y))
  canvas.rectangle(0, 310, 640, 110, [122, 104, 86])
  for (let plank = 0; plank < 640; plank += 80) canvas.rectangle(plank, 310, 2, 110, [98, 82, 66])
  canvas.rounded(130, 150, 380, 200, 16, [46, 120, 168])
  canvas.rounded(118, 130, 404, 44, 12, [58, 142, 196])
  canvas.rounded(290, 168, 60, 26, 6, [230, 226, 216])
  canvas.ellipse(330, 262, 96, 34, (v) => mix([238, 240, 240], [166, 184, 194], v))
  for (let x = 0; x < 54; x++)
    canvas.rectangle(206 + x - 20, 262 - ((54 - x) >> 1), 1, 54 - x, [190, 204, 212])
  canvas.ellipse(392, 254, 5, 5, flat([30, 34, 38]))
  return canvas.png()
}

function bread(): Buffer {
  const canvas = new Canvas(640, 420, (y) => mix([240, 230, 214], [222, 206, 184], y))
  canvas.rounded(60, 250, 520, 110, 30, [158, 112, 70])
  canvas.rounded(60, 246, 520, 100, 30, [186, 138, 90])
  canvas.ellipse(320, 220, 210, 108, (v) => mix([206, 142, 72], [122, 70, 30], v))
  for (const cut of [-110, -20, 70])
    canvas.ellipse(320 + cut, 190, 44, 10, (v) => mix([246, 222, 178], [222, 178, 116], v))
  return canvas.png()
}

/** By the name of the file that shows it. */
export const PAINTINGS: Record<string, () => Buffer> = {
  'tide-curve.png': tideCurve,
  'stop-page.png': () => stopPage(false),
  'stop-page-dark.png': () => stopPage(true),
  'fish-box.png': fishBox,
  'bread.png': bread,
}

/** Other files that people in the demo send. */
export const DOCUMENTS: Record<string, string> = {
  'sunday-departures.csv':
    'line,stop,departure\n2,North Pier,23:45\n2,North Pier,24:15\n4,Old Town,24:40\n',
  'job-description.txt':
    'We look for a person who enjoys timetables.\n\nYou import what ferry companies export, and you draw maps of places that are mostly water.\n',
}

import { drawIdenticon } from '../../src/images/identicon.ts'

/** The smallest files of each format, one pixel each unless said. */
const base64 = (text: string) => Buffer.from(text, 'base64')

export const PNG = drawIdenticon('a test', 16)

export const JPEG = base64(
  '/9j/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/' +
    'yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=',
)

export const WEBP_LOSSY = base64('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA')

export const WEBP_LOSSLESS = base64('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==')

/** Its two frames differ in nothing but their place in the file. */
export const WEBP_ANIMATED = webp([
  ['VP8X', [0x02, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
  ['ANIM', [255, 255, 255, 255, 0, 0]],
  ...[1, 2].map((): [string, number[]] => [
    'ANMF',
    [...new Array<number>(12).fill(0), 100, 0, 0, 0, ...WEBP_LOSSLESS.subarray(12)],
  ]),
])

/** A WebP file made of chunks. */
export function webp(chunks: readonly [type: string, data: readonly number[]][]): Buffer {
  const parts = chunks.flatMap(([type, data]) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(data.length)
    return [Buffer.from(type), length, Buffer.from(data), Buffer.alloc(data.length & 1)]
  })
  const body = Buffer.concat([Buffer.from('WEBP'), ...parts])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from('RIFF'), length, body])
}

const GIF_HEAD = [...Buffer.from('GIF89a'), 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
const GIF_LOOP = [0x21, 0xff, 11, ...Buffer.from('NETSCAPE2.0'), 3, 1, 0, 0, 0]
const GIF_CONTROL = [0x21, 0xf9, 4, 0, 10, 0, 0, 0]
const GIF_FRAME = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]

export const gif = (...blocks: readonly number[][]) => Buffer.from([...GIF_HEAD, ...blocks.flat()])

export const GIF = gif(GIF_FRAME, [0x3b])

export const GIF_ANIMATED = gif(GIF_LOOP, GIF_CONTROL, GIF_FRAME, GIF_CONTROL, GIF_FRAME, [0x3b])

/** A comment inside a GIF. */
export const gifComment = (text: string) => [0x21, 0xfe, text.length, ...Buffer.from(text), 0]

/** A file as a form carries it. */
export const file = (bytes: Buffer, name = 'picture') => new File([new Uint8Array(bytes)], name)

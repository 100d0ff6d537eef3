import { crc32, deflateSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { exifOrientation } from '../../src/images/exif.ts'
import { drawIdenticon } from '../../src/images/identicon.ts'
import { isComplete, readImage } from '../../src/images/image.ts'
import {
  GIF,
  GIF_ANIMATED,
  gif,
  gifComment,
  JPEG,
  PNG,
  WEBP_ANIMATED,
  WEBP_LOSSLESS,
  WEBP_LOSSY,
  webp,
} from './files.ts'

const KNOWN: [name: string, bytes: Buffer, facts: [string, number, number, number]][] = [
  ['PNG', PNG, ['png', 16, 16, 1]],
  ['JPEG', JPEG, ['jpeg', 1, 1, 1]],
  ['GIF', GIF, ['gif', 1, 1, 1]],
  ['moving GIF', GIF_ANIMATED, ['gif', 1, 1, 2]],
  ['lossy WebP', WEBP_LOSSY, ['webp', 1, 1, 1]],
  ['lossless WebP', WEBP_LOSSLESS, ['webp', 1, 1, 1]],
  ['moving WebP', WEBP_ANIMATED, ['webp', 1, 1, 2]],
]

test('four formats are told apart by what is in the file, with size and frames', async () => {
  for (const [name, bytes, facts] of KNOWN) {
    const image = readImage(bytes)
    assert.ok(image && (await isComplete(image)), name)
    assert.equal([image.format, image.width, image.height, image.frames], facts, name)
    const again = readImage(Buffer.concat(image.picture))
    assert.equal(again && [again.format, again.width, again.height, again.frames], facts, name)
  }
})

test('a file that ends too early is no image', async () => {
  for (const [name, bytes] of KNOWN) {
    // A GIF does without its last byte, which says only that it is the last.
    const shortest = name.includes('GIF') ? bytes.length - 1 : bytes.length
    for (let length = 0; length < shortest; length++) {
      const image = readImage(bytes.subarray(0, length))
      const isWhole = image !== undefined && (await isComplete(image))
      const hasAllFrames = image?.frames === readImage(bytes)!.frames
      assert.not.ok(isWhole && hasAllFrames, `${name}, ${length} of ${bytes.length} bytes`)
    }
  }
})

test('no damage to a file makes reading it fail', async () => {
  for (const [, bytes] of KNOWN) {
    for (let at = 0; at < bytes.length; at++) {
      for (const value of [0, 1, 0x7f, 0xff]) {
        const damaged = Buffer.from(bytes)
        damaged[at] = value
        const image = readImage(damaged)
        if (image) await isComplete(image)
      }
    }
  }
})

test('what is no image is not taken for one', () => {
  for (const text of ['', 'GIF', '<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.7', 'BM']) {
    assert.is(readImage(Buffer.from(text)), undefined, text)
  }
})

test('a picture that moves has a first frame that does not', () => {
  for (const bytes of [GIF_ANIMATED, WEBP_ANIMATED]) {
    const still = readImage(Buffer.concat(readImage(bytes)!.still!))
    assert.is(still?.frames, 1)
    assert.is(still?.still, undefined)
  }
  const apng = readImage(animatedPng())!
  assert.is(apng.frames, 2)
  assert.is(readImage(Buffer.concat(apng.still!))?.frames, 1)
})

test('what a file says besides the picture is left out', () => {
  const secrets = [
    gif(gifComment('at home'), [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0], [0x3b]),
    withPngChunk('tEXt', Buffer.from('Author\0at home')),
    withPngChunk('eXIf', Buffer.from('at home')),
    withSegment(0xfe, Buffer.from('at home')),
    withSegment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0at home')),
    webp([
      ['VP8X', [0x08, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
      ['VP8L', [...WEBP_LOSSLESS.subarray(20, 33)]],
      ['EXIF', [...Buffer.from('at home!')]],
    ]),
  ]
  for (const bytes of secrets) {
    assert.ok(bytes.includes('at home'))
    const image = readImage(bytes)
    assert.ok(image)
    assert.not.ok(Buffer.concat(image.picture).includes('at home'), image.format)
    assert.ok(readImage(Buffer.concat(image.picture)))
  }
})

test('a photograph stays the right way up, whoever wrote down which way that is', () => {
  const little =
    'II\x2a\0\x08\0\0\0\x02\0\x0f\x01\x02\0\x01\0\0\0x\0\0\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0'
  const big = 'MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0'
  for (const tiff of [little, big]) {
    const bytes = withSegment(0xe1, Buffer.from(`Exif\0\0${tiff}\0\0\0\0 at home`, 'latin1'))
    const kept = Buffer.concat(readImage(bytes)!.picture)
    assert.is(exifOrientation(kept.subarray(kept.indexOf('Exif'))), 6)
    assert.not.ok(kept.includes('at home'))
  }
})

test('pixels that are missing or damaged show', async () => {
  const header = PNG.subarray(0, 8 + 25)
  const short = Buffer.concat([
    header,
    pngChunk('PLTE', Buffer.alloc(6)),
    pngChunk('IDAT', deflateSync(Buffer.alloc(10))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
  const garbled = Buffer.concat([
    header,
    pngChunk('PLTE', Buffer.alloc(6)),
    pngChunk('IDAT', Buffer.from('garbled')),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
  for (const bytes of [short, garbled]) assert.is(await isComplete(readImage(bytes)!), false)
})

test('a drawn picture is always the same for the same key', async () => {
  const [one, same, other] = [
    drawIdenticon('a', 100),
    drawIdenticon('a', 100),
    drawIdenticon('b', 100),
  ]
  assert.ok(one.equals(same))
  assert.not.ok(one.equals(other))
  for (const side of [1, 7, 64, 100, 500]) {
    const image = readImage(drawIdenticon('a', side))
    assert.ok(image && (await isComplete(image)))
    assert.equal([image.width, image.height], [side, side])
  }
})

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const chunk = Buffer.alloc(data.length + 12)
  chunk.writeUInt32BE(data.length)
  chunk.set(named, 4)
  chunk.writeUInt32BE(crc32(named), chunk.length - 4)
  return chunk
}

const withPngChunk = (type: string, data: Buffer) =>
  Buffer.concat([PNG.subarray(0, 33), pngChunk(type, data), PNG.subarray(33)])

function animatedPng() {
  const control = Buffer.alloc(8)
  control.writeUInt32BE(2)
  return withPngChunk('acTL', control)
}

/** A JPEG with another segment right after its start. */
function withSegment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([JPEG.subarray(0, 2), head, data, JPEG.subarray(2)])
}

test.run()

// Reading and converting images of each format.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { drawIdenticon } from '../../src/images/identicon.ts'
import { imageType } from '../../src/images/image-type.ts'
import { lookAt, paint } from './painting.ts'

test('images are told by what is in the file, whatever it is called', () => {
  for (const [extension, type] of [
    ['.png', 'image/png'],
    ['.jpg', 'image/jpeg'],
    ['.gif', 'image/gif'],
    ['.webp', 'image/webp'],
    ['.avif', 'image/avif'],
  ] as const) {
    assert.is(imageType(paint(extension, 16, 16), 'menu.txt'), type)
  }
  for (const text of ['', 'GIF', '<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.7', 'BM']) {
    assert.is(imageType(Buffer.from(text), 'picture.png'), undefined, text)
  }
})

test('raw photographs begin like TIFF and are none', () => {
  const bytes = paint('.tif', 16, 16)
  assert.is(imageType(bytes, 'scan.tiff'), 'image/tiff')
  assert.is(imageType(bytes, 'scan.TIF'), 'image/tiff')
  assert.is(imageType(bytes, 'photo.nef'), undefined)
})

test('a drawn picture is always the same for the same key', () => {
  const [one, same, other] = ['a', 'a', 'b'].map((key) => drawIdenticon(key, 100))
  assert.ok(one!.equals(same!))
  assert.not.ok(one!.equals(other!))
  for (const side of [1, 7, 64, 100, 500]) {
    const { width, height } = lookAt(drawIdenticon('a', side))
    assert.equal([width, height], [side, side])
  }
})

test.run()

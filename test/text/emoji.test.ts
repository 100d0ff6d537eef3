// Emoji: names, characters, emoticons.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  canonicalEmojiName,
  emojiByCode,
  emojiByName,
  emojiCode,
  emojiTable,
} from '../../src/text/emoji.ts'
import { buildEmojiTable, knownNames } from './emoji-table.ts'
import { rendersInline, staysText } from './expect.ts'

const emoji = (code: string, name: string) => {
  const spoken = name.replaceAll('_', ' ')
  return `<span aria-label="${spoken}" class="emoji emoji-${code}" role="img" title="${spoken}">:${name}:</span>`
}

test('the emoji table is what its sources give', () => {
  assert.equal(emojiTable, buildEmojiTable())
})

test('every name belongs to one emoji', () => {
  const names = Object.values(emojiTable.code_to_names).flat()
  assert.is(new Set(names).size, names.length)
  assert.ok(names.every((name) => /^[\p{L}\p{N}_+-]+$/u.test(name)))
})

test('emoji have the names and the canonical name that clients know, and may have more', () => {
  const known = [...knownNames()]
  assert.is(known.length, 1875)
  for (const [code, names] of known)
    assert.equal(emojiByCode(code)?.slice(0, names.length), names, code)
  assert.is(emojiByName('clock8'), '1f557')
})

test('emoji newer than those go by what Unicode calls them', () => {
  assert.is(canonicalEmojiName('1fae9'), 'face_with_bags_under_eyes')
  assert.is(canonicalEmojiName('1f1e8-1f1f6'), 'flag_sark')
})

test('emoji go by the names that clients know', () => {
  for (const [code, name] of [
    ['1f44d', '+1'],
    ['1f389', 'tada'],
    ['2764', 'heart'],
    ['1f6e0', 'working_on_it'],
    ['1f419', 'octopus'],
    ['1f369', 'donut'],
    ['1f359', 'onigiri'],
    ['1f557', 'time'],
    ['0031-20e3', 'one'],
    ['0023-20e3', 'hash'],
    ['1f1e6-1f1fd', 'flag_åland_islands'],
  ] as const) {
    assert.is(canonicalEmojiName(code), name)
    assert.is(emojiByName(name), code)
  }
  assert.is(emojiByName('thumbs_up'), '1f44d')
  assert.is(emojiByName('confused'), '1f615')
  assert.is(emojiByName('constructor'), undefined)
  assert.is(emojiByCode('1f550'), undefined)
  assert.is(emojiByCode('constructor'), undefined)
  assert.is(emojiCode('1\ufe0f\u20e3'), '0031-20e3')
})

test('emoji are written by name, with no spaces around them', () => {
  rendersInline(':tree:', emoji('1f333', 'tree'))
  rendersInline('a:thumbs_up:b', `a${emoji('1f44d', 'thumbs_up')}b`)
  rendersInline(':flag_åland_islands:', emoji('1f1e6-1f1fd', 'flag_åland_islands'))
  rendersInline(':+1::-1:', emoji('1f44d', '+1') + emoji('1f44e', '-1'))
  staysText(':nosuch: 12:30:45 :: :a b: :')
})

test('custom emoji come before built-in ones', () => {
  rendersInline(
    ':lab_rat:',
    '<img alt=":lab_rat:" class="emoji" src="/user_avatars/2/emoji/images/9.png" title="lab rat">',
  )
  rendersInline(
    ':zulip:',
    '<img alt=":zulip:" class="emoji" src="/static/generated/emoji/images/emoji/unicode/zulip.png" title="zulip">',
  )
})

test('characters get their canonical name', () => {
  rendersInline('🌳', emoji('1f333', 'tree'))
  rendersInline('👍', emoji('1f44d', '+1'))
  rendersInline('❤️', emoji('2764', 'heart'))
  rendersInline('🇺🇸', emoji('1f1fa-1f1f8', 'flag_united_states'))
  rendersInline('1️⃣', emoji('0031-20e3', 'one'))
  rendersInline('#️⃣', emoji('0023-20e3', 'hash'))
  rendersInline('🇦🇽', emoji('1f1e6-1f1fd', 'flag_åland_islands'))
  rendersInline('👨‍💻', emoji('1f468-200d-1f4bb', 'man_technologist'))
})

test('a sequence without a name stays text as a whole', () => {
  staysText('👍🏽')
  staysText('👩🏽‍🚀')
  staysText('🌳‍🌳')
})

test('characters that are text by default stay so', () => {
  staysText('© 1 # ↔ ❤')
  rendersInline('©️', emoji('00a9', 'copyright'))
})

test('emoticons are translated only for those who want it', () => {
  const on = { translateEmoticons: true }
  staysText(':) <3')
  rendersInline(':)', emoji('1f642', 'smile'), on)
  rendersInline(
    '(: :( <3',
    `${emoji('1f642', 'smile')} ${emoji('1f641', 'frown')} ${emoji('2764', 'heart')}`,
    on,
  )
  rendersInline(
    ':| :/ ;) :D :o :O :p :P',
    [
      emoji('1f610', 'neutral'),
      emoji('1f615', 'confused'),
      emoji('1f609', 'wink'),
      emoji('1f600', 'grinning'),
      emoji('1f62e', 'open_mouth'),
      emoji('1f62e', 'open_mouth'),
      emoji('1f61b', 'stuck_out_tongue'),
      emoji('1f61b', 'stuck_out_tongue'),
    ].join(' '),
    on,
  )
  rendersInline('"(:".', `"${emoji('1f642', 'smile')}".`, on)
  staysText('a:) :)b :-) :)x :/:', on)
  rendersInline('`:)`', '<code>:)</code>', on)
})

test.run()

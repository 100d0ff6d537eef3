import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  canonicalEmojiName,
  emojiByCode,
  emojiByName,
  emojiCode,
  emojiTable,
} from '../../src/text/emoji.ts'
import { buildEmojiTable } from './emoji-table.ts'
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
  assert.ok(names.every((name) => /^[\w+-]+$/.test(name)))
})

test('emoji whose usual names belong to others have one of their own', () => {
  for (const code of ['1f3ab', '1f3d5', '1f4ab', '1f4f0', '1f687', '1f68a'])
    assert.is(emojiByName(canonicalEmojiName(code) ?? ''), code)
})

test('emoji go by the names that clients know', () => {
  for (const [code, name] of [
    ['1f44d', '+1'],
    ['1f389', 'tada'],
    ['2764', 'heart'],
    ['1f6e0', 'working_on_it'],
    ['1f419', 'octopus'],
    ['1f557', 'eight_oclock'],
    ['0031-20e3', 'keycap_1'],
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
  rendersInline('1️⃣', emoji('0031-20e3', 'keycap_1'))
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

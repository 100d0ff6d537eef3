// Normalised content and topics.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isMeMessage, normaliseContent, normaliseTopic } from '../../src/text/content.ts'
import {
  channelPath,
  directPath,
  encodeOperand,
  messagePath,
  topicPath,
} from '../../src/text/narrow-links.ts'
import { parseWidget } from '../../src/text/widgets.ts'

test('content loses space at its end and empty lines at its start', () => {
  assert.equal(normaliseContent('\n\n    code\n \t\n'), { value: '    code' })
  assert.equal(normaliseContent(' \n\t'), { problem: 'Message must not be empty' })
  assert.equal(normaliseContent('a\0b'), { problem: 'Message must not contain null bytes' })
})

test('content that is too long is cut, counted in characters as people see them', () => {
  assert.equal(normaliseContent('🌳'.repeat(10_000)), { value: '🌳'.repeat(10_000) })
  assert.equal(normaliseContent('🌳'.repeat(10_001)), {
    value: `${'🌳'.repeat(9_980)}\n[message truncated]`,
  })
})

test('topics are trimmed, cut to 60 and may be empty under a name', () => {
  assert.equal(normaliseTopic('  pump '), { value: 'pump' })
  assert.equal(normaliseTopic('x'.repeat(61)), { value: `${'x'.repeat(57)}...` })
  assert.equal(normaliseTopic('é'.repeat(60)), { value: 'é'.repeat(60) })
  const names = { emptyTopicNames: ['general chat', '(no topic)'] }
  assert.equal(normaliseTopic(' general chat', names), { value: '' })
  assert.equal(normaliseTopic('general chat'), { value: 'general chat' })
})

test('topics may not hold characters that cannot be seen', () => {
  for (const character of ['\u0007', '\n', '\ud800', '\ufffe', '\u{1ffff}']) {
    assert.equal(normaliseTopic(`🌳a${character}b`), {
      problem: 'Invalid character in topic, at position 3!',
    })
  }
})

test('/me needs its space', () => {
  assert.equal(['/me waves', '/me', '/mean', ' /me a'].map(isMeMessage), [
    true,
    false,
    false,
    false,
  ])
})

test('polls and to-do lists', () => {
  assert.equal(parseWidget('/poll Lunch?\n\n- Soup\n* Rice\n  Bread'), {
    widget_type: 'poll',
    extra_data: { question: 'Lunch?', options: ['Soup', 'Rice', 'Bread'] },
  })
  assert.equal(parseWidget('/todo Move\nPack: all: books\nSleep'), {
    widget_type: 'todo',
    extra_data: {
      task_list_title: 'Move',
      tasks: [
        { task: 'Pack', desc: 'all: books' },
        { task: 'Sleep', desc: '' },
      ],
    },
  })
  assert.equal(parseWidget('/poll'), {
    widget_type: 'poll',
    extra_data: { question: '', options: [] },
  })
  for (const content of ['/polls a', 'a /poll', '/me a', ' /poll a']) {
    assert.is(parseWidget(content), undefined, content)
  }
})

test('operands of narrow links survive being copied', () => {
  assert.is(encodeOperand("a b.c!'()*é%"), 'a.20b.2Ec.21.27.28.29.2A.C3.A9.25')
  for (const operand of ["a.b!'()*", 'ü 100%', '🌳', '']) {
    assert.is(decodeURIComponent(encodeOperand(operand).replaceAll('.', '%')), operand)
  }
})

test('narrow links name channels, topics, messages and people', () => {
  const channel = { id: 12, name: 'lab notes' }
  assert.is(channelPath(channel), '/#narrow/channel/12-lab-notes')
  assert.is(topicPath(channel, 'a b'), '/#narrow/channel/12-lab-notes/topic/a.20b')
  assert.is(topicPath(channel, '', 9), '/#narrow/channel/12-lab-notes/topic//with/9')
  assert.is(messagePath(channel, 'a', 7), '/#narrow/channel/12-lab-notes/topic/a/near/7')
  assert.is(directPath([7, 9]), '/#narrow/dm/7,9-dm')
  assert.is(directPath([7, 9, 11], 5), '/#narrow/dm/7,9,11-group/near/5')
})

test.run()

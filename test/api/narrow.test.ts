// What each operator of a narrow finds.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { startChat } from '../chat.ts'
import { ask, find, not, term, without } from '../narrows.ts'

test('channel finds the messages of a channel, by name in any case or by ID', async () => {
  await using chat = await startChat()
  const { olga } = chat
  await olga.subscribe('Design')
  const sent = [await olga.say('Design', 'logo', 'a'), await olga.say('Design', 'type', 'b')]
  await olga.say('general', 'logo', 'c')
  const { stream_id } = await olga.get('/get_stream_id', { stream: 'Design' })

  for (const operator of ['channel', 'stream']) {
    assert.equal(await find(olga, [operator, 'dESIGN']), sent)
    assert.equal(await find(olga, term(operator, stream_id)), sent)
  }
  const all = await find(olga)
  assert.equal(await find(olga, not('channel', 'Design')), without(all, sent))
})

test('topic compares without case, in one channel or in all of them', async () => {
  await using chat = await startChat()
  const { olga } = chat
  await olga.subscribe('Design')
  const here = [
    await olga.say('Design', 'Ångström', 'a'),
    await olga.say('Design', 'ångström', 'b'),
  ]
  const there = await olga.say('general', 'ÅNGSTRÖM', 'c')
  await olga.say('Design', 'other', 'd')

  assert.equal(await find(olga, ['channel', 'Design'], ['topic', 'ÅNGStröm']), here)
  assert.equal(await find(olga, ['topic', 'ÅNGStröm']), [...here, there])
  assert.equal(await find(olga, ['channel', 'Design'], ['topic', 'unheard of']), [])
  const all = await find(olga)
  assert.equal(await find(olga, not('topic', 'ÅNGStröm')), without(all, [...here, there]))
})

test('the empty topic is found by its display name', async () => {
  await using chat = await startChat()
  const { olga } = chat
  await olga.subscribe('Design')
  const id = await olga.say('Design', '', 'a')
  await olga.say('Design', 'b', 'b')

  assert.equal(await find(olga, ['channel', 'Design'], ['topic', 'general chat']), [id])
  assert.equal(await find(olga, ['channel', 'Design'], ['topic', '']), [id])
})

test('channels finds what was said in all public channels, received or not', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  await olga.subscribe('Open')
  await olga.subscribe('Closed', { invite_only: true })
  const open = await olga.say('Open', 'x', 'a')
  const closed = await olga.say('Closed', 'x', 'b')

  for (const operator of ['channels', 'streams']) {
    assert.ok((await find(ben, [operator, 'public'])).includes(open))
    assert.not.ok((await find(olga, [operator, 'public'])).includes(closed))
  }
  assert.equal(await find(ben, ['channels', 'public'], ['topic', 'x']), [open])
  assert.equal(await find(olga, not('channels', 'public'), ['topic', 'x']), [closed])
  assert.equal(await find(ben, ['channels', 'web-public']), [])
})

test('dm finds exactly one conversation, however its people are named', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const [ben, cleo] = [await chat.join('Ben'), await chat.join('Cleo')]
  const pair = [await olga.tell([ben], 'a'), await ben.tell([olga], 'b')]
  const group = await olga.tell([ben, cleo], 'c')
  const self = await olga.tell([olga], 'd')

  for (const operator of ['dm', 'pm-with', 'pm_with']) {
    assert.equal(await find(olga, term(operator, [ben.id])), pair)
    assert.equal(await find(ben, term(operator, [olga.id, ben.id])), pair)
    assert.equal(await find(olga, [operator, ben.email]), pair)
    assert.equal(await find(cleo, [operator, `${olga.email}, ${ben.email}`]), [group])
    assert.equal(await find(olga, term(operator, [olga.id])), [self])
    assert.equal(await find(olga, term(operator, [])), [])
  }
  const all = await find(olga)
  assert.equal(await find(olga, not('dm', [ben.id])), without(all, pair))
})

test('dm-with finds every direct conversation with a user, group-pm-with the group ones', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const [ben, cleo] = [await chat.join('Ben'), await chat.join('Cleo')]
  const pair = await olga.tell([ben], 'a')
  const group = await cleo.tell([ben, olga], 'b')
  const other = await cleo.tell([olga], 'c')
  const self = await olga.tell([olga], 'd')
  await ben.tell([cleo], 'not for Olga')

  for (const operator of ['dm-with', 'dm-including']) {
    assert.equal(await find(olga, term(operator, ben.id)), [pair, group])
    assert.equal(await find(olga, [operator, cleo.email]), [group, other])
  }
  const own = await find(olga, term('dm-with', olga.id))
  assert.equal(own, await find(olga, ['is', 'dm']))
  for (const id of [pair, group, other, self]) assert.ok(own.includes(id))
  for (const operator of ['group-pm-with', 'group_pm_with']) {
    assert.equal(await find(olga, term(operator, ben.id)), [group])
    assert.equal(await find(olga, term(operator, olga.id)), [group])
  }
  assert.not.ok((await find(olga, not('dm-with', ben.id))).includes(pair))
  assert.ok((await find(olga, not('group-pm-with', ben.id))).includes(pair))
})

test('sender finds the messages of a user, by ID or address', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const [mine, his] = [await olga.say('general', 'x', 'a'), await ben.say('general', 'x', 'b')]

  assert.equal(await find(olga, ['channel', 'general'], ['topic', 'x'], term('sender', ben.id)), [
    his,
  ])
  assert.equal(await find(olga, ['channel', 'general'], ['topic', 'x'], ['sender', olga.email]), [
    mine,
  ])
  assert.equal(await find(olga, ['topic', 'x'], not('sender', ben.id)), [mine])
})

test('mentions finds visible mentions and no silent ones', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const id = await olga.say('general', 'x', 'hello @**Ben**')
  await olga.say('general', 'x', 'as @_**Ben** said, @**all**')

  assert.equal(await find(olga, term('mentions', ben.id)), [id])
  assert.equal(await find(olga, ['mentions', ben.email]), [id])
  assert.not.ok((await find(olga, not('mentions', ben.id))).includes(id))
})

test('id and near: one message, and no filter at all', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const [first, second] = [await olga.say('general', 'x', 'a'), await olga.say('general', 'x', 'b')]

  assert.equal(await find(olga, term('id', first)), [first])
  assert.equal(await find(olga, ['id', String(second)]), [second])
  assert.equal(await find(olga, ['topic', 'x'], not('id', first)), [second])
  assert.equal(await find(olga, ['topic', 'x'], ['near', String(first)]), [first, second])
  assert.equal(await find(olga, ['topic', 'x'], not('near', String(first))), [first, second])
  const narrow = [{ operator: 'near', operand: first }]
  const range = { anchor: 'newest', num_before: 1, num_after: 0 }
  const { msg } = await olga.get('/messages', { narrow, ...range })
  assert.is(msg, "The operand of 'near' is not a string")
  assert.equal(await find(olga, term('id', 1_000_000)), [])
})

test('with leads to where a message is now', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  await olga.subscribe('Design')
  const topic = [await olga.say('Design', 'logo', 'a'), await olga.say('Design', 'logo', 'b')]
  const elsewhere = await olga.say('general', 'logo', 'c')
  const direct = await olga.tell([ben], 'd')
  const withIt = (id: number) => term('with', id)

  assert.equal(await find(olga, withIt(topic[0]!)), topic)
  assert.equal(
    await find(olga, ['channel', 'general'], ['topic', 'gone'], withIt(topic[1]!)),
    topic,
  )
  assert.equal(await find(ben, term('dm', [ben.id]), withIt(direct)), [direct])
  // One that is not there leaves the rest as it is, if that names a conversation.
  const missing = withIt(1_000_000)
  assert.equal(await find(olga, ['channel', 'general'], ['topic', 'logo'], missing), [elsewhere])
  assert.equal(await find(olga, term('dm', [ben.id]), missing), [direct])
  assert.is((await ask(olga, ['channel', 'general'], missing)).desc, "Invalid 'with' operator")
  assert.is((await ask(olga, withIt(1), withIt(2))).desc, "Duplicate 'with' operators.")
})

test.run()

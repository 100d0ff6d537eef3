// Polls and to-do lists.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertRefused, read } from '../channels.ts'
import { expectSuccess, type Person, startChat } from '../chat.ts'

const submit = (person: Person, message_id: number, content: unknown) =>
  person.post('/submessage', {
    message_id,
    msg_type: 'widget',
    content: typeof content === 'string' ? content : JSON.stringify(content),
  })

test('a poll is a message with its data inside, and votes are told', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const inbox = await ben.listen({ event_types: ['message', 'submessage'] })
  const id = await olga.say('general', 'lunch', '/poll Soup?\n- yes\nno')
  const [sent] = await inbox.read()
  const [first] = sent!.message.submessages
  assert.equal(JSON.parse(first.content), {
    widget_type: 'poll',
    extra_data: { question: 'Soup?', options: ['yes', 'no'] },
  })
  assert.equal([first.sender_id, first.msg_type, first.message_id], [olga.id, 'widget', id])

  const vote = { type: 'vote', key: 'canned,0', vote: 1 }
  expectSuccess(await submit(ben, id, vote))

  const [event] = await inbox.read()
  const { submessage_id, ...rest } = event!
  assert.equal(rest, {
    type: 'submessage',
    msg_type: 'widget',
    message_id: id,
    sender_id: ben.id,
    content: JSON.stringify(vote),
  })
  const { submessages } = await read(olga, id)
  assert.equal(
    submessages.map((submessage: { id: number }) => submessage.id),
    [first.id, submessage_id],
  )
})

test('a vote in a channel that the voter does not follow is told to the voter too', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  await olga.subscribe('lunch')
  const id = await olga.say('lunch', 'menu', '/poll Soup?\n- yes\nno')
  const inbox = await ben.listen({ event_types: ['submessage'] })
  const vote = { type: 'vote', key: 'canned,0', vote: 1 }

  expectSuccess(await submit(ben, id, vote))

  const [event] = await inbox.read()
  assert.equal(
    [event?.message_id, event?.sender_id, event?.content],
    [id, ben.id, JSON.stringify(vote)],
  )
  assert.equal((await read(ben, id)).flags, ['read', 'historical'])
})

test('a program attaches a widget as data, which is checked', async () => {
  await using chat = await startChat()
  const bot = await chat.joinBot('Robo')
  const send = (widget_content: string) =>
    bot.post('/messages', { type: 'direct', to: [chat.olga.id], content: 'Choose', widget_content })
  const choice = { type: 'multiple_choice', short_name: 'A', long_name: 'Soup', reply: 'soup' }
  const form = {
    widget_type: 'zform',
    extra_data: { type: 'choices', heading: 'Lunch?', choices: [choice] },
  }
  const poll = { widget_type: 'poll', extra_data: { question: 'Soup?', options: ['yes', 'no'] } }

  for (const widget of [form, poll]) {
    const { id } = expectSuccess(await send(JSON.stringify(widget)))
    const [submessage] = (await chat.olga.get(`/messages/${id}`)).message.submessages
    assert.equal([submessage.sender_id, JSON.parse(submessage.content)], [bot.id, widget])
  }
  assertRefused(await send('{'), 'Widgets: API programmer sent invalid JSON content')
  for (const wrong of [
    'null',
    '[]',
    '{"widget_type":"chess"}',
    '{"widget_type":"poll","extra_data":1}',
  ])
    assert.match((await send(wrong)).msg, /^Widgets: /)
})

test('messages of others are not taken from a program', async () => {
  await using chat = await startChat()
  const bot = await chat.joinBot('Robo')
  for (const mirror of [{ forged: true }, { sender: chat.olga.email }, { time: 1.5 }])
    assertRefused(
      await bot.post('/messages', { type: 'direct', to: [chat.olga.id], content: 'x', ...mirror }),
      'User not authorized for this query',
    )
})

test('only what widgets know can be done in them', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const poll = await olga.say('general', 'lunch', '/poll Soup?')
  const todo = await olga.say('general', 'lunch', '/todo Shopping\nmilk: fresh')
  const plain = await olga.say('general', 'lunch', 'Soup')

  assertRefused(await submit(ben, poll, '{'), 'Invalid json for submessage')
  assertRefused(
    await submit(ben, plain, { type: 'vote', key: 'a', vote: 1 }),
    'You cannot attach a submessage to this message.',
  )
  const wrong: [number, object][] = [
    [poll, { type: 'vote', key: 'a', vote: 2 }],
    [poll, { type: 'vote', key: 'a', vote: 1, more: true }],
    [poll, { type: 'new_option', option: 'x', idx: 1001 }],
    [poll, { type: 'strike', key: 'a' }],
    [todo, { type: 'vote', key: 'a', vote: 1 }],
    [todo, { type: 'new_task', key: -1, task: 'x', desc: '', completed: false }],
  ]
  for (const [id, content] of wrong)
    assert.is((await submit(ben, id, content)).code, 'BAD_REQUEST', JSON.stringify(content))
  assertRefused(
    await submit(ben, poll, { type: 'question', question: 'Stew?' }),
    "You can't edit a question unless you are the author.",
  )
  expectSuccess(await submit(olga, poll, { type: 'question', question: 'Stew?' }))
  expectSuccess(await submit(ben, poll, { type: 'new_option', option: 'maybe', idx: 1 }))
  expectSuccess(
    await submit(ben, todo, { type: 'new_task', key: 2, task: 'x', desc: '', completed: false }),
  )
  expectSuccess(await submit(ben, todo, { type: 'strike', key: '0,canned' }))
  expectSuccess(await submit(olga, todo, { type: 'new_task_list_title', title: 'List' }))
  assertRefused(await submit(ben, 999_999, {}), 'Invalid message(s)')
})

test.run()

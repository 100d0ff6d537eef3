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

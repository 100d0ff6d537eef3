// Editing the content of messages.

import { createHash } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertRefused, NOBODY, openChannel, read } from '../channels.ts'
import { expectSuccess, startChat } from '../chat.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test('who never received a message hears of its edit as of a message that is read', async () => {
  await using chat = await startChat()
  await chat.olga.subscribe('Cove')
  const id = await chat.olga.say('Cove', 'lunch', 'Soup')
  const dot = await chat.join('Dot')
  await dot.subscribe('Cove')
  const inbox = await dot.listen({ event_types: ['update_message'] })

  expectSuccess(await chat.olga.patch(`/messages/${id}`, { content: 'Stew' }))
  expectSuccess(await chat.olga.patch(`/messages/${id}`, { topic: 'supper' }))

  assert.equal(
    (await inbox.read()).map(({ flags }) => flags),
    [['read'], ['read']],
  )
})

test('an edit is told with what was and what is, and stands in the history', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const id = await olga.say('general', 'lunch', 'Soup')
  const channel = (await read(olga, id)).stream_id
  const inbox = await ben.listen({ event_types: ['update_message'] })
  chat.clock.advance(60)

  const answer = expectSuccess(
    await olga.patch(`/messages/${id}`, { content: 'Stew for @**Ben**' }),
  )

  assert.equal(answer.detached_uploads, [])
  const [event] = await inbox.read()
  const { edit_timestamp, rendered_content, ...rest } = event!
  assert.equal(rest, {
    type: 'update_message',
    user_id: olga.id,
    message_id: id,
    message_ids: [id],
    rendering_only: false,
    stream_id: channel,
    stream_name: 'general',
    orig_content: 'Soup',
    orig_rendered_content: '<p>Soup</p>',
    content: 'Stew for @**Ben**',
    is_me_message: false,
    flags: ['mentioned'],
  })
  const now = await read(ben, id)
  assert.is(now.content, rendered_content)
  assert.is(now.last_edit_timestamp, edit_timestamp)
  assert.is(now.last_moved_timestamp, undefined)
  assert.equal(now.edit_history, [
    {
      user_id: olga.id,
      timestamp: edit_timestamp,
      prev_content: 'Soup',
      prev_rendered_content: '<p>Soup</p>',
    },
  ])
})

test('an edit keeps what was read, drops a mention that is gone, and is found by its words', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const id = await olga.say('general', 'lunch', 'Porridge, @**Ben**')
  expectSuccess(await ben.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }))

  expectSuccess(await olga.patch(`/messages/${id}`, { content: 'Casserole' }))

  assert.equal((await read(ben, id)).flags, ['read'])
  const found = async (word: string) =>
    (
      await ben.get('/messages', {
        anchor: 'newest',
        num_before: 5,
        num_after: 0,
        narrow: [{ operator: 'search', operand: word }],
      })
    ).messages.length
  assert.is(await found('casserole'), 1)
  assert.is(await found('porridge'), 0)
})

test('blank content deletes what was said; long content is cut', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const id = await olga.say('general', 'lunch', 'Soup')
  expectSuccess(await olga.patch(`/messages/${id}`, { content: ' \n ' }))
  assert.is((await read(olga, id, { apply_markdown: false })).content, '(deleted)')

  expectSuccess(await olga.patch(`/messages/${id}`, { content: 'x'.repeat(10_001) }))
  const { content } = await read(olga, id, { apply_markdown: false })
  assert.is(content, `${'x'.repeat(9980)}\n[message truncated]`)
})

test('of two people who edit at once, the second is told', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const id = await olga.say('general', 'lunch', 'Soup')
  const basedOn = { prev_content_sha256: sha256('Soup') }

  const [first, second] = await Promise.all([
    olga.patch(`/messages/${id}`, { content: 'Stew', ...basedOn }),
    olga.patch(`/messages/${id}`, { content: 'Salad', ...basedOn }),
  ])

  expectSuccess(first)
  assertRefused(second, "'prev_content_sha256' value does not match the expected value.", {
    code: 'EXPECTATION_MISMATCH',
    field_name: 'prev_content_sha256',
  })
  assert.is((await read(olga, id, { apply_markdown: false })).content, 'Stew')
  // A move is held to it too, though it brings no content.
  assertRefused(
    await olga.patch(`/messages/${id}`, { topic: 'supper', ...basedOn }),
    "'prev_content_sha256' value does not match the expected value.",
    { code: 'EXPECTATION_MISMATCH' },
  )
})

test('only the sender changes what a message says, and only for so long', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const id = await ben.say('general', 'lunch', 'Soup')
  const edit = (person: typeof ben, parameters: object) =>
    person.patch(`/messages/${id}`, { ...parameters })

  assertRefused(
    await edit(olga, { content: 'x' }),
    "You don't have permission to edit this message",
  )
  chat.clock.advance(619)
  expectSuccess(await edit(ben, { content: 'Stew' }))
  chat.clock.advance(2)
  assertRefused(
    await edit(ben, { content: 'x' }),
    'The time limit for editing this message has passed',
  )
  expectSuccess(await olga.patch('/realm', { message_content_edit_limit_seconds: 'unlimited' }))
  expectSuccess(await edit(ben, { content: 'Salad' }))
  expectSuccess(await olga.patch('/realm', { allow_message_editing: false }))
  assertRefused(
    await edit(ben, { content: 'x' }),
    'Your organization has turned off message editing',
  )
})

test('wishes that contradict each other are refused in a fixed order', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const elsewhere = await openChannel(olga, 'Design', [])
  const board = await openChannel(ben, 'board', [], { invite_only: true })
  const direct = await olga.tell([ben], 'hello')
  const id = await olga.say('general', 'lunch', 'Soup')
  const refusals: [number, object, string][] = [
    [999_999, { content: 'x' }, 'Invalid message(s)'],
    [id, {}, 'Nothing to change'],
    [id, { topic: ' lunch ' }, 'Nothing to change'],
    [direct, { stream_id: elsewhere }, 'Direct messages cannot be moved to channels.'],
    [direct, { topic: 'x' }, 'Direct messages cannot have topics.'],
    [
      id,
      { content: 'x', propagate_mode: 'change_all' },
      'Invalid propagate_mode without topic edit',
    ],
    [id, { topic: '✔ ' }, 'General chat cannot be marked as resolved'],
    [id, { topic: 'a\u0007b' }, 'Invalid character in topic, at position 2!'],
    [
      id,
      { content: 'x', stream_id: elsewhere },
      'Cannot change message content while changing channel',
    ],
    [id, { content: 'a\0b' }, 'Message must not contain null bytes'],
    [id, { stream_id: 999 }, 'Invalid channel ID'],
    [id, { stream_id: board }, 'Invalid channel ID'],
    [id, { topic: 'x', propagate_mode: 'change_some' }, 'Invalid propagate_mode'],
  ]
  for (const [message, parameters, msg] of refusals)
    assertRefused(await olga.patch(`/messages/${message}`, { ...parameters }), msg)
})

test('a widget stays what its author made it', async () => {
  await using chat = await startChat()
  const id = await chat.olga.say('general', 'lunch', '/poll Soup?\nyes\nno')
  assertRefused(
    await chat.olga.patch(`/messages/${id}`, { content: 'x' }),
    'Widgets cannot be edited.',
  )
})

test('mentions in an edit are held to the rules of sending', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const id = await ben.say('general', 'lunch', 'Soup')
  expectSuccess(
    await olga.post('/user_groups/create', {
      name: 'cooks',
      description: '',
      members: [olga.id],
      can_mention_group: NOBODY,
    }),
  )
  assertRefused(
    await ben.patch(`/messages/${id}`, { content: 'Dear @*cooks*' }),
    "You are not allowed to mention user group 'cooks'.",
  )
})

test('the history tells every state, oldest first, with what changed', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const id = await olga.say('general', 'lunch', 'Soup today')
  const sent = (await read(olga, id)).timestamp
  chat.clock.advance(5)
  expectSuccess(await olga.patch(`/messages/${id}`, { content: 'Stew today' }))
  expectSuccess(
    await ben.patch(`/messages/${id}`, { topic: 'supper', propagate_mode: 'change_all' }),
  )

  const { message_history } = expectSuccess(await ben.get(`/messages/${id}/history`))
  assert.equal(message_history, [
    {
      topic: 'lunch',
      content: 'Soup today',
      rendered_content: '<p>Soup today</p>',
      timestamp: sent,
      user_id: olga.id,
    },
    {
      topic: 'lunch',
      content: 'Stew today',
      rendered_content: '<p>Stew today</p>',
      timestamp: sent + 5,
      user_id: olga.id,
      prev_content: 'Soup today',
      prev_rendered_content: '<p>Soup today</p>',
      content_html_diff:
        '<p><span class="highlight_text_deleted">Soup</span>' +
        '<span class="highlight_text_inserted">Stew</span> today</p>',
    },
    {
      topic: 'supper',
      content: 'Stew today',
      rendered_content: '<p>Stew today</p>',
      timestamp: sent + 5,
      user_id: ben.id,
      prev_topic: 'lunch',
    },
  ])
})

test('the organization decides how much of the history is shown', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const id = await olga.say('general', 'lunch', 'Soup')
  expectSuccess(await olga.patch(`/messages/${id}`, { content: 'Stew', topic: 'supper' }))
  const { timestamp } = await read(olga, id)
  assert.is((await read(olga, id)).edit_history[0].prev_content, 'Soup')

  expectSuccess(await olga.patch('/realm', { message_edit_history_visibility_policy: 'moves' }))
  assert.equal((await read(olga, id)).edit_history, [
    { user_id: olga.id, timestamp, prev_topic: 'lunch', topic: 'supper' },
  ])
  const { message_history } = expectSuccess(await olga.get(`/messages/${id}/history`))
  assert.equal(
    message_history.map((state: { content: string }) => state.content),
    ['Stew', 'Stew'],
  )

  expectSuccess(await olga.patch('/realm', { message_edit_history_visibility_policy: 'none' }))
  const hidden = await read(olga, id)
  assert.is(hidden.edit_history, undefined)
  assert.is(hidden.last_edit_timestamp, timestamp)
  assertRefused(
    await olga.get(`/messages/${id}/history`),
    'Message edit history is disabled in this organization',
  )
})

test.run()

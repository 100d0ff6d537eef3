// Which events a queue takes.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Inbox, type Person, type ReceivedEvent, startChat } from '../chat.ts'

test('a queue receives only the types of events it asked for', async () => {
  await using chat = await startChat()
  const messages = await chat.olga.listen({ event_types: ['message'] })
  const nothing = await chat.olga.listen({ event_types: ['no_such_type'] })
  const people = await chat.olga.listen({ event_types: ['realm_user'] })

  await chat.olga.say('general', 'tea', 'kettle')
  await chat.join('Ben')

  assert.equal(new Set(typesOf(await messages.read())), new Set(['message']))
  assert.equal(new Set(typesOf(await people.read())), new Set(['realm_user']))
  assert.equal(await nothing.read(), [])
})

test('fetch_event_types alone does not narrow the queue', async () => {
  await using chat = await startChat()
  const inbox = await chat.olga.listen({ fetch_event_types: ['message'] })

  await chat.olga.say('general', 'tea', 'kettle')

  assert.ok(typesOf(await inbox.read()).includes('message'))
})

test('a narrow lets through the messages that match all its terms', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await chat.olga.subscribe('Design')
  const inboxes = {
    channel: await narrowed(chat.olga, [['channel', 'GENERAL']]),
    stream: await narrowed(chat.olga, [['stream', 'general']]),
    topic: await narrowed(chat.olga, [['topic', 'Tea']]),
    both: await narrowed(chat.olga, [
      ['channel', 'design'],
      ['topic', 'tea'],
    ]),
    sender: await narrowed(chat.olga, [['sender', ben.email.toUpperCase()]]),
    direct: await narrowed(chat.olga, [['is', 'dm']]),
    mentioned: await narrowed(chat.olga, [['is', 'mentioned']]),
    unread: await narrowed(chat.olga, [['is', 'unread']]),
    resolved: await narrowed(chat.olga, [['is', 'resolved']]),
  }

  await chat.olga.say('general', 'tea', 'general tea')
  await chat.olga.say('Design', 'tea', 'design tea')
  await chat.olga.say('Design', '✔ logo', 'design logo')
  await ben.say('general', 'coffee', '@**Olga** coffee')
  await ben.tell([chat.olga], 'psst')

  assert.equal(await contents(inboxes.channel), ['general tea', '@**Olga** coffee'])
  assert.equal(await contents(inboxes.stream), ['general tea', '@**Olga** coffee'])
  assert.equal(await contents(inboxes.topic), ['general tea', 'design tea'])
  assert.equal(await contents(inboxes.both), ['design tea'])
  assert.equal(await contents(inboxes.sender), ['@**Olga** coffee', 'psst'])
  assert.equal(await contents(inboxes.direct), ['psst'])
  assert.equal(await contents(inboxes.mentioned), ['@**Olga** coffee'])
  assert.is((await contents(inboxes.unread)).length, 5)
  assert.equal(await contents(inboxes.resolved), ['design logo'])
})

test('a narrow may say a thing twice, and states that no server knows', async () => {
  await using chat = await startChat()
  const twice = await narrowed(chat.olga, [
    ['topic', 'Tea'],
    ['is', 'brewing'],
    ['topic', 'TEA'],
    ['is', 'unread'],
  ])
  const neither = await narrowed(chat.olga, [
    ['topic', 'tea'],
    ['topic', 'coffee'],
  ])
  const ben = await chat.join('Ben')

  await ben.say('general', 'tea', 'kettle')
  await ben.say('general', 'coffee', 'beans')

  assert.equal(await contents(twice), ['kettle'])
  assert.equal(await contents(neither), [])
})

test('a narrow the queue cannot follow is refused', async () => {
  await using chat = await startChat()
  const refusals: [narrow: unknown, message: RegExp][] = [
    [[['near', '5']], /near/],
    [[['__proto__', '5']], /__proto__/],
    [[['constructor', '5']], /constructor/],
    [[['channel', 'general', 'tea']], /narrow/],
    [[['channel']], /narrow/],
    [['channel', 'general'], /narrow/],
    [{ channel: 'general' }, /narrow/],
    ['channel:general', /narrow/],
  ]
  for (const [narrow, message] of refusals) {
    const answer = await chat.olga.post('/register', { narrow })
    assert.equal([answer.status, answer.code], [400, 'BAD_REQUEST'], JSON.stringify(narrow))
    assert.match(answer.msg, message)
  }
})

test('a queue follows a hundred terms and a thousand types at most', async () => {
  await using chat = await startChat()
  const terms = (count: number) => Array.from({ length: count }, () => ['topic', 'tea'])
  const types = (count: number) => Array.from({ length: count }, (_, n) => `type ${n}`)
  const register = async (parameters: object) =>
    (await chat.olga.post('/register', { fetch_event_types: [], ...parameters })).msg

  assert.is(await register({ narrow: terms(100), event_types: types(1000) }), '')
  assert.is(await register({ narrow: terms(101) }), 'narrow is too large (maximum: 100)')
  assert.is(
    await register({ event_types: types(1001) }),
    'event_types is too large (maximum: 1000)',
  )
})

test('who follows all public channels reads along without subscribing, as if read', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const everything = await ben.listen({ event_types: ['message'], all_public_streams: true })
  const narrow = await narrowed(ben, [['channel', 'Design']])
  const subscribed = await ben.listen({ event_types: ['message'] })
  await chat.olga.subscribe('Design')
  await chat.olga.subscribe('Board', { invite_only: true })

  await chat.olga.say('Design', 'logo', 'round')
  await chat.olga.say('Board', 'money', 'secret')
  await chat.olga.say('general', 'tea', 'kettle')

  const received = await everything.read()
  assert.equal(
    received.filter(isWritten).map(({ message, flags }) => [message.content, flags]),
    [
      ['round', []],
      ['kettle', []],
    ],
  )
  assert.equal(await contents(narrow), ['round'])
  assert.equal(await contents(subscribed), ['kettle'])
})

test('a guest cannot follow all public channels, nor by a narrow', async () => {
  await using chat = await startChat()
  const guest = await chat.join('Gus', 600)
  await chat.olga.subscribe('Design')

  const refused = await guest.post('/register', { all_public_streams: true })
  const narrow = await narrowed(guest, [['channel', 'Design']])
  await chat.olga.say('Design', 'logo', 'round')

  assert.equal([refused.status, refused.code], [400, 'BAD_REQUEST'])
  assert.equal(await narrow.read(), [])
})

test('only the queue named when sending recognises the message as its own', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const named = await chat.olga.listen({ event_types: ['message'] })
  const other = await chat.olga.listen({ event_types: ['message'] })
  const bens = await ben.listen({ event_types: ['message'] })

  await chat.olga.post('/messages', {
    type: 'channel',
    to: 'general',
    topic: 'tea',
    content: 'kettle',
    queue_id: named.queueId,
    local_id: '12.5',
  })

  const [mine] = await named.read()
  assert.is(mine!.local_message_id, '12.5')
  for (const inbox of [other, bens]) {
    const [event] = await inbox.read()
    assert.is(event!.message.content, 'kettle')
    assert.not('local_message_id' in event!)
  }
})

test('each queue gets the content in the form it asked for', async () => {
  await using chat = await startChat()
  const html = await chat.olga.listen({ event_types: ['message'], apply_markdown: true })
  const raw = await chat.olga.listen({ event_types: ['message'] })

  await chat.olga.say('general', 'tea', '*hot*')

  const [rendered] = await html.read()
  const [source] = await raw.read()
  assert.equal(
    [rendered!.message.content, rendered!.message.content_type],
    ['<p><em>hot</em></p>', 'text/html'],
  )
  assert.equal(
    [source!.message.content, source!.message.content_type],
    ['*hot*', 'text/x-markdown'],
  )
})

test('a topic without a name is named for clients that cannot read an empty one', async () => {
  await using chat = await startChat()
  const client_capabilities = { empty_topic_name: true }
  const modern = await chat.olga.listen({ event_types: ['message'], client_capabilities })
  const old = await chat.olga.listen({ event_types: ['message'] })

  await chat.olga.say('general', '', 'no topic')

  assert.is((await modern.read())[0]!.message.subject, '')
  assert.is((await old.read())[0]!.message.subject, 'general chat')
})

const narrowed = (person: Person, narrow: [string, string][]) =>
  person.listen({ event_types: ['message'], narrow })

const typesOf = (events: { type: string }[]) => events.map((event) => event.type)

/** Written by a person, not a notice of the server. */
const isWritten = ({ message }: ReceivedEvent) => message.sender_email.endsWith('@harbour.test')

const contents = async (inbox: Inbox): Promise<string[]> =>
  (await inbox.read()).filter(isWritten).map(({ message }) => message.content)

test.run()

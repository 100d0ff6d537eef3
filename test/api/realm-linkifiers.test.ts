// Linkifiers.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Chat, expectSuccess, startChat } from '../chat.ts'

const TICKET = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://harbour.test/ticket/{id}' }
const SHIP = { pattern: 'ship-(?P<name>[a-z]+)', url_template: 'https://harbour.test/{name}' }

const CAPABLE = { client_capabilities: { linkifier_url_template: true } }

const described = (id: number, linkifier: object) => ({
  id,
  ...linkifier,
  example_input: null,
  reverse_template: null,
  alternative_url_templates: [],
})

const contentOf = async (chat: Chat, text: string) => {
  const id = await chat.olga.say('general', 'port', text)
  return (await chat.olga.get(`/messages/${id}`)).message.content
}

test('clients that know templates hear of linkifiers, others read none', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben', 600)
  const capable = await ben.listen({ event_types: ['realm_linkifiers'], ...CAPABLE })
  const older = await ben.listen({ event_types: ['realm_linkifiers'] })

  const { id } = expectSuccess(await chat.olga.post('/realm/filters', TICKET))

  const all = [described(id, TICKET)]
  assert.equal((await ben.get('/realm/linkifiers')).linkifiers, all)
  assert.equal(await capable.read(), [{ type: 'realm_linkifiers', realm_linkifiers: all }])
  assert.equal(await older.read(), [])
  const read = (more: object) =>
    ben.post('/register', { fetch_event_types: ['realm_linkifiers', 'realm_filters'], ...more })
  assert.equal((await read(CAPABLE)).realm_linkifiers, all)
  assert.equal((await read({})).realm_linkifiers, [])
  assert.equal((await read({})).realm_filters, [])
})

test('what matches is a link in messages and beside topics, as soon as there is a linkifier', async () => {
  await using chat = await startChat()
  const earlier = await chat.olga.say('general', 'about #12', 'x')
  assert.is(await contentOf(chat, 'see #12'), '<p>see #12</p>')
  assert.equal((await chat.olga.get(`/messages/${earlier}`)).message.topic_links, [])

  const { id } = expectSuccess(await chat.olga.post('/realm/filters', TICKET))
  assert.is(
    await contentOf(chat, 'see #12'),
    '<p>see <a href="https://harbour.test/ticket/12">#12</a></p>',
  )
  assert.equal((await chat.olga.get(`/messages/${earlier}`)).message.topic_links, [
    { text: '#12', url: 'https://harbour.test/ticket/12' },
  ])

  expectSuccess(
    await chat.olga.patch(`/realm/filters/${id}`, { url_template: 'https://b.test/{id}' }),
  )
  assert.is(await contentOf(chat, 'see #12'), '<p>see <a href="https://b.test/12">#12</a></p>')
  expectSuccess(await chat.olga.delete(`/realm/filters/${id}`))
  assert.is(await contentOf(chat, 'see #12'), '<p>see #12</p>')
})

test('the first in order wins, and administrators set the order', async () => {
  await using chat = await startChat()
  const first = (await chat.olga.post('/realm/filters', TICKET)).id
  const second = (
    await chat.olga.post('/realm/filters', {
      pattern: '#(?P<n>[0-9]{2})',
      url_template: 'https://two.test/{n}',
    })
  ).id
  const inbox = await chat.olga.listen({ event_types: ['realm_linkifiers'], ...CAPABLE })
  assert.match(await contentOf(chat, '#12'), 'harbour.test')

  expectSuccess(
    await chat.olga.patch('/realm/linkifiers', { ordered_linkifier_ids: [second, first] }),
  )

  assert.match(await contentOf(chat, '#12'), 'two.test')
  const [event] = await inbox.read()
  assert.equal(
    event!.realm_linkifiers.map(({ id }: { id: number }) => id),
    [second, first],
  )
  for (const wrong of [[first], [first, first], [first, second, 99], []]) {
    const answer = await chat.olga.patch('/realm/linkifiers', { ordered_linkifier_ids: wrong })
    assert.is(answer.msg, 'The ordered list must enumerate all existing linkifiers exactly once')
  }
})

test('examples and further templates are kept, and empty ones are dropped', async () => {
  await using chat = await startChat()
  const more = {
    example_input: '#12',
    reverse_template: '#{id}',
    alternative_url_templates: ['https://old.test/{id}'],
  }
  const { id } = expectSuccess(await chat.olga.post('/realm/filters', { ...TICKET, ...more }))
  assert.equal((await chat.olga.get('/realm/linkifiers')).linkifiers, [{ id, ...TICKET, ...more }])

  expectSuccess(
    await chat.olga.patch(`/realm/filters/${id}`, {
      example_input: '',
      reverse_template: '',
      alternative_url_templates: [],
    }),
  )
  assert.equal((await chat.olga.get('/realm/linkifiers')).linkifiers, [described(id, TICKET)])
})

const REFUSED: [parameters: Record<string, unknown>, msg: string | RegExp][] = [
  [{ pattern: undefined }, "Missing 'pattern' argument"],
  [{ url_template: undefined }, "Missing 'url_template' argument"],
  [{ pattern: ' ' }, 'pattern cannot be blank'],
  [{ pattern: 'x'.repeat(2001) }, 'pattern is too long (limit: 2000 characters)'],
  [{ pattern: '(' }, /^Bad regular expression: /],
  [{ pattern: '(?=x)(?P<id>y)' }, /^Bad regular expression: /],
  [{ pattern: '(?P<id>a)\\1' }, /^Bad regular expression: /],
  [{ url_template: 'https://harbour.test/{id' }, 'Invalid URL template.'],
  [{ url_template: 'javascript:alert({id})' }, 'Invalid URL template.'],
  [{ url_template: 'https://harbour.test/{other}' }, /other/],
  [{ url_template: 'https://harbour.test/' }, /id/],
  [{ pattern: SHIP.pattern, url_template: SHIP.url_template }, /already exists/],
  [{ example_input: 'no number' }, 'The example does not match the pattern.'],
  [{ reverse_template: '#{id}' }, 'A reverse template needs an example input.'],
  [
    { example_input: '#1', reverse_template: '#{other}' },
    'The reverse template names a group the pattern lacks.',
  ],
  [{ alternative_url_templates: ['https://a.test/{'] }, 'Invalid URL template.'],
  [{ alternative_url_templates: ['https://a.test/{other}'] }, 'Invalid URL template.'],
  [{ alternative_url_templates: 'https://a.test' }, 'alternative_url_templates is not valid JSON'],
]

test('what makes no linkifier is refused, and changes nothing', async () => {
  await using chat = await startChat()
  const { id } = await chat.olga.post('/realm/filters', SHIP)
  const inbox = await chat.olga.listen({ event_types: ['realm_linkifiers'], ...CAPABLE })

  for (const [parameters, msg] of REFUSED) {
    const answer = await chat.olga.post('/realm/filters', { ...TICKET, ...parameters })
    assert.is(answer.status, 400, answer.msg)
    if (typeof msg === 'string') assert.is(answer.msg, msg)
    else assert.match(answer.msg, msg)
  }
  const bad = await chat.olga.patch(`/realm/filters/${id}`, { pattern: '(' })
  assert.equal(Object.keys(bad.errors), ['pattern'])
  assert.equal(await inbox.read(), [])
  assert.is((await chat.olga.get('/realm/linkifiers')).linkifiers.length, 1)
})

test('only administrators change linkifiers, and only those there are', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const { id } = await chat.olga.post('/realm/filters', SHIP)

  for (const answer of [
    await ben.post('/realm/filters', TICKET),
    await ben.patch(`/realm/filters/${id}`, TICKET),
    await ben.delete(`/realm/filters/${id}`),
    await ben.patch('/realm/linkifiers', { ordered_linkifier_ids: [id] }),
  ]) {
    assert.is(answer.code, 'UNAUTHORIZED_PRINCIPAL')
  }
  for (const answer of [
    await chat.olga.patch('/realm/filters/99', TICKET),
    await chat.olga.delete('/realm/filters/99'),
  ]) {
    assert.is(answer.msg, 'Linkifier not found.')
  }
})

test('linkifiers survive a restart', async () => {
  await using chat = await startChat()
  await chat.olga.post('/realm/filters', TICKET)
  await chat.restart()
  assert.match(await contentOf(chat, '#7'), 'https://harbour.test/ticket/7')
})

test.run()

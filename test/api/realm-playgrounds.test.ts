// Code playgrounds.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, startChat } from '../chat.ts'

const RUST = {
  name: 'Rust playground',
  pygments_language: 'Rust',
  url_template: 'https://play.example/?code={code}',
}

test('a playground is announced to all with the whole list, and can be removed', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const inbox = await ben.listen({ event_types: ['realm_playgrounds'] })

  const { id } = expectSuccess(await chat.olga.post('/realm/playgrounds', RUST))
  const snapshot = await ben.post('/register', { fetch_event_types: ['realm_playgrounds'] })
  expectSuccess(await chat.olga.delete(`/realm/playgrounds/${id}`))

  assert.equal(snapshot.realm_playgrounds, [{ id, ...RUST }])
  assert.equal(await inbox.read(), [
    { type: 'realm_playgrounds', realm_playgrounds: [{ id, ...RUST }] },
    { type: 'realm_playgrounds', realm_playgrounds: [] },
  ])
})

const REFUSALS: [change: Record<string, unknown>, msg: string][] = [
  [{ name: undefined }, "Missing 'name' argument"],
  [{ name: ' ' }, 'name cannot be blank'],
  [{ pygments_language: undefined }, "Missing 'pygments_language' argument"],
  [{ pygments_language: 'a'.repeat(41) }, 'pygments_language is too long (limit: 40 characters)'],
  [{ pygments_language: 'C<sharp>' }, 'Invalid characters in pygments language'],
  [{ url_template: undefined }, "Missing 'url_template' argument"],
  [{ url_template: 'https://x.example/{code' }, 'Invalid URL template.'],
  [{ url_template: 'JavaScript:{code}' }, 'Invalid URL template.'],
  [{ url_template: ' data:text/html,{code}' }, 'Invalid URL template.'],
  [
    { url_template: 'https://x.example/' },
    'The URL template must contain exactly one variable, named "code".',
  ],
  [
    { url_template: 'https://x.example/{source}' },
    'The URL template must contain exactly one variable, named "code".',
  ],
  [
    { url_template: 'https://x.example/{code}/{lang}' },
    'The URL template must contain exactly one variable, named "code".',
  ],
  [{}, 'A playground of that name for that language already exists.'],
]

test('what could not open a playground is refused and adds none', async () => {
  await using chat = await startChat()
  expectSuccess(await chat.olga.post('/realm/playgrounds', RUST))

  for (const [change, msg] of REFUSALS) {
    const answer = await chat.olga.post('/realm/playgrounds', { ...RUST, ...change })
    assert.is(answer.status, 400, msg)
    assert.is(answer.msg, msg)
  }
  assert.is((await chat.olga.delete('/realm/playgrounds/99')).msg, 'Invalid playground')

  const snapshot = await chat.olga.post('/register', { fetch_event_types: ['realm_playgrounds'] })
  assert.is(snapshot.realm_playgrounds.length, 1)
})

test('only administrators change playgrounds', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')

  const answer = await ben.post('/realm/playgrounds', RUST)

  assert.is(answer.code, 'UNAUTHORIZED_PRINCIPAL')
  assert.is((await ben.delete('/realm/playgrounds/1')).code, 'UNAUTHORIZED_PRINCIPAL')
})

test.run()

// Navigation views.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, startChat } from '../chat.ts'

test('a view of one person is announced to that person alone', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const own = await ben.listen()
  const others = await chat.olga.listen()
  const view = { fragment: 'narrow/is/alerted', is_pinned: true, name: 'Alerts' }

  expectSuccess(await ben.post('/navigation_views', view))
  expectSuccess(await ben.patch('/navigation_views/narrow/is/alerted', { is_pinned: false }))
  expectSuccess(await ben.delete('/navigation_views/narrow/is/alerted'))

  assert.equal(await own.read(), [
    { type: 'navigation_view', op: 'add', navigation_view: view },
    { type: 'navigation_view', op: 'update', fragment: view.fragment, data: { is_pinned: false } },
    { type: 'navigation_view', op: 'remove', fragment: view.fragment },
  ])
  assert.equal(await others.read(), [])
})

test('views come with the snapshot and stay over a restart', async () => {
  await using chat = await startChat()
  const view = { fragment: 'inbox', is_pinned: false, name: null }
  expectSuccess(await chat.olga.post('/navigation_views', { fragment: 'inbox', is_pinned: false }))

  await chat.restart()

  assert.equal((await chat.olga.get('/navigation_views')).navigation_views, [view])
  const snapshot = await chat.olga.post('/register', { fetch_event_types: ['navigation_views'] })
  assert.equal(snapshot.navigation_views, [view])
})

const REFUSALS: [why: string, parameters: Record<string, unknown>, status: number, msg: string][] =
  [
    ['a blank fragment', { fragment: ' ', is_pinned: true }, 400, 'fragment cannot be blank'],
    ['no fragment', { is_pinned: true }, 400, "Missing 'fragment' argument"],
    [
      'a word for is_pinned',
      { fragment: 'feed', is_pinned: 'yes' },
      400,
      'is_pinned is not valid JSON',
    ],
    [
      'a named built-in view',
      { fragment: 'feed', is_pinned: true, name: 'All' },
      400,
      'Built-in views cannot have a custom name.',
    ],
    [
      'a custom view without a name',
      { fragment: 'narrow/x', is_pinned: true },
      400,
      'Custom views must have a valid name.',
    ],
    [
      'a fragment twice',
      { fragment: 'inbox', is_pinned: true },
      400,
      'Navigation view already exists.',
    ],
    [
      'a name twice',
      { fragment: 'narrow/y', is_pinned: true, name: 'Mine' },
      400,
      'Navigation view already exists.',
    ],
  ]

test('what makes no sense is refused and adds nothing', async () => {
  await using chat = await startChat()
  await chat.olga.post('/navigation_views', { fragment: 'inbox', is_pinned: true })
  await chat.olga.post('/navigation_views', { fragment: 'narrow/z', is_pinned: true, name: 'Mine' })

  for (const [why, parameters, status, msg] of REFUSALS) {
    const answer = await chat.olga.post('/navigation_views', parameters)
    assert.is(answer.status, status, why)
    assert.is(answer.msg, msg, why)
  }

  assert.is((await chat.olga.get('/navigation_views')).navigation_views.length, 2)
})

test("another person's view does not exist", async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await chat.olga.post('/navigation_views', { fragment: 'inbox', is_pinned: true })

  for (const answer of [
    await ben.patch('/navigation_views/inbox', { is_pinned: false }),
    await ben.delete('/navigation_views/inbox'),
  ]) {
    assert.is(answer.status, 404)
    assert.is(answer.code, 'BAD_REQUEST')
    assert.is(answer.msg, 'Navigation view does not exist.')
  }
})

test.run()

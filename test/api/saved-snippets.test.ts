// Saved snippets.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, startChat } from '../chat.ts'

test('a snippet is kept, changed and removed, and only its owner hears of it', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const own = await ben.listen()
  const others = await chat.olga.listen()

  const { saved_snippet_id: id } = expectSuccess(
    await ben.post('/saved_snippets', { title: ' Thanks ', content: 'Thank **you**' }),
  )
  const date_created = chat.clock.now() / 1000
  const saved = { id, title: 'Thanks', content: 'Thank **you**', date_created }
  assert.equal((await ben.get('/saved_snippets')).saved_snippets, [saved])
  expectSuccess(await ben.patch(`/saved_snippets/${id}`, { title: 'Thanks a lot' }))
  expectSuccess(await ben.delete(`/saved_snippets/${id}`))

  assert.equal(await own.read(), [
    { type: 'saved_snippets', op: 'add', saved_snippet: saved },
    { type: 'saved_snippets', op: 'update', saved_snippet: { ...saved, title: 'Thanks a lot' } },
    { type: 'saved_snippets', op: 'remove', saved_snippet_id: id },
  ])
  assert.equal(await others.read(), [])
})

const REFUSALS: [parameters: Record<string, unknown>, msg: string][] = [
  [{ content: 'x' }, "Missing 'title' argument"],
  [{ title: 'x' }, "Missing 'content' argument"],
  [{ title: ' ', content: 'x' }, 'Title cannot be empty.'],
  [{ title: 'x', content: '\n' }, 'Content cannot be empty.'],
  [{ title: '🌳'.repeat(61), content: 'x' }, 'title is too long (limit: 60 characters)'],
  [{ title: 'x', content: 'x'.repeat(10_001) }, 'content is too long (limit: 10000 characters)'],
]

test('a snippet needs a title and a content of bounded length', async () => {
  await using chat = await startChat()

  for (const [parameters, msg] of REFUSALS) {
    const answer = await chat.olga.post('/saved_snippets', parameters)
    assert.is(answer.status, 400, msg)
    assert.is(answer.msg, msg)
  }
  expectSuccess(await chat.olga.post('/saved_snippets', { title: '🌳'.repeat(60), content: 'x' }))

  assert.is((await chat.olga.get('/saved_snippets')).saved_snippets.length, 1)
})

test("another person's snippet does not exist", async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const { saved_snippet_id: id } = await chat.olga.post('/saved_snippets', {
    title: 'a',
    content: 'b',
  })

  for (const answer of [
    await ben.patch(`/saved_snippets/${id}`, { title: 'mine' }),
    await ben.delete(`/saved_snippets/${id}`),
  ]) {
    assert.is(answer.status, 404)
    assert.is(answer.msg, 'Saved snippet does not exist.')
  }
  assert.is((await chat.olga.get('/saved_snippets')).saved_snippets[0].title, 'a')
})

test.run()

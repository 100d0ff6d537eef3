// Lists of topics.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, type Person, startChat } from '../chat.ts'
import { addTopics } from '../many.ts'

async function topicsOf(person: Person, stream: string, more: object = {}) {
  const { stream_id } = expectSuccess(await person.get('/get_stream_id', { stream }))
  return expectSuccess(await person.get(`/users/me/${stream_id}/topics`, { ...more })).topics
}

test('topics are listed once, as their newest message spells them, the newest first', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  await olga.subscribe('Design')
  assert.equal(await topicsOf(olga, 'Design'), [])
  await olga.say('Design', 'Logo', 'a')
  const type = await olga.say('Design', 'type', 'b')
  const empty = await olga.say('Design', '', 'c')
  const logo = await olga.say('Design', 'LOGO', 'd')

  const listed = [
    { name: 'LOGO', max_id: logo },
    { name: '', max_id: empty },
    { name: 'type', max_id: type },
  ]
  for (const person of [olga, ben])
    assert.equal(await topicsOf(person, 'Design', { allow_empty_topic_name: true }), listed)
  assert.is((await topicsOf(olga, 'Design'))[1].name, 'general chat')
})

test('where history is protected, a topic is known by the messages one received', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  await olga.subscribe('Cove', { invite_only: true, history_public_to_subscribers: false })
  await olga.say('Cove', 'before', 'a')
  await olga.say('Cove', 'both', 'b')
  await olga.subscribe('Cove', { principals: [ben.id] })
  const both = await olga.say('Cove', 'BOTH', 'c')
  const during = await olga.say('Cove', 'during', 'd')

  assert.equal(await topicsOf(ben, 'Cove'), [
    { name: 'during', max_id: during },
    { name: 'BOTH', max_id: both },
  ])
  assert.is((await topicsOf(olga, 'Cove')).length, 3)
})

test('a channel out of reach has no topics to list', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await chat.olga.subscribe('Secret', { invite_only: true })
  const { stream_id } = await chat.olga.get('/get_stream_id', { stream: 'Secret' })
  for (const id of [stream_id, 999]) {
    const answer = await ben.get(`/users/me/${id}/topics`)
    assert.equal([answer.status, answer.msg], [400, 'Invalid channel ID'])
  }
})

test('thousands of topics are listed once each, while messages come', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const { stream_id } = expectSuccess(await ben.get('/get_stream_id', { stream: 'general' }))
  const [first, second] = [
    await olga.say('general', 'first', 'a'),
    await olga.say('general', 'b', 'b'),
  ]
  const many = addTopics(chat, stream_id, 5000)
  const [{ topics }, again] = await Promise.all([
    ben.get(`/users/me/${stream_id}/topics`, {}),
    olga.say('general', 'first', 'c'),
  ])
  const ids = topics.map(({ max_id }: { max_id: number }) => max_id)
  assert.equal(
    ids,
    [...ids].sort((one, other) => other - one),
  )
  assert.is(new Set(topics.map(({ name }: { name: string }) => name)).size, topics.length)
  assert.equal(ids.filter((id: number) => id > second && id < again).reverse(), many)
  assert.ok(ids.includes(second))
  assert.ok(ids.includes(first) !== ids.includes(again))
})

test.run()

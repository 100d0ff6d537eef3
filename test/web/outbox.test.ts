// Messages go out once each, in order, whatever happens to the connection.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Recipient } from '../../src/web/model/outbox.ts'
import { type Chat, startChat } from '../chat.ts'
import { contents } from '../moves.ts'
import { Network, openClient } from './client.ts'

const TEA: Recipient = { kind: 'topic', channelId: 1, topic: 'tea' }

const said = (chat: Chat) => contents(chat.olga, 1, 'tea')

test('a message shows in the outbox at once, and as a message when it is sent', async () => {
  await using chat = await startChat()
  await using client = await openClient(chat, chat.olga)
  const { model, sender } = client.session

  const localId = sender.send(TEA, 'kettle')

  assert.is(model.outbox.entriesIn('c:1:tea')[0]?.content, 'kettle')
  await client.until(() => model.outbox.get(localId) === undefined)
  assert.equal(await said(chat), ['kettle'])
})

test('messages written without a network go out in order when it is back, once each', async () => {
  await using chat = await startChat()
  await using client = await openClient(chat, chat.olga)
  const { model, sender } = client.session
  client.network.isDown = true

  for (const text of ['one', 'two', 'three']) sender.send(TEA, text)
  await client.until(() => model.outbox.all().every(({ state }) => state === 'waiting'))
  client.network.isDown = false
  client.session.reconnect()

  await client.until(() => model.outbox.all().length === 0)
  assert.equal(await said(chat), ['one', 'two', 'three'])
})

test('a message whose answer was lost is not sent twice', async () => {
  await using chat = await startChat()
  await using client = await openClient(chat, chat.olga)
  const { model, sender } = client.session
  let lost = 0
  client.network.losesAnswerTo = (method, path) =>
    (path === '/json/events' || (method === 'POST' && path === '/json/messages')) && ++lost < 6

  for (const text of ['one', 'two', 'three']) sender.send(TEA, text)

  await client.until(() => {
    sender.resume()
    return model.outbox.all().length === 0
  })
  assert.ok(lost >= 6, 'answers were lost')
  assert.equal(await said(chat), ['one', 'two', 'three'])
})

test('what a page could not send, the next one sends', async () => {
  await using chat = await startChat()
  const first = await openClient(chat, chat.olga)
  first.network.isDown = true
  first.session.sender.send(TEA, 'from before')
  await first[Symbol.asyncDispose]()

  await using second = await openClient(chat, chat.olga, {
    store: first.store,
    network: new Network(),
  })

  await second.until(() => second.session.model.outbox.all().length === 0)
  assert.equal(await said(chat), ['from before'])
})

test('a refused message says why, and goes out with another text', async () => {
  await using chat = await startChat()
  await using client = await openClient(chat, chat.olga)
  const { model, sender } = client.session

  const localId = sender.send(TEA, ' ')
  await client.until(() => model.outbox.get(localId)?.state === 'refused')
  assert.is(model.outbox.get(localId)?.problem?.msg, 'Message must not be empty')
  sender.retry(localId, 'kettle')

  await client.until(() => model.outbox.all().length === 0)
  assert.equal(await said(chat), ['kettle'])
})

test.run()

// A page that is open: it loads, follows what others do, and comes back after losing its queue.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { directNarrow, FEED, topicNarrow } from '../../src/web/model/narrow.ts'
import type { MessageView } from '../../src/web/sync/view.ts'
import { expectSuccess, PASSWORD, startChat } from '../chat.ts'
import { openClient } from './client.ts'

const TEA = topicNarrow(1, 'tea')

const idsIn = (view: MessageView) =>
  view.rows.value.flatMap((row) => (row.kind === 'message' ? [row.id] : []))

test('a wrong password is refused in the words of the server', async () => {
  await using chat = await startChat()
  await using client = await openClient(chat, chat.olga)

  const answer = await client.session.logIn('olga@harbour.test', 'wrong')

  assert.equal({ ok: answer.ok, code: answer.code }, { ok: false, code: 'AUTHENTICATION_FAILED' })
})

test('logging out leaves nothing here, and the next person sees only what is theirs', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const secret = await chat.olga.tell([chat.olga], 'secret')
  await using client = await openClient(chat, chat.olga)
  const { model, drafts, views } = client.session
  await views.of(directNarrow([], chat.olga.id)).open()
  drafts.write({ key: 'c:1:tea', to: {}, content: 'hm', caret: 2, scroll: 0 })
  assert.ok(model.messages.has(secret))

  await client.session.logOut()

  assert.is(client.session.state.value, 'loggedOut')
  assert.equal(await client.store.all('local'), [])
  await client.session.logIn(ben.email, PASSWORD)
  await client.until(() => client.session.state.value === 'live')
  assert.is(model.users.me.full_name, 'Ben')
  assert.not.ok(model.messages.has(secret))
  assert.equal(model.drafts.all(), [])
  assert.is(model.unreads.total.value, 0)
})

test('a view opens at the first unread message, with those before and after it', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const ids: number[] = []
  for (let n = 0; n < 12; n++) ids.push(await chat.olga.say('general', 'tea', `${n}`))
  expectSuccess(
    await ben.post('/messages/flags', { messages: ids.slice(0, 5), flag: 'read', op: 'add' }),
  )
  await using client = await openClient(chat, ben)

  const view = client.session.views.of(TEA)
  await view.open()

  assert.equal(idsIn(view), ids)
  assert.equal(view.target.value, { id: ids[5] })
  const at = view.rows.value.findIndex((row) => row.kind === 'unread')
  assert.is(view.rows.value[at + 1]?.key, `m${ids[5]}`)
  assert.equal(
    { ...view.status.value },
    { isLoading: false, atOldest: true, atNewest: true, problem: undefined },
  )
})

test('messages that come are added, and a conversation shown before opens without a request', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await chat.olga.say('general', 'tea', 'kettle')
  await using client = await openClient(chat, ben)
  const view = client.session.views.of(TEA)
  await view.open()
  view.close()

  const id = await chat.olga.say('general', 'tea', 'again')
  await client.until(() => client.session.model.messages.get(id) !== undefined)
  const before = client.network.requests.filter((request) => request.endsWith('/messages')).length
  await view.open()

  assert.is(idsIn(view).at(-1), id)
  const after = client.network.requests.filter((request) => request.endsWith('/messages')).length
  assert.is(after, before)
})

test('a topic opens at once with what the feed knows of it', async () => {
  await using chat = await startChat()
  const id = await chat.olga.say('general', 'tea', 'kettle')
  await using client = await openClient(chat, chat.olga)
  await client.session.views.of(FEED).open()

  const view = client.session.views.of(TEA)
  const opening = view.open()

  assert.equal(idsIn(view), [id])
  await opening
  assert.equal(idsIn(view), [id])
})

test('a long conversation is walked through to its oldest message, a batch at a time', async () => {
  await using chat = await startChat()
  for (let n = 0; n < 450; n++) await chat.olga.tell([chat.olga], `${n}`)
  await using client = await openClient(chat, chat.olga)
  const view = client.session.views.of(directNarrow([], chat.olga.id))
  await view.open()
  await view.toEnd()

  const seen = new Set<number>()
  for (let step = 0; step < 20 && !view.status.value.atOldest; step++) {
    for (const id of idsIn(view)) seen.add(id)
    assert.ok(idsIn(view).length <= 300)
    await view.showOlder()
  }

  for (const id of idsIn(view)) seen.add(id)
  assert.ok(view.status.value.atOldest)
  assert.is(seen.size, 450)
  const fetches = client.network.requests.filter((request) => request === 'GET /json/messages')
  assert.ok(fetches.length <= 7, `${fetches.length} requests`)
})

test('after a restart of the server nothing is missing, and the view stays where it was', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const ids: number[] = []
  for (let n = 0; n < 5; n++) ids.push(await ben.say('general', 'tea', `${n}`))
  await using client = await openClient(chat, chat.olga)
  const { model, views } = client.session
  const view = views.of(TEA)
  await view.open()
  view.place = { anchor: ids[2]!, offset: 17, atEnd: false }
  client.network.isDown = true
  for (let n = 5; n < 8; n++) ids.push(await ben.say('general', 'tea', `${n}`))
  expectSuccess(await ben.delete(`/messages/${ids[1]}`))
  // The queue is gone: what happened meanwhile will never be told.
  chat.clock.advance(20 * 60)
  client.network.isDown = false
  client.session.reconnect()

  await client.until(() => model.messages.get(ids[7]!) !== undefined)
  await client.until(() => idsIn(view).length === 7)
  assert.equal(
    idsIn(view),
    ids.filter((id) => id !== ids[1]),
  )
  assert.equal(view.place, { anchor: ids[2], offset: 17, atEnd: false })
})

test('messages that were seen are read, in one request a second at most', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const ids: number[] = []
  for (let n = 0; n < 6; n++) ids.push(await chat.olga.say('general', 'tea', `${n}`))
  await using client = await openClient(chat, ben)
  const { model, reader, views } = client.session
  await views.of(TEA).open()
  assert.is(model.unreads.countIn('c:1:tea'), 6)

  for (const id of ids) reader.seen([id], TEA)
  assert.is(model.unreads.countIn('c:1:tea'), 0)

  await using other = await openClient(chat, ben)
  await other.until(() => other.session.model.unreads.countIn('c:1:tea') === 0)
  const marks = client.network.requests.filter((request) => request.endsWith('/messages/flags'))
  assert.ok(marks.length <= 2, `${marks.length} requests`)
})

test('what is marked as unread stays so while it is looked at', async () => {
  await using chat = await startChat()
  const ids: number[] = []
  for (let n = 0; n < 4; n++) ids.push(await chat.olga.tell([chat.olga], `${n}`))
  await using client = await openClient(chat, chat.olga)
  const { model, reader, views } = client.session
  const narrow = directNarrow([], chat.olga.id)
  await views.of(narrow).open()
  await reader.markRead(narrow)
  await client.until(() => model.unreads.total.value === 0)

  await reader.markUnreadFrom(ids[2]!, narrow)
  await client.until(() => model.unreads.total.value === 2)
  reader.seen(ids, narrow)

  assert.is(model.unreads.total.value, 2)
  reader.left()
  reader.seen(ids, narrow)
  assert.is(model.unreads.total.value, 0)
})

test('what was chosen for topics of a channel one was taken out of is not taken for known', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const boats = { subscriptions: [{ name: 'boats' }], principals: [ben.id], invite_only: true }
  expectSuccess(
    await chat.olga.post('/users/me/subscriptions', {
      subscriptions: boats.subscriptions,
      invite_only: true,
    }),
  )
  expectSuccess(await chat.olga.post('/users/me/subscriptions', boats))
  await chat.olga.say('boats', 'rum', 'Yo-ho-ho')
  await using client = await openClient(chat, ben)
  const { channels, topics } = client.session.model
  const { stream_id } = channels.byName('boats')!
  const followed = { stream_id, topic: 'rum', visibility_policy: 3 }
  expectSuccess(await ben.post('/user_topics', followed))
  await client.until(() => topics.policy(stream_id, 'rum') === 3)

  const leaving = { subscriptions: ['boats'], principals: [ben.id] }
  expectSuccess(await chat.olga.delete('/users/me/subscriptions', leaving))
  await client.until(() => channels.get(stream_id) === undefined)
  expectSuccess(await chat.olga.post(`/streams/${stream_id}/delete_topic`, { topic_name: 'rum' }))
  expectSuccess(await chat.olga.post('/users/me/subscriptions', boats))
  await client.until(() => channels.get(stream_id)?.is_subscribed === true)

  assert.is(topics.policy(stream_id, 'rum'), 0)
})

test.run()

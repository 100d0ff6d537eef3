// Website previews.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readNetwork } from '../../src/base/networks.ts'
import { read } from '../channels.ts'
import { expectSuccess, startChat } from '../chat.ts'
import {
  listen,
  paragraph,
  paths,
  show,
  startPreviewing,
  startSite,
  TIDE,
  tidePreview,
  withOriginals,
} from '../previews.ts'
import { page, sendPage } from '../web-server.ts'

test('a website is read after the message was sent, and shown to everyone who has the message', async () => {
  await using chat = await startPreviewing()
  await using site = await startSite(() => {})
  const ben = await chat.join('Ben')
  const inbox = await ben.listen({ event_types: ['update_message'] })
  const url = `${site.url}/tide`
  const id = await chat.olga.say('general', 'sea', `@**Ben** ${url}`)
  const before = await read(ben, id)
  assert.match(before.content, /<\/a><\/p>$/)
  chat.clock.advance(5)

  sendPage(await site.visit(), page(TIDE))

  const [event, ...others] = await inbox.wait()
  assert.equal(others, [])
  const { rendered_content, ...rest } = event!
  assert.is(withOriginals(rendered_content), `${before.content}\n${tidePreview(url)}`)
  assert.equal(rest, {
    type: 'update_message',
    user_id: null,
    edit_timestamp: before.timestamp + 5,
    message_id: id,
    message_ids: [id],
    rendering_only: true,
    stream_id: before.stream_id,
    stream_name: 'general',
    content: `@**Ben** ${url}`,
    is_me_message: false,
    flags: ['mentioned'],
  })
  const { content, ...after } = await read(ben, id)
  const { content: _, ...rest0 } = before
  assert.is(content, rendered_content)
  assert.equal(after, rest0, 'nothing else about the message changes')
  assert.is((await ben.get(`/messages/${id}/history`)).message_history.length, 1)
})

test('direct messages show websites, and their words are found by searching', async () => {
  await using chat = await startPreviewing()
  await using site = await startSite()
  const ben = await chat.join('Ben')
  const inbox = await ben.listen({ event_types: ['update_message'] })
  const id = await chat.olga.tell([ben], `${site.url}/tide`)

  const [event] = await inbox.wait()
  assert.is(event?.stream_id, undefined)
  assert.match(event?.rendered_content, 'message_embed')
  const found = await ben.get('/messages', {
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
    narrow: [{ operator: 'search', operand: 'tide' }],
  })
  assert.equal(
    found.messages.map((message: { id: number }) => message.id),
    [id],
  )
})

test('what is known of a website is shown at once, and read again after a week', async () => {
  await using chat = await startPreviewing()
  await using site = await startSite()
  const inbox = await listen(chat)
  const url = `${site.url}/tide`
  await chat.olga.say('general', 'sea', url)
  await inbox.wait()

  const second = await chat.olga.say('general', 'sea', `${url}#ebb`)
  assert.match((await read(chat.olga, second)).content, 'message_embed')
  assert.is(site.visits.length, 1)

  chat.clock.advance(8 * 24 * 3600)
  const later = await listen(chat)
  const third = await chat.olga.say('general', 'sea', url)
  assert.is((await read(chat.olga, third)).content, paragraph(url))
  const [event] = await later.wait()
  assert.is(event?.message_id, third)
  assert.is(site.visits.length, 2)
})

test('an edit has the websites of the new text shown, and no others', async () => {
  await using chat = await startPreviewing()
  await using site = await startSite()
  const inbox = await listen(chat)
  const id = await chat.olga.say('general', 'sea', 'Soon')

  expectSuccess(await chat.olga.patch(`/messages/${id}`, { content: `${site.url}/tide` }))

  const [edit, ...more] = await inbox.wait()
  assert.is(edit?.rendering_only, false)
  const [preview] = more.length > 0 ? more : await inbox.wait()
  assert.is(preview?.rendering_only, true)
  assert.match(preview?.rendered_content, 'message_embed')
  assert.is((await read(chat.olga, id)).edit_history.length, 1)
})

test('a message edited or deleted while its website is read stays as it is', async () => {
  await using chat = await startPreviewing()
  await using site = await startSite(() => {})
  const inbox = await listen(chat)
  const edited = await chat.olga.say('general', 'sea', `${site.url}/edited`)
  const first = await site.visit()
  const deleted = await chat.olga.say('general', 'sea', `${site.url}/deleted`)
  const second = await site.visit()
  expectSuccess(await chat.olga.patch(`/messages/${edited}`, { content: 'No link' }))
  expectSuccess(await chat.olga.delete(`/messages/${deleted}`))
  await inbox.read()

  sendPage(first, page(TIDE))
  sendPage(second, page(TIDE))
  const last = await chat.olga.say('general', 'sea', `${site.url}/last`)
  sendPage(await site.visit(), page(TIDE))

  const [event, ...others] = await inbox.wait()
  assert.is(event?.message_id, last)
  assert.equal(others, [])
  assert.is((await read(chat.olga, edited)).content, '<p>No link</p>')
})

test('nothing is read in quotes, for bots, in long lists, and where it is off', async () => {
  await using chat = await startChat({ outgoingAllow: [readNetwork('127.0.0.1')!] })
  await using site = await startSite()
  const bot = await chat.joinBot('Harbot')
  const say = (content: string, by = chat.olga) => by.say('general', 'sea', content)
  await say(`${site.url}/off`)
  await show(chat, true)
  const inbox = await listen(chat)

  await say(`> ${site.url}/quoted\n\n\`${site.url}/code\``)
  await say(`\`\`\`quote\n${site.url}/fenced\n\`\`\``)
  await say(`${site.url}/bots`, bot)
  await say(Array.from({ length: 25 }, (_, at) => `${site.url}/list${at}`).join(' '))
  await chat.olga.post('/messages/render', { content: `${site.url}/rendered` })
  const last = await say(`${site.url}/on ${site.url}/on#again`)

  const [event] = await inbox.wait()
  assert.is(event?.message_id, last)
  assert.equal(paths(site.visits), ['/on'])

  const known = await say(`${site.url}/on`, bot)
  assert.not.match((await read(chat.olga, known)).content, 'message_embed')
})

test('once it is off again, nothing more is shown', async () => {
  await using chat = await startPreviewing()
  await using site = await startSite()
  const inbox = await listen(chat)
  const url = `${site.url}/tide`
  const id = await chat.olga.say('general', 'sea', url)
  await inbox.wait()

  await show(chat, false)

  const later = await chat.olga.say('general', 'sea', url)
  assert.is((await read(chat.olga, later)).content, paragraph(url))
  expectSuccess(await chat.olga.patch(`/messages/${id}`, { content: `Look: ${url}` }))
  assert.not.match((await read(chat.olga, id)).content, 'message_embed')
})

test.run()

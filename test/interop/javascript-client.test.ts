// zulip-js against a server.

import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  type Answer,
  expectSuccess,
  PASSWORD,
  type Person,
  type ReceivedEvent,
  startChat,
} from '../chat.ts'
import { hasClient } from './clients.ts'
import { connect } from './javascript.ts'

const withJavaScript = hasClient('javascript') ? test : test.skip

withJavaScript('logs in with a password, a key and a zuliprc', async () => {
  await using chat = await startChat()
  const { url: realm, email: username, key } = chat.olga
  const zuliprc = join(chat.folder, 'zuliprc')
  writeFileSync(zuliprc, `[api]\nemail=${username}\nkey=${key}\nsite=${realm}\n`)

  for (const config of [
    { realm, username, password: PASSWORD },
    { realm, username, apiKey: key },
    { zuliprc },
  ]) {
    const client = await connect(config)
    assert.is((await client.users.me.getProfile()).user_id, chat.olga.id)
    assert.is((await client.server.settings()).realm_name, 'Harbour')
  }
})

withJavaScript('writes, reads, changes, marks and deletes messages', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const client = await clientOf(chat.olga)
  const { messages, reactions, typing } = client

  const sent = ok(
    await messages.send({ type: 'stream', to: 'general', topic: 'tea', content: 'kettle' }),
  )
  const direct = ok(await messages.send({ type: 'private', to: [ben.email], content: 'psst' }))
  const page = ok(
    await messages.retrieve({
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [{ operator: 'stream', operand: 'general' }],
    }),
  )
  assert.equal(
    page.messages.map(({ id }: { id: number }) => id),
    [sent.id],
  )
  assert.is(ok(await messages.render('*tea*')).rendered, '<p><em>tea</em></p>')
  ok(await messages.update({ message_id: sent.id, content: 'kettle & cup' }))
  assert.is(ok(await messages.getById({ message_id: sent.id })).raw_content, 'kettle & cup')
  const { message_history } = ok(await messages.getHistoryById({ message_id: sent.id }))
  assert.is(message_history.length, 2)

  ok(await messages.flags.add({ messages: [sent.id], flag: 'starred' }))
  ok(await messages.flags.remove({ messages: [sent.id], flag: 'starred' }))
  const tada = { message_id: sent.id, emoji_name: 'tada' }
  ok(await reactions.add(tada))
  ok(await reactions.remove(tada))
  ok(await reactions.add(tada))
  ok(await messages.deleteReactionById(tada))
  ok(await typing.send({ to: [ben.id], op: 'start' }))
  ok(await typing.send({ to: [ben.id, chat.olga.id], op: 'stop' }))
  ok(await messages.deleteById({ message_id: direct.id }))
})

withJavaScript('works with channels and people', async () => {
  await using chat = await startChat()
  const { streams, users, emojis, callEndpoint } = await clientOf(chat.olga)

  ok(
    await users.me.subscriptions.add({
      subscriptions: JSON.stringify([{ name: 'ships & sails' }]),
    }),
  )
  const { stream_id } = ok(await streams.getStreamId('ships & sails'))
  const names = ok(await streams.retrieve()).streams.map(({ name }: { name: string }) => name)
  assert.ok(names.includes('ships & sails'))
  const { subscriptions } = ok(await streams.subscriptions.retrieve())
  assert.ok(subscriptions.some((one: { stream_id: number }) => one.stream_id === stream_id))
  await chat.olga.say('ships & sails', 'masts', 'three')
  assert.is(ok(await streams.topics.retrieve({ stream_id })).topics[0].name, 'masts')
  ok(await users.me.subscriptions.remove({ subscriptions: JSON.stringify(['ships & sails']) }))
  ok(await streams.deleteById({ stream_id }))

  const cleo = { email: 'cleo@harbour.test', password: PASSWORD, full_name: 'Cleo' }
  const made = ok(await users.create(cleo))
  const { members } = ok(await users.retrieve({ client_gravatar: true }))
  assert.ok(members.some(({ user_id }: { user_id: number }) => user_id === made.user_id))
  assert.equal(ok(await users.me.alertWords.retrieve()).alert_words, [])
  assert.equal(ok(await emojis.retrieve()).emoji, {})
  const endpoint = `/users/${made.user_id}`
  ok(await callEndpoint(endpoint, 'PATCH', { full_name: 'Cleopatra' }))
  assert.is(ok(await callEndpoint(endpoint, 'GET')).user.full_name, 'Cleopatra')
})

withJavaScript('what servers no longer offer is refused in words', async () => {
  await using chat = await startChat()
  const { filters, users } = await clientOf(chat.olga)

  // Read markers were replaced by flags, and this list of linkifiers by another.
  for (const refused of [await filters.retrieve(), await users.me.pointer.retrieve()]) {
    assert.equal([refused.result, refused.code], ['error', 'BAD_REQUEST'])
  }
})

withJavaScript('registers a queue, reads it and gives it back', async () => {
  await using chat = await startChat()
  const { queues, events } = await clientOf(chat.olga)

  const { queue_id, last_event_id } = ok(await queues.register({ event_types: ['message'] }))
  const id = await chat.olga.say('general', 'tea', 'kettle')
  const heard = ok(await events.retrieve({ queue_id, last_event_id, dont_block: false }))
  assert.is(heard.events[0].message.id, id)
  ok(await queues.deregister({ queue_id }))

  const gone = await events.retrieve({ queue_id, last_event_id, dont_block: true })
  assert.is(gone.code, 'BAD_EVENT_QUEUE_ID')
})

// It never registers a second time: after BAD_EVENT_QUEUE_ID it asks for the lost queue for ever.
// So it depends, more than others do, on queues that survive a restart.
withJavaScript('callOnEachEvent hears what is said, also after a restart', async () => {
  await using chat = await startChat()
  const { url: realm, email: username, key: apiKey } = chat.olga
  await using ears = listen({ realm, username, apiKey })

  // It does not say when it begins to listen; what makes it speak is said until it does.
  let asked = 0
  const first = ears.next()
  while (!(await settled(first))) {
    await chat.olga.say('general', 'tea', `do you hear? ${++asked}`)
  }
  assert.match((await first).message.content, 'do you hear?')
  await chat.restart()
  const id = await chat.olga.say('general', 'tea', 'and now?')

  for (;;) {
    const event = await ears.next()
    if (event.type === 'message' && event.message.id === id) break
  }
})

const clientOf = ({ url: realm, email: username, key: apiKey }: Person) =>
  connect({ realm, username, apiKey })

const ok = (answer: Answer) => expectSuccess({ ...answer, status: answer.status ?? 200 })

/** Whether a promise is done by the time another request could be answered. */
async function settled(promise: Promise<unknown>): Promise<boolean> {
  const later = new Promise((resolve) => setImmediate(resolve, 'later'))
  return (await Promise.race([promise, later])) !== 'later'
}

/** callOnEachEvent in a process of its own. */
function listen(config: object) {
  const script = join(import.meta.dirname, 'javascript-listener.ts')
  const child = spawn(process.execPath, [script, JSON.stringify(config), '["message"]'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = new Promise((resolve) => child.on('close', resolve))
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return {
    async next(): Promise<ReceivedEvent> {
      const { value } = await lines.next()
      return JSON.parse(value!)
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

test.run()

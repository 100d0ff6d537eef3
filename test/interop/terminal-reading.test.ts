// Reading in the terminal client.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Log, silentLog } from '../../src/base/log.ts'
import { startHearth } from '../../src/main.ts'
import { CONFIG, expectSuccess, PASSWORD, startChat } from '../chat.ts'
import { startTerminal } from './terminal.ts'
import { openTopics, startScene, withTerminal } from './terminal-scene.ts'

withTerminal('logs in with a password, after a wrong one, and keeps the key', async () => {
  await using chat = await startChat()
  await chat.olga.say('general', 'tea', 'welcome')
  const zuliprc = join(chat.folder, 'zuliprc')

  await using first = await startTerminal(zuliprc)
  await first.shows('Zulip URL:')
  await first.type(chat.url)
  await first.press('Enter')
  for (const password of ['wrong', PASSWORD]) {
    await first.shows(/Email:\s*$/)
    await first.type(chat.olga.email)
    await first.press('Enter')
    await first.shows(/Password:\s*$/)
    await first.type(password)
    await first.press('Enter')
  }
  await first.shows('Olga (olga@harbour.test) - Harbour', 'welcome')

  await using second = await startTerminal(zuliprc)
  await second.shows('Olga (olga@harbour.test) - Harbour', 'welcome')
})

withTerminal('shows channels, topics, people and what is unread', async () => {
  await using scene = await startScene()
  const { terminal } = scene

  const screen = await terminal.shows('The kettle is on fire', 'We have three', 'psst')

  for (const shown of [
    /All messages +\[a\] +3 /,
    /Private messages \[P\] +1 /,
    /# general +1 /,
    /# ships +1 /,
    'general ▶  tea',
    'ships ▶  masts',
    'You and Cleo',
    /● Olga +\(you\)/,
  ]) {
    assert.match(screen, shown)
  }
  // Who is here is asked for after all else.
  assert.not.match(await terminal.shows(/│ ● Ben/), /│ . Cleo/)

  await openTopics(terminal, 'ships')
  await terminal.shows(/^ {3}masts +1 /m)
})

withTerminal('opens a topic, which reads it', async () => {
  await using scene = await startScene()
  const { terminal, own } = scene

  await openTopics(terminal, 'ships')
  await terminal.press('Enter')

  await terminal.shows('ships: topic narrow', 'We have three')
  await terminal.shows(/All messages +\[a\] +2 /)
  const read = await own.until(({ flag, op }) => flag === 'read' && op === 'add')
  assert.equal(read.messages, [scene.aboutMasts])
})

withTerminal('finds messages', async () => {
  await using scene = await startScene()
  const { terminal } = scene
  await terminal.shows('psst')

  await terminal.press('/')
  await terminal.type('kettle')
  await terminal.press('Enter')
  await terminal.shows('Search Results')

  await terminal.loses('We have three')
  await terminal.shows('The kettle is on fire')
})

withTerminal('mutes a channel, and shows which topic is muted', async () => {
  // The client has no key for muting a topic; it shows what was muted elsewhere before it started.
  await using scene = await startScene(async ({ olga, ben }) => {
    await ben.say('ships', 'anchors', 'Heavy')
    const { stream_id } = expectSuccess(await olga.get('/get_stream_id', { stream: 'ships' }))
    const topic = { stream_id, topic: 'anchors', visibility_policy: 1 }
    expectSuccess(await olga.post('/user_topics', topic))
  })
  const { terminal, own } = scene
  await terminal.shows(/All messages +\[a\] +3 /)

  await openTopics(terminal, 'ships')
  await terminal.shows(/^ {3}anchors +M /m)
  await terminal.press('t')
  await terminal.press('m')
  await terminal.shows('Confirm muting of stream')
  await terminal.press('Enter')

  await terminal.shows(/# ships +M /, /All messages +\[a\] +2 /)
  const muted = await own.until(({ property }) => property === 'is_muted')
  assert.equal([muted.type, muted.value], ['subscription', true])
})

withTerminal('hears what others write, change and think, as it happens', async () => {
  await using scene = await startScene()
  const { terminal, ben, cleo, olga } = scene
  await terminal.shows('psst')

  const id = await ben.say('general', 'tea', 'Fetch **water**, @**Olga**')
  await terminal.shows('▒ Fetch water, @Olga', /Mentions +\[#\] +1 /)
  expectSuccess(await ben.patch(`/messages/${id}`, { content: 'Fetch sand' }))
  await terminal.shows('▒ Fetch sand')
  expectSuccess(await cleo.post(`/messages/${id}/reactions`, { emoji_name: 'fire' }))
  await terminal.shows(':fire: Cleo')
  expectSuccess(await cleo.delete(`/messages/${id}/reactions`, { emoji_name: 'fire' }))
  await terminal.loses(':fire:')
  expectSuccess(await olga.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }))
  await terminal.loses(/Mentions +\[#\] +1 /)

  await terminal.press('P')
  await terminal.shows('All private messages')
  await terminal.press('S')
  await terminal.shows('Private conversation')
  expectSuccess(await cleo.post('/typing', { op: 'start', to: [olga.id] }))
  await terminal.shows(/Cleo +is typing/)
})

withTerminal('goes on hearing after the server has restarted', async () => {
  await using scene = await startScene()
  const { chat, terminal, ben } = scene
  await terminal.shows('psst')

  await chat.restart()
  await ben.say('general', 'tea', 'after a restart')

  await terminal.shows('▒ after a restart')
})

withTerminal('registers again where its queue is gone', async () => {
  await using scene = await startScene()
  const { chat, terminal, ben } = scene
  await terminal.shows('psst')

  await chat.stop()
  rmSync(join(chat.folder, 'event-queues.jsonl'))
  const { promise: registered, resolve } = Promise.withResolvers<void>()
  const log: Log = {
    ...silentLog,
    info: (_, { route } = {}) => {
      if (route === 'POST /register') resolve()
    },
  }
  const port = Number(new URL(chat.url).port)
  const config = { ...CONFIG, data: chat.folder, port }
  const hearth = await startHearth(config, { clock: chat.clock, log })
  try {
    await registered
    await ben.say('general', 'tea', 'after a crash')
    await terminal.shows('▒ after a crash')
  } finally {
    await hearth.stop()
  }
})

test.run()

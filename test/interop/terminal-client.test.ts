import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { startHearth } from '../../src/main.ts'
import {
  type Chat,
  CONFIG,
  expectSuccess,
  PASSWORD,
  type Person,
  type ReceivedEvent,
  startChat,
} from '../chat.ts'
import { hasClient } from './clients.ts'
import { startTerminal, type Terminal } from './terminal.ts'

const withTerminal = hasClient('terminal', 'tmux', 'python3') ? test : test.skip

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

withTerminal('writes to a channel, to people, and replies', async () => {
  await using scene = await startScene()
  const { terminal, olga, cleo, own } = scene
  await terminal.shows('psst')

  await terminal.press('c')
  await terminal.shows(/✗ +▶/)
  await terminal.type('ships')
  await terminal.press('Tab')
  await terminal.type('sails')
  await terminal.press('Tab')
  await terminal.type('All *white*')
  await terminal.press('C-d')
  await terminal.shows('ships ▶  sails', 'All white')
  const { message } = await own.until(({ type }) => type === 'message')
  assert.equal([message.display_recipient, message.subject], ['ships', 'sails'])
  assert.equal([message.sender_id, message.client], [olga.id, 'ZulipTerminal'])
  await terminal.press('Escape')
  await terminal.loses(/# ships +▶/)

  await terminal.press('x')
  await terminal.shows('To:')
  await terminal.type('Cleo <cleo@harbour.test>')
  await terminal.press('Tab')
  await terminal.type('psst yourself')
  await terminal.press('C-d')
  await terminal.shows('▒ psst yourself')
  const direct = await own.until(({ type }) => type === 'message')
  assert.equal(peopleOf(direct.message), [olga.id, cleo.id])
  await terminal.press('Escape')
  await terminal.loses('To: Cleo')

  await terminal.press('P')
  await terminal.shows('All private messages')
  await terminal.press('r')
  await terminal.shows('To: Cleo <cleo@harbour.test>')
  await terminal.type('and again')
  await terminal.press('C-d')
  await terminal.shows('▒ and again')
  const reply = await own.until(({ type }) => type === 'message')
  assert.equal(peopleOf(reply.message), [olga.id, cleo.id])
})

withTerminal('reacts and stars, and takes both back', async () => {
  await using scene = await startScene()
  const { terminal, olga, own } = scene
  await goToLast(terminal)

  await terminal.press('+')
  await terminal.shows(':thumbs_up: You')
  const added = await own.until(({ type }) => type === 'reaction')
  assert.equal([added.op, added.user_id, added.emoji_code], ['add', olga.id, '1f44d'])
  await terminal.press('+')
  await terminal.loses(':thumbs_up:')

  await terminal.press('*')
  await terminal.shows(/Starred messages \[f\] +1 /)
  const starred = await own.until(({ flag }) => flag === 'starred')
  assert.equal([starred.op, starred.messages], ['add', [scene.whispered]])
  await terminal.press('f')
  await terminal.shows('Starred messages  Search', 'psst')
  await terminal.press('*')
  await terminal.loses(/Starred messages \[f\] +1 /)
})

withTerminal('changes the text and the topic of its own message', async () => {
  await using scene = await startScene()
  const { terminal, olga, own } = scene
  const id = await olga.say('ships', 'masts', 'thre')
  await terminal.shows('▒ thre')
  await goToLast(terminal)
  await terminal.press('S')
  await terminal.shows('ships: topic narrow')

  await terminal.press('e')
  await terminal.shows('Also change later messages')
  await terminal.type('e')
  await terminal.press('C-d')
  await terminal.shows('▒ three', 'EDITED')
  const edit = await own.until(({ type }) => type === 'update_message')
  assert.equal([edit.message_id, edit.content], [id, 'three'])

  expectSuccess(
    await olga.patch(`/messages/${id}`, { topic: 'spars', propagate_mode: 'change_one' }),
  )
  await terminal.loses('▒ three')
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
  const log = {
    info: (_: string, { route }: { route?: string } = {}) => {
      if (route === 'POST /register') resolve()
    },
    error() {},
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

/** Selects the newest message. */
async function goToLast(terminal: Terminal) {
  await terminal.shows('psst')
  await terminal.press('Right', 'G')
  await terminal.shows('All messages  Search')
}

/** Opens the list of a channel's topics on the left. */
async function openTopics(terminal: Terminal, channel: string) {
  await terminal.shows(`# ${channel}`)
  await terminal.press('q')
  await terminal.type(channel)
  await terminal.shows(new RegExp(`^ ${channel} `, 'm'))
  await terminal.press('Enter')
  await terminal.shows('Search Results')
  await terminal.press('t')
  await terminal.shows('━ Topics ━')
}

const peopleOf = ({ display_recipient }: { display_recipient: { id: number }[] }) =>
  display_recipient.map(({ id }) => id)

interface Scene extends AsyncDisposable {
  chat: Chat
  olga: Person
  ben: Person
  cleo: Person
  /** Ben's message in ships, and Cleo's to Olga. */
  aboutMasts: number
  whispered: number
  /** Olga's, as another of her clients hears them. */
  own: { until(matches: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent> }
  /** Olga's. */
  terminal: Terminal
}

async function startScene(
  prepare: (people: { olga: Person; ben: Person }) => Promise<void> = async () => {},
): Promise<Scene> {
  const chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const cleo = await chat.join('Cleo')
  // The client compares times with its own clock.
  chat.clock.advance(Math.floor((Date.now() - chat.clock.now()) / 1000))
  await olga.subscribe('ships', { principals: [olga.id, ben.id, cleo.id] })
  expectSuccess(await ben.post('/users/me/presence', { status: 'active' }))
  await ben.say('general', 'tea', 'The *kettle* is **on** fire')
  const aboutMasts = await ben.say('ships', 'masts', 'We have three')
  const whispered = await cleo.tell([olga], 'psst')
  await prepare({ olga, ben })
  const inbox = await olga.listen()
  const heard: ReceivedEvent[] = []
  const terminal = await startTerminal(zuliprcOf(chat, olga))
  return {
    chat,
    olga,
    ben,
    cleo,
    aboutMasts,
    whispered,
    own: {
      async until(matches) {
        for (;;) {
          const at = heard.findIndex(matches)
          if (at >= 0) return heard.splice(0, at + 1).at(-1)!
          heard.push(...(await inbox.wait()))
        }
      },
    },
    terminal,
    async [Symbol.asyncDispose]() {
      await terminal[Symbol.asyncDispose]()
      await chat[Symbol.asyncDispose]()
    },
  }
}

function zuliprcOf(chat: Chat, { email, key, url }: Person): string {
  const file = join(chat.folder, 'zuliprc')
  writeFileSync(file, `[api]\nemail=${email}\nkey=${key}\nsite=${url}\n`, { mode: 0o600 })
  return file
}

test.run()

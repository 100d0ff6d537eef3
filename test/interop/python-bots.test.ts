// Bots of the Python package zulip_bots.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Chat, type Inbox, type Person, startChat } from '../chat.ts'
import { makeBot, spawnPython, withPython } from './python.ts'

withPython('a bot answers where it is mentioned, in a channel and in a group', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const bot = await makeBot(chat.olga, 'helloworld')
  await using _running = await runBot(chat, bot)
  const inbox = await ben.listen({ event_types: ['message'] })

  await ben.say('general', 'tea', '@**helloworld** are you there?')
  const answer = await replyOf(bot, inbox)
  assert.equal([answer.display_recipient, answer.subject], ['general', 'tea'])
  assert.is(answer.content, 'beep boop')
  assert.is(answer.client, 'ZulipHelloworldBot')

  await ben.tell([chat.olga, bot], '@**helloworld** and here?')
  const inGroup = await replyOf(bot, inbox)
  assert.equal(
    inGroup.display_recipient.map(({ id }: { id: number }) => id).sort(),
    [chat.olga.id, ben.id, bot.id].sort(),
  )
})

withPython('a bot answers each person who writes to it directly', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const bot = await makeBot(chat.olga, 'helloworld')
  await using _running = await runBot(chat, bot)
  const inbox = await ben.listen({ event_types: ['message'] })

  await ben.tell([bot], 'hello')

  const answer = await replyOf(bot, inbox)
  assert.equal([answer.type, answer.content], ['private', 'beep boop'])
})

withPython('a bot goes on answering after the server has restarted', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const bot = await makeBot(chat.olga, 'helloworld')
  await using _running = await runBot(chat, bot)
  const inbox = await ben.listen({ event_types: ['message'] })

  await chat.restart()
  await ben.tell([bot], 'still there?')

  assert.is((await replyOf(bot, inbox)).content, 'beep boop')
})

withPython('a bot changes its own message and remembers which', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const bot = await makeBot(chat.olga, 'incrementor')
  await using _running = await runBot(chat, bot)
  const inbox = await ben.listen({ event_types: ['message', 'update_message'] })

  await ben.say('general', 'tea', '@**incrementor**')
  const first = await replyOf(bot, inbox)
  assert.is(first.content, '1')
  await ben.say('general', 'tea', '@**incrementor**')

  const edited = await next(inbox, ({ type }) => type === 'update_message')
  assert.equal([edited.message_id, edited.content], [first.id, '2'])
})

withPython('a bot keeps files for people and tells them apart', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const bot = await makeBot(chat.olga, 'virtual_fs')
  await using _running = await runBot(chat, bot)
  const inbox = await ben.listen({ event_types: ['message'] })
  const ask = async (command: string) => {
    await ben.tell([bot], command)
    return (await replyOf(bot, inbox)).content
  }

  assert.match(await ask('mkdir recipes'), 'directory created')
  assert.match(await ask('write recipes/tea "Boil water."'), 'file written')
  assert.match(await ask('read recipes/tea'), 'Boil water.')
})

/** zulip-run-bot with one of the bots it comes with, for as long as the test runs. */
async function runBot(chat: Chat, bot: Person): Promise<AsyncDisposable> {
  const file = join(chat.folder, 'zuliprc')
  writeFileSync(file, `[api]\nemail=${bot.email}\nkey=${bot.key}\nsite=${bot.url}\n`)
  const child = spawnPython('run-bot.py', [bot.name, '--config-file', file])
  const ended = new Promise((resolve) => child.on('close', resolve))
  const listening = new Promise<void>((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      if (line === 'listening') resolve()
    })
  })
  await Promise.race([
    listening,
    ended.then((code) => {
      throw new Error(`the bot ended with ${code}`)
    }),
  ])
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

const replyOf = async (bot: Person, inbox: Inbox) =>
  (await next(inbox, (event) => event.message?.sender_id === bot.id)).message

type Event = Awaited<ReturnType<Inbox['wait']>>[number]

/** The next event that matches; those before it and with it are skipped. */
async function next(inbox: Inbox, matches: (event: Event) => boolean): Promise<Event> {
  for (;;) {
    const found = (await inbox.wait()).find(matches)
    if (found) return found
  }
}

test.run()

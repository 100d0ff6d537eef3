import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Person, startChat } from '../chat.ts'

const folder =
  process.env.HEARTH_PYTHON_CLIENT ?? join(import.meta.dirname, '..', '..', '.cache', 'python')
const environment = { PATH: process.env.PATH, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' }

const withPython = isInstalled() ? test : test.skip

withPython('the Python client logs in, writes and hears, in channels and directly', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await using bot = await startBot(chat.olga)

  const profile = await bot.call('get_profile')
  assert.equal([profile.result, profile.user_id, profile.is_owner], ['success', chat.olga.id, true])
  const sent = await bot.call('send_message', {
    type: 'stream',
    to: 'general',
    topic: 'tea',
    content: 'from *Python*',
  })
  assert.is(sent.result, 'success')
  const own = await bot.next('message')
  assert.equal([own.id, own.content, own.client], [sent.id, 'from *Python*', 'interop-bot'])
  assert.equal([own.display_recipient, own.subject], ['general', 'tea'])

  const inbox = await ben.listen({ event_types: ['message'] })
  const direct = { type: 'private', to: [ben.email], content: 'psst' }
  const whispered = await bot.call('send_message', direct)
  assert.is((await inbox.wait())[0]!.message.id, whispered.id)
  assert.is((await bot.next('message')).id, whispered.id)

  const answered = await ben.say('general', 'tea', '@**Olga** got it')
  const heard = await bot.next('message')
  assert.equal([heard.id, heard.content], [answered, '@**Olga** got it'])
  const replied = await ben.tell([chat.olga], 'what?')
  const reply = await bot.next('message')
  assert.equal([reply.id, reply.type, reply.sender_email], [replied, 'private', ben.email])
})

withPython('the Python client hears of other events, and reads what was written', async () => {
  await using chat = await startChat()
  await using bot = await startBot(chat.olga)
  const id = await chat.olga.say('general', 'tea', 'kettle')

  const subscribed = await bot.call('add_subscriptions', [{ name: 'Design' }])
  assert.is(subscribed.result, 'success')
  const event = await bot.next('event')
  assert.equal(
    [event.type, event.op, event.subscriptions[0].name],
    ['subscription', 'add', 'Design'],
  )
  const page = await bot.call('get_messages', {
    anchor: 'newest',
    num_before: 10,
    num_after: 0,
    narrow: [{ operator: 'channel', operand: 'general' }],
  })
  assert.equal(
    page.messages.map((message: { id: number }) => message.id),
    [id],
  )
})

withPython('what the server refuses reaches the Python client with its code', async () => {
  await using chat = await startChat()
  await using bot = await startBot(chat.olga)

  const message = { type: 'stream', to: 'Nowhere', topic: 'tea', content: 'x' }
  const refused = await bot.call('send_message', message)

  assert.equal([refused.result, refused.code], ['error', 'STREAM_DOES_NOT_EXIST'])
  assert.is(refused.stream, 'Nowhere')
})

withPython('after a restart of the server the Python client hears again', async () => {
  await using chat = await startChat()
  await using bot = await startBot(chat.olga)

  await chat.restart()
  const id = await chat.olga.say('general', 'tea', 'back again')
  assert.is((await bot.next('message')).id, id)
})

function isInstalled(): boolean {
  const installed =
    existsSync(join(folder, 'zulip')) &&
    spawnSync('python3', ['-c', 'import zulip'], { env: environment }).status === 0
  if (!installed) console.log(`SKIPPED the tests with the Python client: it is not in ${folder}`)
  return installed
}

/** The program python_client.py, logged in as a person by a zuliprc, with its queues open. */
async function startBot(person: Person) {
  const home = mkdtempSync(join(tmpdir(), 'hearth-python-'))
  const zuliprc = join(home, 'zuliprc')
  writeFileSync(zuliprc, `[api]\nemail=${person.email}\nkey=${person.key}\nsite=${person.url}\n`)
  const program = join(import.meta.dirname, 'python_client.py')
  const child = spawn('python3', [program, zuliprc], { env: { ...environment, HOME: home } })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  // biome-ignore lint/suspicious/noExplicitAny: the client tells of many shapes
  const told: { what: string; value: any }[] = []
  let wake = () => {}
  createInterface(child.stdout).on('line', (line) => {
    const [[what, value]] = Object.entries(JSON.parse(line)) as [[string, unknown]]
    told.push({ what, value })
    wake()
  })
  ended.then(() => wake())

  /** The next thing of its kind that the program tells. */
  async function next(what: string) {
    // What it tells wakes this up; so does its end.
    for (;;) {
      const at = told.findIndex((item) => item.what === what)
      if (at >= 0) return told.splice(at, 1)[0]!.value
      if (child.exitCode !== null) throw new Error(`The Python program ended:\n${errors}`)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  const bot = {
    next,
    call(method: string, argument: unknown = null) {
      child.stdin.write(`${JSON.stringify([method, argument])}\n`)
      return next('answer')
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
      rmSync(home, { recursive: true })
    },
  }
  assert.is(await next('registered'), 'success')
  assert.is(await next('registered'), 'success')
  return bot
}

test.run()

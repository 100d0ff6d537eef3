// hearth demo, run as a person would run it.

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readAsset } from '../../src/base/assets.ts'
import { CHANNELS, PEOPLE } from '../../src/demo/cast.ts'
import { readScript } from '../../src/demo/script.ts'
import { ENVIRONMENT, PROGRAM } from '../commands.ts'

let started: ReturnType<typeof startDemo> | undefined
/** One demo for the tests that change nothing others look at. */
const shared = () => (started ??= startDemo())
test.after(async () => (await started)?.stop())

test('a demo shows eight people, six channels and two weeks of conversations', async () => {
  const demo = await shared()
  const ana = await demo.logIn('Ana Silva')

  const { members } = await ana('GET', '/users')
  const { streams } = await ana('GET', '/streams')
  const { messages } = await ana('GET', '/messages', {
    anchor: 'newest',
    num_before: '1000',
    num_after: '0',
    narrow: '[]',
  })

  const people = members.filter((member: { is_bot: boolean }) => !member.is_bot)
  assert.is(people.length, PEOPLE.length)
  assert.is(streams.length, CHANNELS.length)
  assert.ok(messages.length > 100, `${messages.length} messages`)
  const [first, last] = [messages[0], messages.at(-1)]
  assert.ok(last.timestamp - first.timestamp > 13 * 86_400)
  assert.ok(Date.now() / 1000 - last.timestamp < 3600)
  const contents = messages.map(({ content }: { content: string }) => content).join()
  for (const part of ['katex', 'codehilite', 'message_inline_image', 'user-mention', 'spoiler'])
    assert.ok(contents.includes(part), `something with ${part}`)
})

test('the owner of the demo has unread messages, drafts, a poll and a resolved topic', async () => {
  const demo = await shared()
  const ana = await demo.logIn('Ana Silva')

  const state = await ana('POST', '/register', {})
  const { messages } = await ana('GET', '/messages', {
    anchor: 'newest',
    num_before: '1000',
    num_after: '0',
    narrow: '[]',
  })

  assert.ok(state.unread_msgs.count > 10)
  assert.ok(state.unread_msgs.mentions.length > 0)
  assert.is(state.drafts.length, 2)
  assert.ok(messages.some(({ subject }: { subject: string }) => subject.startsWith('✔ ')))
  assert.ok(messages.some(({ reactions }: { reactions: [] }) => reactions.length > 3))
  assert.ok(messages.some(({ submessages }: { submessages: [] }) => submessages.length > 3))
})

test('Keeper answers a direct message and a mention', async () => {
  const demo = await shared()
  const ben = await demo.logIn('Ben Okafor')
  const queue = await ben('POST', '/register', {
    event_types: '["message"]',
    apply_markdown: 'false',
  })
  const { members } = await ben('GET', '/users')
  const keeper = members.find(({ full_name }: { full_name: string }) => full_name === 'Keeper')

  await ben('POST', '/messages', {
    type: 'direct',
    to: `[${keeper.user_id}]`,
    content: 'roll 2d6',
  })
  const answer = await nextMessageFrom(ben, queue, keeper.user_id)

  assert.match(answer, /^:game_die: \d \+ \d = \*\*\d+\*\*$/)
})

test('what a demo made is gone when it ends, and kept where it is asked for', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'hearth-test-'))
  const folder = join(parent, 'demo')
  try {
    await using first = await startDemo('--keep', folder)
    const ana = await first.logIn('Ana Silva')
    await ana('POST', '/messages', {
      type: 'channel',
      to: 'lunch',
      topic: 'today',
      content: 'Still here.',
    })
    await first.stop()
    assert.ok(existsSync(join(folder, 'hearth.db')))

    await using again = await startDemo('--keep', folder)
    const { messages } = await (await again.logIn('Ana Silva'))('GET', '/messages', {
      anchor: 'newest',
      num_before: '1',
      num_after: '0',
      apply_markdown: 'false',
    })
    assert.is(messages[0].content, 'Still here.')
  } finally {
    rmSync(parent, { recursive: true, force: true })
  }
})

test('only a demo has links that log a person in', async () => {
  const demo = await shared()

  const wrong = await fetch(`${demo.url}/log-in-as/AAAAAAAAAAAAAAAAAAAAAAAA`, {
    redirect: 'manual',
  })

  assert.is(wrong.status, 404)
  assert.is(wrong.headers.get('set-cookie'), null)
})

test('the script of the demo is in the order of time and ends before now', () => {
  const now = Date.UTC(2026, 5, 1, 10)
  const messages = readScript(readAsset('src/demo/conversations.txt'), now)

  assert.ok(messages.every(({ at }, index) => index === 0 || messages[index - 1]!.at <= at))
  assert.ok(messages.at(-1)!.at < now)
  assert.ok(messages.every(({ content }) => content.trim() !== ''))
})

test('the pictures of the demo are shown as thumbnails', async () => {
  const demo = await shared()
  const ana = await demo.logIn('Ana Silva')
  const { messages } = await ana('GET', '/messages', {
    anchor: 'newest',
    num_before: '1000',
    num_after: '0',
    narrow: '[{"operator":"has","operand":"image"}]',
  })

  const thumbnails = messages.flatMap(({ content }: { content: string }) =>
    [...content.matchAll(/src="(\/user_uploads\/thumbnail\/[^"]+)"/g)].map(([, path]) => path!),
  )
  assert.is(thumbnails.length, 5)
  for (const path of thumbnails) {
    const response = await demo.fetchAs('Ana Silva', path)
    assert.is(response.headers.get('content-type'), 'image/webp')
    assert.ok((await response.arrayBuffer()).byteLength > 500)
  }
})

/** Calls an endpoint as the person whose link was opened. */
// biome-ignore lint/suspicious/noExplicitAny: answers have many shapes
type Caller = (method: string, path: string, parameters?: Record<string, string>) => Promise<any>

async function nextMessageFrom(
  caller: Caller,
  queue: { queue_id: string; last_event_id: number },
  senderId: number,
): Promise<string> {
  for (let last = queue.last_event_id; ; ) {
    const { events } = await caller('GET', '/events', {
      queue_id: queue.queue_id,
      last_event_id: String(last),
    })
    for (const event of events) {
      last = event.id
      if (event.message?.sender_id === senderId) return event.message.content
    }
  }
}

async function startDemo(...options: string[]) {
  const child = spawn(process.execPath, [PROGRAM, 'demo', '--port', '0', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: ENVIRONMENT,
  })
  const ended = new Promise((resolve) => child.on('close', resolve))
  const links = new Map<string, string>()
  let url = ''
  for await (const line of createInterface(child.stdout)) {
    url ||= /^Hearth is listening on (\S+)$/.exec(line)?.[1] ?? ''
    const [, name, link] = /^ {2}(.+?) {2,}(http:\S+)/.exec(line) ?? []
    if (name !== undefined) links.set(name, link!)
    if (line.startsWith('Write to the bot')) break
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  const cookieOf = async (name: string) => {
    const response = await fetch(links.get(name)!, { redirect: 'manual' })
    assert.is(response.status, 303)
    return response.headers.get('set-cookie')!.split(';')[0]!
  }
  return {
    url,
    stop,
    [Symbol.asyncDispose]: stop,
    /** Fetches a path as a browser in which the person's link was opened. */
    async fetchAs(name: string, path: string) {
      return fetch(`${url}${path}`, { headers: { cookie: await cookieOf(name) } })
    },
    async logIn(name: string): Promise<Caller> {
      const cookie = await cookieOf(name)
      const session = await fetch(`${url}/json/web/session`, { headers: { cookie } })
      const { csrf_token } = await session.json()
      return async (method, path, parameters = {}) => {
        const form = new URLSearchParams(parameters)
        const answer = await fetch(`${url}/json${path}${method === 'GET' ? `?${form}` : ''}`, {
          method,
          headers: { cookie, 'X-CSRFToken': csrf_token },
          ...(method !== 'GET' && { body: form }),
        })
        const body = await answer.json()
        assert.is(body.result, 'success', body.msg)
        return body
      }
    },
  }
}

test.run()

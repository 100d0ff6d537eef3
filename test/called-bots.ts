// Bots whose programs are called, for tests.

import * as assert from 'uvu/assert'
import { readNetwork } from '../src/base/networks.ts'
import { type Chat, expectSuccess, type Inbox, type Person, startChat } from './chat.ts'
import { startWebServer, type Visit, type WebServer } from './web-server.ts'

export const startCalling = () => startChat({ outgoingAllow: [readNetwork('127.0.0.1')!] })

/** A bot whose web service is at this URL. @returns its ID */
export const makeBot = async (
  owner: Person,
  payload_url: string,
  options: object = {},
): Promise<number> =>
  expectSuccess(
    await owner.post('/bots', {
      full_name: 'Oracle',
      short_name: 'oracle',
      bot_type: 3,
      payload_url: JSON.stringify(payload_url),
      ...options,
    }),
  ).user_id

export const say = ({ response }: Visit, answer: unknown) => response.end(JSON.stringify(answer))

export const startProgram = (answer: (visit: Visit) => void = () => {}): Promise<WebServer> =>
  startWebServer(answer)

export const listen = (person: Person): Promise<Inbox> =>
  person.listen({ event_types: ['message'], apply_markdown: true })

/** The next messages that were not sent by people. */
export async function nextOfBot(inbox: Inbox, people: readonly Person[]) {
  for (;;) {
    const found = (await inbox.wait())
      .map(({ message }) => message)
      .filter(({ sender_id }) => people.every(({ id }) => id !== sender_id))
    if (found.length > 0) return found
  }
}

export const write = async (by: Person, to: readonly number[], content: string) =>
  expectSuccess(await by.post('/messages', { type: 'direct', to, content }))

export const oracle = '@**Oracle**'

/** What the owner is told after a person wrote to the bot directly. */
export async function complaint(chat: Chat, botId: number): Promise<string> {
  const inbox = await listen(chat.olga)
  await write(chat.olga, [botId], 'Hello')
  const [notice] = await nextOfBot(inbox, [chat.olga])
  assert.is(notice.sender_full_name, 'Notification Bot')
  assert.match(notice.content, '/near/')
  assert.match(notice.content, 'class="user-mention silent"')
  return notice.content
}

// Helpers for moving messages.

import { read } from './channels.ts'
import { type Chat, expectSuccess, type Person } from './chat.ts'

/** Without a notice, which most tests do not look at. */
export const quietly = { send_notification_to_new_thread: false }

export const move = (person: Person, id: number, parameters: object) =>
  person.patch(`/messages/${id}`, { ...quietly, ...parameters })

export const topicsOf = async (person: Person, channel: number) =>
  expectSuccess(await person.get(`/users/me/${channel}/topics`)).topics

/** Contents of a topic as one person reads it. */
export async function contents(person: Person, channel: number, topic: string): Promise<string[]> {
  const page = expectSuccess(
    await person.get('/messages', {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      apply_markdown: false,
      narrow: [
        { operator: 'channel', operand: channel },
        { operator: 'topic', operand: topic },
      ],
    }),
  )
  return page.messages.map((message: { content: string }) => message.content)
}

export const channelOf = async (person: Person, id: number) => (await read(person, id)).stream_id

export async function threeMessages(chat: Chat, topic = 'lunch') {
  const { olga } = chat
  return [
    await olga.say('general', topic, 'one'),
    await olga.say('general', topic, 'two'),
    await olga.say('general', topic, 'three'),
  ] as const
}

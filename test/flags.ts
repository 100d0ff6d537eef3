// Changing flags and reading them, for tests.

import { type Chat, expectSuccess, type Person, startChat } from './chat.ts'

export const change = (person: Person, op: string, flag: string, messages: number[]) =>
  person.post('/messages/flags', { messages, op, flag })

export const flagsOf = async (person: Person, id: number): Promise<string[]> =>
  expectSuccess(await person.get(`/messages/${id}`)).message.flags

export const listen = (person: Person, more: object = {}) =>
  person.listen({ event_types: ['update_message_flags'], ...more })

export const event = (op: 'add' | 'remove', flag: string, messages: number[]) => ({
  type: 'update_message_flags',
  op,
  operation: op,
  flag,
  messages,
  all: false,
})

/** Ben, with nothing unread, and a channel he is in with Olga. */
export async function startTalk(): Promise<{ chat: Chat; ben: Person; channelId: number }> {
  const chat = await startChat()
  const ben = await chat.join('Ben')
  await ben.subscribe('Design')
  await chat.olga.subscribe('Design')
  await ben.post('/mark_all_as_read')
  const { stream_id } = await ben.get('/get_stream_id', { stream: 'Design' })
  return { chat, ben, channelId: stream_id }
}

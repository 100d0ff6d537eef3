// What a client knows of the messages in one person's channels: kept up to date by events, and as the
// server answers it.

import { expectSuccess, type Person, type ReceivedEvent } from '../chat.ts'

/** Channels of one run; Ben is in the first, the third and the fourth. */
export interface Setting {
  olga: Person
  ben: Person
  channels: number[]
  subscribed: number[]
  sent: number[]
}

interface Message {
  content: string
  channel: number | undefined
  topic: string
  flags: string[]
  reactions: string[]
}

/** What Ben's client knows, kept up to date by events alone. */
export class Replica {
  readonly messages = new Map<number, Message>()
  readonly policies = new Map<string, number>()
  readonly #setting: Setting

  constructor(setting: Setting) {
    this.#setting = setting
  }

  async apply(event: ReceivedEvent) {
    switch (event.type) {
      case 'message':
        this.messages.set(event.message.id, known({ ...event.message, flags: event.flags }))
        return
      case 'update_message':
        return this.#update(event)
      case 'delete_message':
        for (const id of event.message_ids) this.messages.delete(id)
        return
      case 'update_message_flags':
        for (const id of event.messages) {
          const message = this.messages.get(id)
          if (!message) continue
          message.flags = message.flags.filter((flag) => flag !== event.flag)
          if (event.op === 'add') message.flags.push(event.flag)
        }
        return
      case 'reaction': {
        const message = this.messages.get(event.message_id)
        const reaction = `${event.user_id} ${event.emoji_name}`
        if (!message) return
        message.reactions = message.reactions.filter((other) => other !== reaction)
        if (event.op === 'add') message.reactions.push(reaction)
        return
      }
      case 'user_topic': {
        const key = `${event.stream_id} ${event.topic_name.toLowerCase()}`
        if (event.visibility_policy === 0) this.policies.delete(key)
        else this.policies.set(key, event.visibility_policy)
      }
    }
  }

  async #update(event: ReceivedEvent) {
    for (const id of event.message_ids) {
      // Of what happens elsewhere nobody tells a client, so what goes there is forgotten.
      if (event.new_stream_id && !this.#setting.subscribed.includes(event.new_stream_id)) {
        this.messages.delete(id)
        continue
      }
      const message = this.messages.get(id)
      if (!message) {
        await this.#fetch(id)
        continue
      }
      message.channel = event.new_stream_id ?? message.channel
      message.topic = event.subject ?? topicBefore(message, event)
      if (id !== event.message_id) continue
      message.flags = event.flags
      message.content = event.content ?? message.content
    }
  }

  /** A client looks up objects that appear in an event for the first time. */
  async #fetch(id: number) {
    const answer = await this.#setting.ben.get(`/messages/${id}`, AS_STORED)
    if (answer.result === 'success') this.messages.set(id, known(answer.message))
  }
}

/** As the event has it: of moves in channels that Ben only looks into, nobody told him. */
function topicBefore({ topic }: Message, { orig_subject = topic }: ReceivedEvent): string {
  return orig_subject.toLowerCase() === topic.toLowerCase() ? topic : orig_subject
}

export const AS_STORED = { apply_markdown: false, allow_empty_topic_name: true }

// biome-ignore lint/suspicious/noExplicitAny: a message object as the wire has it
const known = (message: any): Message => ({
  content: message.content,
  channel: message.stream_id,
  topic: message.subject,
  flags: message.flags,
  reactions: message.reactions.map(
    (reaction: { user_id: number; emoji_name: string }) =>
      `${reaction.user_id} ${reaction.emoji_name}`,
  ),
})

/** What a client that comes now learns of Ben's channels. */
export async function arrive({ ben, subscribed }: Setting): Promise<Map<number, Message>> {
  const messages = new Map<number, Message>()
  for (const channel of subscribed) {
    const page = expectSuccess(
      await ben.get('/messages', {
        anchor: 'newest',
        num_before: 1000,
        num_after: 0,
        narrow: [{ operator: 'channel', operand: channel }],
        ...AS_STORED,
      }),
    )
    for (const message of page.messages) messages.set(message.id, known(message))
  }
  return messages
}

/** A message without what a client need not know: who received it later is historical. */
export const comparable = (messages: ReadonlyMap<number, Message>) =>
  [...messages]
    .sort(([a], [b]) => a - b)
    .map(([id, message]) => ({
      id,
      ...message,
      flags: message.flags.filter((flag) => flag !== 'historical').sort(),
      reactions: [...message.reactions].sort(),
    }))

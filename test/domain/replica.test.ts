// A client that follows events equals one that registers later.

import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openChannel } from '../channels.ts'
import {
  type Answer,
  expectSuccess,
  type Inbox,
  type Person,
  type ReceivedEvent,
  startChat,
} from '../chat.ts'

const TOPICS = ['lunch', 'Lunch', '✔ lunch', 'supper', '']
const MODES = ['change_one', 'change_later', 'change_all']

/** Channels of one run; Ben is in the first, the third and the fourth. */
interface Setting {
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
class Replica {
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
      message.topic = event.subject ?? message.topic
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

const AS_STORED = { apply_markdown: false, allow_empty_topic_name: true }

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
async function arrive({ ben, subscribed }: Setting): Promise<Map<number, Message>> {
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
const comparable = (messages: ReadonlyMap<number, Message>) =>
  [...messages]
    .sort(([a], [b]) => a - b)
    .map(([id, message]) => ({
      id,
      ...message,
      flags: message.flags.filter((flag) => flag !== 'historical').sort(),
      reactions: [...message.reactions].sort(),
    }))

const which = fc.nat({ max: 30 })
const byBen = fc.boolean()
const channel = fc.nat({ max: 3 })
const topic = fc.constantFrom(...TOPICS)

/** `which` counts the messages sent so far, `channel` those of the run. */
const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      byBen,
      channel,
      topic,
      content: fc.constantFrom('hello', '@**Ben**', '@**all** look'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      byBen,
      which,
      topic: fc.option(topic, { nil: undefined }),
      channel: fc.option(channel, { nil: undefined }),
      propagate_mode: fc.constantFrom(...MODES),
      send_notification_to_old_thread: fc.boolean(),
      send_notification_to_new_thread: fc.boolean(),
    }),
  },
  fc.record({
    kind: fc.constant('edit' as const),
    byBen,
    which,
    content: fc.constantFrom('edited', 'to @**Ben**', ' '),
  }),
  fc.record({ kind: fc.constant('delete' as const), which }),
  fc.record({
    kind: fc.constant('react' as const),
    byBen,
    which,
    method: fc.constantFrom('POST', 'DELETE'),
    emoji_name: fc.constantFrom('tada', '+1'),
  }),
  fc.record({
    kind: fc.constant('flag' as const),
    which,
    flag: fc.constantFrom('read', 'starred'),
    op: fc.constantFrom('add', 'remove'),
  }),
  fc.record({
    kind: fc.constant('choose' as const),
    channel,
    topic,
    visibility_policy: fc.nat({ max: 3 }),
  }),
)

type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

/** What is refused changes nothing; that too is part of the test. */
async function carryOut({ olga, ben, channels, sent }: Setting, action: Action): Promise<Answer> {
  const by = 'byBen' in action && action.byBen ? ben : olga
  const id = 'which' in action ? sent[action.which % sent.length] : undefined
  switch (action.kind) {
    case 'send': {
      const { topic, content } = action
      const to = channels[action.channel]
      const answer = await by.post('/messages', { type: 'channel', to, topic, content })
      if (answer.id !== undefined) sent.push(answer.id)
      return answer
    }
    case 'move': {
      const { kind, byBen, which, channel, ...parameters } = action
      const stream_id = channel === undefined ? undefined : channels[channel]
      return by.patch(`/messages/${id}`, { ...parameters, stream_id })
    }
    case 'edit':
      return by.patch(`/messages/${id}`, { content: action.content })
    case 'delete':
      return olga.delete(`/messages/${id}`)
    case 'react':
      return by.request(action.method, `/messages/${id}/reactions`, {
        emoji_name: action.emoji_name,
      })
    case 'flag':
      return ben.post('/messages/flags', { messages: [id], flag: action.flag, op: action.op })
    case 'choose': {
      const { topic, visibility_policy } = action
      return ben.post('/user_topics', {
        stream_id: channels[action.channel],
        topic,
        visibility_policy,
      })
    }
  }
}

/** The actions of a round are done at the same time. */
const rounds = fc.array(fc.array(action, { minLength: 1, maxLength: 3 }), {
  minLength: 4,
  maxLength: 20,
})

/** Each entry of the history begins where the one before it ended. */
async function assertHistoriesConnect({ olga, sent }: Setting) {
  for (const id of sent) {
    const answer = await olga.get(`/messages/${id}`, AS_STORED)
    if (answer.result !== 'success') continue
    let { subject: topic, stream_id: channel } = answer.message
    for (const entry of answer.message.edit_history ?? []) {
      if (entry.topic !== undefined) {
        assert.is(entry.topic, topic, `topic of ${id}`)
        topic = entry.prev_topic
      }
      if (entry.stream !== undefined) {
        assert.is(entry.stream, channel, `channel of ${id}`)
        channel = entry.prev_stream
      }
    }
  }
}

test('a client that follows events has the state of a client that registers later', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  let run = 0

  await fc.assert(
    fc.asyncProperty(rounds, async (rounds) => {
      run++
      const open = await openChannel(olga, `open ${run}`, [ben])
      const elsewhere = await openChannel(olga, `elsewhere ${run}`, [])
      const vault = await openChannel(olga, `vault ${run}`, [ben], { invite_only: true })
      const shared = await openChannel(olga, `shared ${run}`, [ben], {
        invite_only: true,
        history_public_to_subscribers: true,
      })
      const setting: Setting = {
        olga,
        ben,
        channels: [open, elsewhere, vault, shared],
        subscribed: [open, vault, shared],
        sent: [await olga.say(`open ${run}`, 'lunch', 'first')],
      }
      const replica = new Replica(setting)
      for (const [id, message] of await arrive(setting)) replica.messages.set(id, message)
      const inbox: Inbox = await ben.listen({
        client_capabilities: { empty_topic_name: true, bulk_message_deletion: true },
      })
      const before = expectSuccess(await ben.post('/register', REGISTER_TOPICS))
      for (const row of before.user_topics)
        replica.policies.set(
          `${row.stream_id} ${row.topic_name.toLowerCase()}`,
          row.visibility_policy,
        )

      for (const actions of rounds) {
        const answers = await Promise.all(actions.map((action) => carryOut(setting, action)))
        for (const answer of answers) assert.ok(answer.status < 500, JSON.stringify(answer))
        for (const event of await inbox.read()) await replica.apply(event)
      }

      const subscribed = new Set<number | undefined>(setting.subscribed)
      const mine = new Map(
        [...replica.messages].filter(([, { channel }]) => subscribed.has(channel)),
      )
      assert.equal(comparable(mine), comparable(await arrive(setting)))
      const after = expectSuccess(await ben.post('/register', REGISTER_TOPICS))
      assert.equal(
        [...replica.policies].sort(),
        after.user_topics
          .map((row: { stream_id: number; topic_name: string; visibility_policy: number }) => [
            `${row.stream_id} ${row.topic_name.toLowerCase()}`,
            row.visibility_policy,
          ])
          .sort(),
      )
      await assertHistoriesConnect(setting)
    }),
    { numRuns: 25, includeErrorInReport: true },
  )
})

const REGISTER_TOPICS = {
  fetch_event_types: ['user_topic'],
  client_capabilities: { empty_topic_name: true },
}

test.run()

// Random actions of two people on the messages of their channels, and how each is carried out.

import fc from 'fast-check'
import type { Answer } from '../chat.ts'
import type { Setting } from './replica.ts'

const TOPICS = ['lunch', 'Lunch', '✔ lunch', 'supper', '']
const MODES = ['change_one', 'change_later', 'change_all']

const which = fc.nat({ max: 30 })
const byBen = fc.boolean()
const channel = fc.nat({ max: 3 })
const topic = fc.constantFrom(...TOPICS)

/** `which` counts the messages sent so far, `channel` those of the run. */
export const action = fc.oneof(
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
export async function carryOut(
  { olga, ben, channels, sent }: Setting,
  action: Action,
): Promise<Answer> {
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

// Actions on messages and topics.

import { type Action, keep, of } from './world.ts'

export const MESSAGE_ACTIONS: Record<string, Action> = {
  send: async ({ channels, messages }, { by, a, b }) => {
    const topic = of(['tea', 'rum', 'Tea'], b)
    const to = of(channels, a)
    const message = { type: 'channel', to, topic, content: `kettle @**Ben** ${b}` }
    return keep(messages, await by.post('/messages', message), 'id')
  },
  tell: async ({ messages }, { by, other }) =>
    keep(
      messages,
      await by.post('/messages', { type: 'direct', to: [other.id], content: 'psst' }),
      'id',
    ),
  move: ({ channels, messages }, { by, a, b }) =>
    by.patch(`/messages/${of(messages, a)}`, {
      propagate_mode: of(['change_all', 'change_one', 'change_later'], a),
      ...of([{ topic: 'rum' }, { topic: 'gin' }, { stream_id: of(channels, b) }], a + b),
    }),
  removeMessage: ({ messages }, { by, a }) => by.delete(`/messages/${of(messages, a)}`),
  removeTopic: ({ channels }, { by, a, b }) =>
    by.post(`/streams/${of(channels, a)}/delete_topic`, { topic_name: of(['tea', 'rum'], b) }),
  markRead: ({ channels, messages }, { by, a, b }) => {
    const list = [of(messages, a), of(messages, b)]
    if (a % 4 === 0) return by.post('/mark_all_as_read')
    if (a % 4 === 1) return by.post('/mark_stream_as_read', { stream_id: of(channels, b) })
    return by.post('/messages/flags', {
      messages: [...new Set(list)],
      flag: 'read',
      op: a % 4 === 2 ? 'add' : 'remove',
    })
  },
  chooseTopic: ({ channels }, { by, a, b }) =>
    by.post('/user_topics', {
      stream_id: of(channels, a),
      topic: of(['tea', 'rum', 'Tea'], b),
      visibility_policy: b % 4,
    }),
}

// Heavy calls that read messages, or change their flags.

import type { HeavyCalls } from './heavy-call.ts'
import type { Ground } from './holds-fixtures.ts'

const search = (words: string) => [{ operator: 'search', operand: words }]

export const readingCalls = (large: Ground): HeavyCalls => {
  const [one, two, three] = large.words as [string, string, string]
  const page = { anchor: 'newest', num_before: 5000, num_after: 0 }
  const narrows: unknown[] = [
    [],
    [['is', 'unread']],
    [
      ['is', 'starred'],
      ['channel', large.channelNames[3]],
    ],
    [
      ['channel', large.channelNames[0]],
      ['topic', 'Large'],
    ],
    [
      ['sender', large.emails[10]],
      ['has', 'link'],
    ],
    [['is', 'followed']],
    [['in', 'home']],
    [['channels', 'public']],
    search(one),
    search(`${one} ${two} ${three}`),
    search(`"${one} ${two} ${three}"`),
    search(`"${three} ${one}" -${two}`),
    Array.from({ length: 99 }, (_, at) => ({
      operator: 'topic',
      operand: `Topic ${at}`,
      negated: true,
    })),
    Array.from({ length: 99 }, (_, at) => ({
      operator: 'sender',
      operand: large.emails[at],
      negated: true,
    })),
  ]
  return {
    'GET /messages': [
      ...narrows.map((narrow) => ({ ...page, narrow })),
      {
        message_ids: large.newest.slice(-5000),
        narrow: [],
        anchor: undefined,
        num_before: undefined,
        num_after: undefined,
      },
      { ...page, anchor: 'first_unread', num_before: 2500, num_after: 2500, narrow: [] },
      { ...page, narrow: [], apply_markdown: false, client_gravatar: false },
    ],
    'GET /messages/matches_narrow': narrows
      .slice(0, -2)
      .map((narrow) => ({ narrow, msg_ids: large.newest.slice(-5000) })),
    'POST /messages/flags': [
      { messages: large.newest.slice(-50_000), op: 'add', flag: 'starred' },
      { messages: large.newest.slice(-50_000), op: 'add', flag: 'read' },
      { messages: large.newest.slice(-50_000), op: 'remove', flag: 'read' },
      { messages: large.newest.slice(-5000), op: 'add', flag: 'read' },
      { messages: large.newest.slice(-5000), op: 'remove', flag: 'read' },
    ],
    'POST /messages/flags/narrow': ['read', 'starred'].flatMap((flag) =>
      ['add', 'remove'].map((op) => ({ ...page, narrow: [], flag, op })),
    ),
    'POST /mark_all_as_read': [{}],
    'POST /mark_stream_as_read': [{ stream_id: large.everyone }],
    'POST /mark_topic_as_read': [{ stream_id: large.everyone, topic_name: 'Large' }],
    'POST /register': ['false', 'partial', 'true'].map((include_subscribers) => ({
      include_subscribers,
    })),
    'GET /users/me/subscriptions': [{ include_subscribers: 'true' }],
    'GET /streams': [{ include_all: true, include_default: true, exclude_archived: false }],
    'GET /users': [{ include_custom_profile_fields: true }],
    'GET /users/me/:stream_id/topics': [{ stream_id: large.everyone }],
  }
}

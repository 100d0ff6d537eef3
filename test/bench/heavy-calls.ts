// Calls that a declaration alone does not show to be heavy.

import type { HeavyCalls } from './heavy-call.ts'
import { readingCalls } from './heavy-reading.ts'
import type { Ground } from './holds-fixtures.ts'
import { noise } from './pictures.ts'

/** Characters of a message. */
const MESSAGE_LENGTH = 10_000

const MIB = 1024 * 1024

const tables = new WeakMap<Ground, HeavyCalls>()

export function heavyCalls(large: Ground): HeavyCalls {
  const known = tables.get(large)
  if (known) return known
  const table = {
    ...messageCalls(large),
    ...readingCalls(large),
    ...channelCalls(large),
    ...peopleCalls(large),
    ...fileCalls(),
  }
  tables.set(large, table)
  return table
}

const filled = (piece: string) => piece.repeat(Math.floor(MESSAGE_LENGTH / piece.length))

/** Messages that take long to render, each in its own way. */
const CONTENTS = [
  filled('$$\\frac{\\sqrt{x_1^2}}{\\int_0^1}$$ ').slice(0, MESSAGE_LENGTH / 16),
  `\`\`\`math\n${filled('\\frac{\\sqrt{x_1^2}}{\\int_0^1} ')}\n\`\`\``.slice(0, MESSAGE_LENGTH),
  `\`\`\`javascript\n${filled('const a = [1, "b", /c/g] // d\n')}`
    .slice(0, MESSAGE_LENGTH - 4)
    .concat('\n```'),
  filled('@**Member 17 Harbour** '),
  filled('#**Channel 3>Topic 2** '),
  filled('[a](https://example.org/b) '),
  filled('https://example.org/b.png '),
  filled('**a *b* ~~c~~** `d` '),
  filled('> '.repeat(20).concat('a\n')),
  filled('  * a\n'),
  filled('| a | b |\n| - | - |\n'),
  filled(':tada:'),
  filled('[[[[('),
  filled('*_**__'),
  '@**all** hello',
]

const messageCalls = (large: Ground): HeavyCalls => ({
  'POST /messages': [
    ...CONTENTS.map((content) => ({ to: large.everyone, content })),
    { to: large.large.channel, topic: large.large.topic, content: '@**topic** hello' },
    { type: 'direct', to: large.users, content: 'hello' },
    { type: 'direct', to: Array.from({ length: 10_000 }, () => large.users[3]), content: 'hello' },
    { type: 'direct', to: large.emails, content: 'hello' },
    {
      widget_content: JSON.stringify({
        widget_type: 'poll',
        extra_data: {
          question: 'q',
          options: Array.from({ length: 9000 }, (_, at) => `o ${at}`),
        },
      }),
    },
  ],
  'POST /messages/render': CONTENTS.map((content) => ({ content })),
  'PATCH /messages/:message_id': [
    ...CONTENTS.map((content) => ({ content })),
    ...[
      { topic: 'Larger' },
      { topic: '✔ Larger' },
      { stream_id: large.few },
      { stream_id: large.everyone, topic: 'Large' },
    ].map((change) => ({
      ...change,
      message_id: large.large.message,
      content: undefined,
      propagate_mode: 'change_all',
      settles: true,
    })),
  ],
  'DELETE /messages/:message_id': [{ message_id: large.fixtures.toEveryone }],
  'POST /streams/:stream_id/delete_topic': [
    { stream_id: large.everyone, topic_name: 'Large', settles: true },
  ],
  'POST /scheduled_messages': CONTENTS.map((content) => ({ to: large.everyone, content })),
  'POST /typing': [
    { type: 'direct', to: large.users },
    { type: 'direct', to: Array.from({ length: 10_000 }, () => large.users[3]) },
  ],
  'POST /drafts': [
    {
      drafts: Array.from({ length: 200 }, () => ({
        type: 'stream',
        to: [large.few],
        topic: 't',
        content: filled('a b c d e '),
      })),
    },
    {
      drafts: Array.from({ length: 1000 }, () => ({
        type: 'private',
        to: [large.users[2]],
        topic: '',
        content: 'a b c',
      })),
    },
  ],
  'POST /submessage': [{ content: JSON.stringify({ type: 'new_option', option: 'x', idx: 1 }) }],
})

const channelCalls = (large: Ground): HeavyCalls => {
  const all = large.channelNames.map((name) => ({ name }))
  const fresh = Array.from({ length: 500 }, (_, at) => ({ name: `Fresh ${at}` }))
  return {
    'POST /users/me/subscriptions': [
      { subscriptions: all, principals: large.users, succeeds: false },
      { subscriptions: all.slice(0, 50), principals: large.users },
      { subscriptions: [{ name: 'For everyone' }], principals: large.users },
      { subscriptions: all },
      { subscriptions: fresh },
    ],
    'DELETE /users/me/subscriptions': [
      { subscriptions: [large.channelNames[0]], principals: large.users.slice(1) },
      // All that is unread there is read then.
      { subscriptions: large.channelNames.slice(100, 400) },
      { subscriptions: large.channelNames, principals: large.users.slice(1), succeeds: false },
      { subscriptions: large.channelNames.slice(0, 50), principals: large.users.slice(1) },
    ],
    'POST /users/me/subscriptions/properties': [
      {
        subscription_data: large.channels.map((stream_id) => ({
          stream_id,
          property: 'is_muted',
          value: true,
        })),
      },
    ],
    'POST /channels/create': [{ name: 'With everyone', subscribers: large.users }],
    'PATCH /streams/:stream_id': [
      { stream_id: large.everyone, is_private: true },
      { stream_id: large.everyone, new_name: 'Renamed' },
      { stream_id: large.everyone, new_name: large.channelNames[0] },
      { stream_id: large.everyone, is_private: false },
      { stream_id: large.everyone, is_archived: true },
      { stream_id: large.everyone, is_archived: false },
    ],
    'DELETE /streams/:stream_id': [{ stream_id: large.everyone }],
    'POST /default_stream_groups/create': [{ group_name: 'all', stream_names: large.channelNames }],
  }
}

/** Of a bot, 9 MB together. */
export const STORED_PARTS = Object.fromEntries(
  Array.from({ length: 39 }, (_, at) => [`part${at}`, 'x'.repeat(230_000)]),
)

const peopleCalls = (large: Ground): HeavyCalls => ({
  'POST /user_groups/create': [{ name: 'everyone', description: '', members: large.users }],
  'POST /users': [
    { email: 'new@harbour.test', full_name: 'New Member', password: 'correct horse battery' },
  ],
  'PATCH /users/:user_id': [200, 400, 600, 400].map((role) => ({ user_id: large.users[7], role })),
  'POST /invites': [
    {
      invitee_emails: Array.from({ length: 500 }, (_, at) => `guest${at}@else.test`).join(','),
      stream_ids: large.channels,
    },
  ],
  'PUT /bot_storage': [
    { storage: { part0: 'x'.repeat(9_000_000) } },
    { storage: STORED_PARTS },
    {
      succeeds: false,
      storage: Object.fromEntries(
        Array.from({ length: 2000 }, (_, at) => [`k${at}`, 'x'.repeat(1000)]),
      ),
    },
    {
      storage: Object.fromEntries(
        Array.from({ length: 2000 }, (_, at) => [`l${at}`, 'x'.repeat(40)]),
      ),
    },
  ],
  'GET /bot_storage': [{}],
  'DELETE /bot_storage': [{}],
  'DELETE /users/me': [{ as: 'leaver', alone: true }],
  'POST /users/me/api_key/regenerate': [{ as: 'renewer', alone: true }],
  'POST /export/realm': [{ export_type: 'full_with_consent', settles: true, alone: true }],
  'POST /users/me/alert_words': [
    { alert_words: Array.from({ length: 500 }, (_, at) => `word ${at}`) },
  ],
  'GET /realm/presence': [{}],
  'PATCH /settings': [
    { email_address_visibility: 5 },
    { timezone: 'Europe/Berlin' },
    { full_name: 'Olga Harbour' },
  ],
  'PATCH /realm': [
    { name: 'Harbour two' },
    { default_language: 'de' },
    { message_retention_days: 1 },
  ],
})

const fileCalls = (): HeavyCalls => {
  // Of 5 MB, and one whose decoding takes longest.
  const picture = noise(1300)
  return {
    'POST /user_uploads': [{ file: Buffer.alloc(100 * MIB, 'x') }, { file: picture }],
    'POST /users/me/avatar': [{ file: picture }],
    'POST /realm/icon': [{ file: picture }],
    'POST /realm/logo': [{ file: picture }],
    'POST /realm/emoji/:name': [{ name: 'large', file: picture }],
  }
}

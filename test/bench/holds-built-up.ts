// How long a request holds the event loop after a member has built up as much as the limits allow. The size of
// such a request says nothing: what it costs depends on what is stored.

import { setTimeout as wait } from 'node:timers/promises'
import { basic, expectSuccess, type Request } from './client.ts'
import type { Member } from './data.ts'
import { STORED_PARTS } from './heavy-calls.ts'
import { CHANGES_BESIDE } from './holds-beside.ts'
import { type LargeOrganization, memberAt } from './holds-data.ts'
import { upload } from './holds-fixtures.ts'
import { NOTIFIED } from './holds-notified.ts'
import { type Ask, type BuiltUp, many, message, type People } from './holds-people.ts'
import { type Watched, watch } from './holds-watch.ts'
import type { Program } from './programs.ts'

/** What a request sets off goes on for so long after its answer. */
const AFTERWARDS_MS = 1000

/** Builds up one after the other, in a server that was started with `probed`. */
export async function builtUp(
  hearth: Program,
  large: LargeOrganization,
  isChosen: (work: string) => boolean,
): Promise<[string, Watched][]> {
  const member = memberAt(large, 41)
  const as =
    ({ authorization }: Member): Ask =>
    (method, path, parameters = {}) =>
      expectSuccess(hearth.url, {
        ...{ method, path: `/api/v1${path}`, authorization },
        parameters: { ...parameters },
      } satisfies Request)
  const people: People = {
    large,
    owner: as(large.owner),
    builder: as(member),
    other: as(memberAt(large, 43)),
    third: as(memberAt(large, 45)),
    as,
    addFile: async () =>
      (await upload(hearth.url, member.authorization, '/user_uploads', Buffer.from('sails'))).url,
  }
  const done: [string, Watched][] = []
  for (const { work, build, ask } of BUILT_UP) {
    if (!isChosen(work)) continue
    await build(people)
    await wait(AFTERWARDS_MS)
    const watched = await watch(hearth, async () => {
      await ask(people)
      await wait(AFTERWARDS_MS)
    })
    done.push([work, watched])
  }
  return done
}

const about = (name: string, members: readonly number[]) => ({ name, description: '', members })

const GROUPS = 100
const nestedGroups: BuiltUp = {
  work: `a message mentions ${GROUPS} groups within groups of everyone`,
  async build({ builder, large }) {
    const subgroups: unknown[] = []
    for (let at = 0; at < GROUPS; at++) {
      const group = { ...about(`g${at}`, large.users.slice(0, -1)), subgroups }
      const { group_id } = await builder('POST', '/user_groups/create', group)
      subgroups.push(group_id)
    }
  },
  ask: ({ builder, large }) => {
    const mentions = Array.from({ length: GROUPS }, (_, at) => `@*g${at}*`)
    return builder('POST', '/messages', message(large, mentions.join(' ')))
  },
}

const EDITS = 1000
const edits: BuiltUp = {
  work: `the history of a message that was edited ${EDITS.toLocaleString('en')} times`,
  async build({ builder, large }) {
    const { id } = await builder('POST', '/messages', message(large, 'first', 'edited'))
    for (let at = 0; at < EDITS; at++)
      await builder('PATCH', `/messages/${id}`, { content: `${at} ${'sails '.repeat(1300)}` })
  },
  async ask({ builder, large }) {
    const narrow = [
      { operator: 'channel', operand: large.everyone },
      { operator: 'topic', operand: 'edited' },
    ]
    const page = { anchor: 'newest', num_before: 1, num_after: 0, narrow }
    const { messages } = await builder('GET', '/messages', page)
    return builder('GET', `/messages/${(messages as { id: number }[])[0]!.id}/history`)
  },
}

const CHANNELS = 500
const channels: BuiltUp = {
  work: `a person registers after a member created ${CHANNELS} channels`,
  build: ({ builder }) =>
    builder('POST', '/users/me/subscriptions', {
      subscriptions: Array.from({ length: CHANNELS }, (_, at) => ({ name: `Built ${at}` })),
    }),
  ask: ({ other }) => other('POST', '/register', { include_subscribers: true }),
}

const TOPICS = 9900
const followed: BuiltUp = {
  work: `a person who follows ${TOPICS.toLocaleString('en')} topics registers, reads and searches there`,
  build: ({ builder, large }) =>
    many(TOPICS, (at) =>
      builder('POST', '/user_topics', {
        stream_id: large.channels[at % large.channels.length],
        topic: `followed ${at}`,
        visibility_policy: 3,
      }),
    ),
  async ask({ builder }) {
    await builder('POST', '/register')
    const page = { anchor: 'newest', num_before: 5000, num_after: 0 }
    const terms = [
      ['is', 'followed'],
      ['channels', 'public'],
    ]
    for (const narrow of [terms, [...terms, ['search', 'the']], [['is', 'muted']]])
      await builder('GET', '/messages', { ...page, narrow })
  },
}

const DRAFTS = 10_000
const drafts: BuiltUp = {
  work: `a person with ${DRAFTS.toLocaleString('en')} drafts lists them`,
  build: ({ builder, large }) =>
    many(DRAFTS / 200, () =>
      builder('POST', '/drafts', {
        drafts: Array.from({ length: 200 }, (_, at) => ({
          ...{ type: 'stream', to: [large.few], topic: 't' },
          content: `${at} ${'sails '.repeat(80)}`,
        })),
      }),
    ),
  ask: ({ builder }) => builder('GET', '/drafts'),
}

const FILES = 140
const MESSAGES_WITH_FILES = 1000
let files: string[] = []
const linkedFiles: BuiltUp = {
  work: `${FILES} files of ${MESSAGES_WITH_FILES.toLocaleString('en')} messages each are linked again`,
  async build({ builder, large, addFile }) {
    await many(FILES, async () => files.push(await addFile()))
    const content = files.map((url) => `[a](${url})`).join(' ')
    const name = { name: large.channelNames[400] }
    await builder('POST', '/users/me/subscriptions', { subscriptions: [name] })
    const place = { type: 'channel', to: large.channels[400], topic: 'files' }
    await many(MESSAGES_WITH_FILES, () => builder('POST', '/messages', { ...place, content }))
  },
  async ask({ builder, other, large }) {
    const content = files.map((url) => `[b](${url})`).join(' ')
    await other('POST', '/messages/render', { content })
    await other('POST', '/messages', message(large, content))
    await builder('POST', '/messages', message(large, content))
    files = []
  },
}

const CONNECTED = 1000
const shownChannels: BuiltUp = {
  work: `${CONNECTED.toLocaleString('en')} connected people join a group that shows ${CHANNELS} private channels`,
  async build({ large, third, as }) {
    const { group_id } = await third('POST', '/user_groups/create', about('keys', []))
    const subscriptions = Array.from({ length: CHANNELS }, (_, at) => ({ name: `Shown ${at}` }))
    const shown = { invite_only: true, can_subscribe_group: group_id }
    await third('POST', '/users/me/subscriptions', { subscriptions, ...shown })
    const types = { fetch_event_types: ['message'] }
    await many(CONNECTED, (at) => as(memberAt(large, 100 + at))('POST', '/register', types))
    await third('POST', '/user_groups/create', about('joining', large.users.slice(100, 1100)))
  },
  async ask({ third }) {
    const { user_groups } = await third('GET', '/user_groups')
    const idOf = (name: string) =>
      (user_groups as { id: number; name: string }[]).find((group) => group.name === name)!.id
    const path = `/user_groups/${idOf('keys')}/subgroups`
    await third('POST', path, { add: [idOf('joining')] })
    await third('POST', path, { delete: [idOf('joining')] })
  },
}

const hiddenTopic: BuiltUp = {
  work: 'a newcomer links a long topic 470 times whose history is hidden from them',
  build: ({ owner, large }) =>
    owner('PATCH', `/streams/${large.everyone}`, {
      is_private: true,
      history_public_to_subscribers: false,
    }),
  ask: ({ other, large }) =>
    other('POST', '/messages/render', {
      content: `#**${large.channelNames[0]}>Large** `.repeat(470).slice(0, 10_000),
    }),
}

const PEOPLE_WITH_WORDS = 50
const wordOf = (person: number, at: number) => `a ${person} ${at}${' sails'.repeat(14)}`
const alertWords: BuiltUp = {
  work: `a message after one of ${PEOPLE_WITH_WORDS} people with 1,000 alert words each changed theirs`,
  build: ({ as, large }) =>
    many(PEOPLE_WITH_WORDS, (at) =>
      as(memberAt(large, 200 + at))('POST', '/users/me/alert_words', {
        alert_words: Array.from({ length: 1000 }, (_, n) => wordOf(at, n)),
      }),
    ),
  async ask({ as, large, other }) {
    const changed = { alert_words: [wordOf(0, 7)] }
    const { alert_words } = await as(memberAt(large, 200))(
      'DELETE',
      '/users/me/alert_words',
      changed,
    )
    if ((alert_words as unknown[]).length !== 999) throw new Error('no word was removed')
    await other('POST', '/messages', message(large, 'a 1 '.repeat(2400)))
  },
}

const QUEUES = 10_000
const queues: BuiltUp = {
  work: `a message and a new name, with ${QUEUES.toLocaleString('en')} queues of one member`,
  build: ({ builder }) =>
    many(QUEUES, (at) =>
      builder('POST', '/register', {
        fetch_event_types: ['alert_words'],
        event_types: [
          ...Array.from({ length: 990 }, (_, n) => `type ${n}`),
          ...['message', 'realm_user'],
        ],
        narrow: Array.from({ length: 100 }, () => ['is', 'unread']),
        apply_markdown: at % 2 === 0,
        client_gravatar: at % 4 < 2,
        client_capabilities: { empty_topic_name: at % 8 < 4, bulk_message_deletion: at % 16 < 8 },
      }),
    ),
  async ask({ large, other }) {
    await other('POST', '/messages', message(large, 'Ahoy'))
    await other('PATCH', '/settings', { full_name: 'New Name' })
  },
}

/** The bot that stores much. */
const keeperOf = async ({ third, as }: People): Promise<Ask> => {
  const { bots } = await third('GET', '/bots')
  const { user_id: id, username, api_key } = (bots as Record<string, string>[])[0]!
  return as({ id: Number(id), authorization: basic(username!, api_key!) })
}
const storage: BuiltUp = {
  work: 'a bot reads and deletes 9 MB that it stored',
  async build(people) {
    await people.third('POST', '/bots', { full_name: 'Keeper', short_name: 'keeper', bot_type: 1 })
    await (await keeperOf(people))('PUT', '/bot_storage', { storage: STORED_PARTS })
  },
  async ask(people) {
    const keeper = await keeperOf(people)
    await keeper('GET', '/bot_storage')
    await keeper('DELETE', '/bot_storage')
  },
}

/** `hiddenTopic` takes the history of the channel of everyone from all. */
export const BUILT_UP: readonly BuiltUp[] = [
  nestedGroups,
  edits,
  channels,
  followed,
  drafts,
  linkedFiles,
  shownChannels,
  alertWords,
  ...NOTIFIED,
  hiddenTopic,
  queues,
  storage,
  ...CHANGES_BESIDE,
]

// Random actions in a small organization, for tests of convergence.

import { EVERYONE, MEMBERS, NOBODY } from '../channels.ts'
import type { Answer, Chat, Person } from '../chat.ts'
import { file, PNG } from '../images/files.ts'

/** An organization of few things, so that what is done concerns the same ones again and again. */
export interface World {
  chat: Chat
  /** Olga owns it, Gus is a guest; nobody listens for Eve and Tom. */
  people: Person[]
  channels: number[]
  groups: number[]
  bots: number[]
  fields: number[]
  linkifiers: number[]
  messages: number[]
}

/** What is chosen for a action: who does it, and numbers that stand for everything else. */
export interface Choice {
  by: Person
  other: Person
  a: number
  b: number
}

type Action = (world: World, choice: Choice) => Promise<Answer>

const of = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length]

/** Keeps the ID that something new was given. */
const keep = (list: number[], answer: Answer, key: string) => {
  if (answer.result === 'success') list.push(answer[key])
  return answer
}

const KINDS = [
  { is_private: false },
  { is_private: true, history_public_to_subscribers: true },
  { is_private: true, history_public_to_subscribers: false },
  { is_web_public: true },
]

const kindOfNew = ({ is_private, ...kind }: (typeof KINDS)[number]) => ({
  ...kind,
  ...(is_private !== undefined && { invite_only: is_private }),
})

/** Who may: a system group, or single people. */
const holder = ({ a, other }: Choice) =>
  of([MEMBERS, EVERYONE, NOBODY, { direct_members: [other.id], direct_subgroups: [] }], a)

const names = (world: World, { a, b }: Choice) => [
  `channel ${a % (world.channels.length + 1)}`,
  `channel ${b % (world.channels.length + 1)}`,
]

export const ACTIONS: Record<string, Action> = {
  createChannel: async ({ channels }, { by, other, a, b }) =>
    keep(
      channels,
      await by.post('/channels/create', {
        name: `channel ${channels.length}`,
        subscribers: [by.id, other.id],
        ...kindOfNew(of(KINDS, a)!),
        can_administer_channel_group: of([MEMBERS, NOBODY, undefined], b),
      }),
      'id',
    ),
  changeKind: ({ channels }, { by, a, b }) => by.patch(`/streams/${of(channels, a)}`, of(KINDS, b)),
  describeChannel: ({ channels }, { by, a, b }) =>
    by.patch(`/streams/${of(channels, a)}`, { description: `*${b}*` }),
  grantInChannel: ({ channels }, choice) =>
    choice.by.patch(`/streams/${of(channels, choice.b)}`, {
      [of(
        ['can_subscribe_group', 'can_add_subscribers_group', 'can_administer_channel_group'],
        choice.a >> 3,
      )!]: { new: holder(choice) },
    }),
  putIntoFolder: ({ channels }, { by, a, b }) =>
    by.patch(`/streams/${of(channels, a)}`, { folder_id: of([1, 2, null], b) }),
  archive: ({ channels }, { by, a }) => by.delete(`/streams/${of(channels, a)}`),
  unarchive: ({ channels }, { by, a }) =>
    by.patch(`/streams/${of(channels, a)}`, { is_archived: false }),
  subscribe: (world, choice) =>
    choice.by.post('/users/me/subscriptions', {
      subscriptions: names(world, choice).map((name) => ({ name })),
      principals: [choice.other.id],
    }),
  unsubscribe: (world, choice) =>
    choice.by.delete('/users/me/subscriptions', {
      subscriptions: names(world, choice),
      principals: [choice.other.id],
    }),
  leave: (world, choice) =>
    choice.by.delete('/users/me/subscriptions', { subscriptions: names(world, choice) }),
  styleSubscription: ({ channels }, { by, a, b }) =>
    by.post('/users/me/subscriptions/properties', {
      subscription_data: [
        {
          stream_id: of(channels, a),
          ...of(
            [
              { property: 'color', value: '#123456' },
              { property: 'is_muted', value: true },
              { property: 'is_muted', value: false },
              { property: 'pin_to_top', value: true },
              { property: 'push_notifications', value: false },
            ],
            b,
          ),
        },
      ],
    }),
  beDefault: ({ channels }, { by, a }) =>
    by.post('/default_streams', { stream_id: of(channels, a) }),
  beNoDefault: ({ channels }, { by, a }) =>
    by.delete('/default_streams', { stream_id: of(channels, a) }),
  bundleDefaults: (world, choice) =>
    choice.by.post('/default_stream_groups/create', {
      group_name: `bundle ${choice.a % 2}`,
      description: '',
      stream_names: names(world, choice),
    }),
  createFolder: (_, { by, a }) =>
    by.post('/channel_folders/create', { name: `folder ${a % 3}`, description: '' }),
  changeFolder: (_, { by, a, b }) =>
    by.patch(
      `/channel_folders/${1 + (a % 2)}`,
      of([{ name: `folder ${a}` }, { is_archived: true }, { is_archived: false }], b),
    ),
  orderFolders: (_, { by, a }) =>
    by.patch('/channel_folders', { order: of([[1], [2, 1], [1, 2], [2, 3, 1]], a) }),

  changeRole: (_, { by, other, a }) =>
    by.patch(`/users/${other.id}`, { role: of([600, 400, 300, 200, 100], a) }),
  rename: (_, { by, other, a }) => by.patch(`/users/${other.id}`, { full_name: `Sir ${a}` }),
  deactivate: ({ people }, { by, a }) => by.delete(`/users/${people.at(-1 - (a % 2))!.id}`),
  reactivate: ({ people }, { by, a }) =>
    by.post(`/users/${people.at(-1 - (a % 2))!.id}/reactivate`),
  hideAddress: (_, { by, a }) =>
    by.patch('/settings', { email_address_visibility: of([1, 2, 3, 4, 5], a) }),
  chooseSettings: (_, { by, a, b }) =>
    by.patch(
      '/settings',
      of(
        [
          { enter_sends: b % 2 === 0 },
          { timezone: b % 2 === 0 ? 'Europe/Oslo' : 'Asia/Tokyo' },
          { presence_enabled: b % 2 === 0 },
          { default_language: b % 2 === 0 ? 'de' : 'en' },
          { enable_stream_push_notifications: b % 2 === 0 },
        ],
        a,
      ),
    ),
  sayStatus: (_, { by, a, b }) =>
    by.post('/users/me/status', {
      ...of([{ emoji_name: '' }, { emoji_name: 'boat' }, { emoji_name: 'heart' }, {}], a),
      ...of([{ status_text: '' }, { status_text: 'at sea' }, { away: true }, { away: false }], b),
    }),
  limitSight: (_, { by, a }) =>
    by.patch('/realm', { can_access_all_users_group: { new: of([MEMBERS, EVERYONE], a) } }),
  changePicture: (_, { by, a }) =>
    a % 2 ? by.upload('/users/me/avatar', file(PNG)) : by.delete('/users/me/avatar'),

  addField: async ({ fields }, { by }) =>
    fields.length > 2
      ? by.get('/users/me')
      : keep(
          fields,
          await by.post('/realm/profile_fields', { field_type: 1, name: `field ${fields.length}` }),
          'id',
        ),
  changeField: ({ fields }, { by, a, b }) =>
    by.patch(`/realm/profile_fields/${of(fields, a)}`, { hint: `hint ${b}` }),
  removeField: ({ fields }, { by, a }) => by.delete(`/realm/profile_fields/${of(fields, a)}`),
  fillIn: ({ fields }, { by, a, b }) =>
    by.patch('/users/me/profile_data', {
      data: [{ id: of(fields, a), value: of(['', 'one', 'two'], b) }],
    }),
  clearField: ({ fields }, { by, a }) =>
    by.delete('/users/me/profile_data', { data: [of(fields, a)] }),

  createGroup: async ({ groups }, { by, other }) =>
    keep(
      groups,
      await by.post('/user_groups/create', {
        name: `group ${groups.length}`,
        description: '',
        members: [other.id],
      }),
      'group_id',
    ),
  joinGroup: ({ groups }, { by, other, a }) =>
    by.post(`/user_groups/${of(groups, a)}/members`, { add: [other.id] }),
  leaveGroup: ({ groups }, { by, other, a }) =>
    by.post(`/user_groups/${of(groups, a)}/members`, { delete: [other.id] }),
  nestGroup: ({ groups }, { by, a, b }) =>
    by.post(`/user_groups/${of(groups, a)}/subgroups`, { add: [of(groups, b)] }),
  unnestGroup: ({ groups }, { by, a, b }) =>
    by.post(`/user_groups/${of(groups, a)}/subgroups`, { delete: [of(groups, b)] }),
  changeGroup: ({ groups }, choice) =>
    choice.by.patch(`/user_groups/${of(groups, choice.b)}`, {
      description: `the ${choice.b}th`,
      can_mention_group: { new: holder(choice) },
    }),
  deactivateGroup: ({ groups }, { by, a }) => by.post(`/user_groups/${of(groups, a)}/deactivate`),
  reactivateGroup: ({ groups }, { by, a }) =>
    by.patch(`/user_groups/${of(groups, a)}`, { deactivated: false }),
  grantToGroup: ({ groups, channels }, { by, a, b }) =>
    by.patch(`/streams/${of(channels, a)}`, { can_subscribe_group: { new: of(groups, b) } }),

  makeBot: async ({ bots }, { by, other }) =>
    keep(
      bots,
      await by.post('/bots', {
        full_name: `Robo ${bots.length} ${other.name}`,
        short_name: `robo${bots.length}`,
      }),
      'user_id',
    ),
  changeBot: ({ bots }, { by, other, a, b }) =>
    by.patch(
      `/bots/${of(bots, a)}`,
      of([{ bot_owner_id: other.id }, { default_sending_stream: 'general' }, { role: 600 }], b),
    ),
  endBot: ({ bots }, { by, a }) => by.delete(`/bots/${of(bots, a)}`),
  wakeBot: ({ bots }, { by, a }) => by.post(`/users/${of(bots, a)}/reactivate`),

  addEmoji: (_, { by, a }) => by.upload(`/realm/emoji/${of(['buoy', 'boat'], a)}`, file(PNG)),
  removeEmoji: (_, { by, a }) => by.delete(`/realm/emoji/${of(['buoy', 'boat'], a)}`),
  addLinkifier: async ({ linkifiers }, { by, a }) =>
    keep(
      linkifiers,
      await by.post('/realm/filters', {
        pattern: `#${a % 3}(?P<id>[0-9]+)`,
        url_template: 'https://bugs.test/{id}',
      }),
      'id',
    ),
  removeLinkifier: ({ linkifiers }, { by, a }) => by.delete(`/realm/filters/${of(linkifiers, a)}`),
  orderLinkifiers: ({ linkifiers }, { by }) =>
    by.patch('/realm/linkifiers', { ordered_linkifier_ids: linkifiers.toReversed() }),
  addDomain: (_, { by, a }) =>
    by.post('/realm/domains', { domain: `${of(['a', 'b'], a)}.example`, allow_subdomains: true }),
  changeDomain: (_, { by, a, b }) =>
    by.patch(`/realm/domains/${of(['a', 'b'], a)}.example`, { allow_subdomains: b % 2 === 0 }),
  removeDomain: (_, { by, a }) => by.delete(`/realm/domains/${of(['a', 'b'], a)}.example`),
  changeRealm: (world, choice) =>
    choice.by.patch(
      '/realm',
      of(
        [
          { name: `Haven ${choice.b}` },
          { can_create_public_channel_group: { new: holder(choice) } },
          { waiting_period_threshold: choice.b },
          { new_stream_announcements_stream_id: of(world.channels, choice.b) },
        ],
        choice.a,
      ),
    ),
  changeDefaults: (_, { by, a }) =>
    by.patch('/realm/user_settings_defaults', { enter_sends: a % 2 === 0 }),

  muteUser: (_, { by, other }) => by.post(`/users/me/muted_users/${other.id}`),
  unmuteUser: (_, { by, other }) => by.delete(`/users/me/muted_users/${other.id}`),
  watchWord: (_, { by, a }) =>
    by.post('/users/me/alert_words', { alert_words: [of(['tea', 'Tea', 'rum'], a)] }),
  dropWord: (_, { by, a }) =>
    by.delete('/users/me/alert_words', { alert_words: [of(['tea', 'Tea', 'rum'], a)] }),
  draft: (_, { by, a, b }) => {
    const draft = { type: 'stream', to: [1], topic: 'tea', content: `hm ${b}`, timestamp: b }
    const id = 1 + (a % 3)
    if (b % 3 === 0) return by.post('/drafts', { drafts: [draft] })
    return b % 3 === 1 ? by.patch(`/drafts/${id}`, { draft }) : by.delete(`/drafts/${id}`)
  },
  snippet: (_, { by, a, b }) => {
    const snippet = { title: `snippet ${b}`, content: 'Hello' }
    const path = `/saved_snippets/${1 + (a % 3)}`
    if (b % 3 === 0) return by.post('/saved_snippets', snippet)
    return b % 3 === 1 ? by.patch(path, snippet) : by.delete(path)
  },
  schedule: ({ chat, channels }, { by, a, b }) => {
    const at = Math.floor(chat.clock.now() / 1000) + 60
    const message = { type: 'channel', to: of(channels, a), topic: 'tea', content: `soon ${b}` }
    const path = `/scheduled_messages/${1 + (a % 3)}`
    if (b % 3 === 0)
      return by.post('/scheduled_messages', { ...message, scheduled_delivery_timestamp: at })
    return b % 3 === 1 ? by.patch(path, { content: `later ${b}` }) : by.delete(path)
  },
  view: (_, { by, a, b }) => {
    const fragment = of(['inbox', 'narrow/is/alerted'], a)
    if (b % 3 === 0) {
      const name = fragment === 'inbox' ? {} : { name: 'Alerts' }
      return by.post('/navigation_views', { fragment, is_pinned: true, ...name })
    }
    const path = `/navigation_views/${fragment}`
    return b % 3 === 1 ? by.patch(path, { is_pinned: a % 4 < 2 }) : by.delete(path)
  },
  remind: ({ chat, messages }, { by, a, b }) =>
    b % 2
      ? by.delete(`/reminders/${1 + (a % 3)}`)
      : by.post('/reminders', {
          message_id: of(messages, a),
          scheduled_delivery_timestamp: Math.floor(chat.clock.now() / 1000) + 90,
        }),

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

/** @returns an organization with one or some of everything that is changed later */
export async function settle(chat: Chat): Promise<World> {
  const { olga } = chat
  const people = [olga, await chat.join('Ben'), await chat.join('Mia'), await chat.join('Gus', 600)]
  people.push(await chat.join('Eve'), await chat.join('Tom', 600))
  const world: World = {
    ...{ chat, people, channels: [], groups: [], bots: [] },
    ...{ fields: [], linkifiers: [], messages: [] },
  }
  for (const a of [0, 1, 2, 3])
    await ACTIONS.createChannel!(world, { by: olga, other: people[1 + (a % 3)]!, a, b: 0 })
  await ACTIONS.addField!(world, { by: olga, other: olga, a: 0, b: 0 })
  await ACTIONS.createGroup!(world, { by: olga, other: people[2]!, a: 0, b: 0 })
  await ACTIONS.createFolder!(world, { by: olga, other: olga, a: 0, b: 0 })
  await ACTIONS.makeBot!(world, { by: people[1]!, other: olga, a: 0, b: 0 })
  for (const a of [0, 1, 2, 3]) await ACTIONS.send!(world, { by: olga, other: olga, a, b: a })
  return world
}

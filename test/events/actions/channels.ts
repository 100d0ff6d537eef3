// Actions on channels, subscriptions, default channels and folders.

import { MEMBERS, NOBODY } from '../../channels.ts'
import { type Action, type Choice, holder, keep, of, type World } from './world.ts'

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

const names = (world: World, { a, b }: Choice) => [
  `channel ${a % (world.channels.length + 1)}`,
  `channel ${b % (world.channels.length + 1)}`,
]

export const CHANNEL_ACTIONS: Record<string, Action> = {
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
}

// Fields of events about channels, subscriptions, folders and default channels.

import * as z from 'zod'
import * as wire from '../../../src/api/wire/channels.ts'
import { CHANNEL_PERMISSIONS } from '../../../src/store/tables/channels.ts'
import { bool, exactly, int, ints, list, text } from './shapes.ts'

const property = (names: readonly string[]) =>
  z.string().refine((name) => names.includes(name), { error: 'is no property of it' })

const peers = exactly({ stream_ids: ints, user_ids: ints })

export const CHANNEL_PAYLOADS: Record<string, z.ZodType> = {
  'stream/create': exactly({ streams: list(wire.channel) }),
  'stream/delete': exactly({ stream_ids: ints, streams: list(z.object({ stream_id: int })) }),
  'stream/update': z.union([
    exactly({
      stream_id: int,
      name: text,
      property: z.literal('description'),
      value: text,
      rendered_description: text,
    }),
    exactly({
      stream_id: int,
      name: text,
      property: z.literal('invite_only'),
      value: bool,
      history_public_to_subscribers: bool,
      is_web_public: bool,
    }),
    exactly({
      stream_id: int,
      name: text,
      property: property([
        ...['name', 'is_archived', 'message_retention_days', 'topics_policy', 'folder_id'],
        ...['stream_post_policy', 'is_announcement_only', 'first_message_id'],
        ...['is_recently_active', 'stream_weekly_traffic', ...CHANNEL_PERMISSIONS],
      ]),
      value: z.unknown(),
    }),
  ]),
  'subscription/add': exactly({
    subscriptions: list(wire.subscription.omit({ partial_subscribers: true })),
  }),
  'subscription/remove': exactly({
    subscriptions: list(z.object({ stream_id: int, name: text })),
  }),
  'subscription/update': exactly({ stream_id: int, property: text, value: z.unknown() }),
  'subscription/peer_add': peers,
  'subscription/peer_remove': peers,
  'channel_folder/add': exactly({ channel_folder: wire.channelFolder.strict() }),
  'channel_folder/update': exactly({
    channel_folder_id: int,
    data: exactly({
      name: text.optional(),
      description: text.optional(),
      rendered_description: text.optional(),
      is_archived: bool.optional(),
    }),
  }),
  'channel_folder/reorder': exactly({ order: ints }),
  default_streams: exactly({ default_streams: ints }),
  default_stream_groups: exactly({
    default_stream_groups: list(
      z.object({ id: int, name: text, description: text, streams: ints }),
    ),
  }),
}

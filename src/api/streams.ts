import * as z from 'zod'
import { archiveChannel } from '../domain/channel-archiving.ts'
import { changeChannel } from '../domain/channel-changes.ts'
import { channelAddress } from '../domain/channel-email.ts'
import { listChannels, readChannel, readSubscribers } from '../domain/channel-lists.ts'
import { forEachPermission, permissionsIn, retention, topicsPolicy } from './channel-params.ts'
import { endpoint } from './endpoint.ts'
import { bool, groupSettingChange, int, ints, text } from './params.ts'
import { channel } from './wire/channels.ts'

export const getStreams = endpoint('GET /streams', {
  tier: 'user',
  params: {
    include_public: bool.default(true),
    include_web_public: bool.default(false),
    include_subscribed: bool.default(true),
    exclude_archived: bool.default(true),
    include_all: bool.default(false),
    include_all_active: bool.default(false),
    include_default: bool.default(false),
    include_owner_subscribed: bool.default(false),
    include_can_access_content: bool.default(false),
  },
  returns: { streams: z.array(channel) },
  handle: (ctx, params, call) => ({
    streams: listChannels(ctx, call.user, {
      public: params.include_public,
      webPublic: params.include_web_public,
      subscribed: params.include_subscribed,
      ownerSubscribed: params.include_owner_subscribed,
      readable: params.include_can_access_content,
      visible: params.include_all,
      everything: params.include_all_active,
      archived: !params.exclude_archived,
      sayDefault: params.include_default,
    }),
  }),
})

export const getStream = endpoint('GET /streams/:stream_id', {
  tier: 'user',
  params: { stream_id: int },
  returns: { stream: channel },
  handle: (ctx, { stream_id }, call) => ({ stream: readChannel(ctx, call.user, stream_id) }),
})

export const getStreamMembers = endpoint('GET /streams/:stream_id/members', {
  tier: 'user',
  params: { stream_id: int },
  returns: { subscribers: ints },
  handle: (ctx, { stream_id }, call) => ({
    subscribers: readSubscribers(ctx, call.user, stream_id),
  }),
})

export const getStreamEmail = endpoint('GET /streams/:stream_id/email_address', {
  tier: 'user',
  params: { stream_id: int, sender_id: int.optional() },
  returns: { email: text },
  handle: async (ctx, { stream_id, sender_id }, call) => ({
    email: await channelAddress(ctx, call.user, stream_id, sender_id),
  }),
})

export const changeStream = endpoint('PATCH /streams/:stream_id', {
  tier: 'user',
  params: {
    stream_id: int,
    new_name: text.optional(),
    description: text.optional(),
    is_private: bool.optional(),
    is_web_public: bool.optional(),
    history_public_to_subscribers: bool.optional(),
    is_default_stream: bool.optional(),
    is_archived: bool.optional(),
    message_retention_days: retention.optional(),
    topics_policy: topicsPolicy.optional(),
    folder_id: int.nullable().optional(),
    ...forEachPermission(groupSettingChange.optional()),
  },
  handle: (ctx, { stream_id, ...params }, call) =>
    changeChannel(ctx, call.user, stream_id, {
      name: params.new_name,
      description: params.description,
      kind: {
        isPrivate: params.is_private,
        isWebPublic: params.is_web_public,
        sharesHistory: params.history_public_to_subscribers,
      },
      isDefault: params.is_default_stream,
      isArchived: params.is_archived,
      retention: params.message_retention_days,
      topicsPolicy: params.topics_policy,
      folderId: params.folder_id,
      permissions: permissionsIn(params),
    }),
})

export const archiveStream = endpoint('DELETE /streams/:stream_id', {
  tier: 'user',
  params: { stream_id: int },
  handle: (ctx, { stream_id }, call) => archiveChannel(ctx, call.user, stream_id),
})

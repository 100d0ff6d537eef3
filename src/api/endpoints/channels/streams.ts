// Endpoints: listing, reading, changing and archiving channels.

import * as z from 'zod'
import { archiveChannel } from '../../../domain/channel-management/channel-archiving.ts'
import { changeChannel } from '../../../domain/channel-management/channel-changes.ts'
import { channelAddress } from '../../../domain/channel-management/channel-email.ts'
import {
  listChannels,
  readChannel,
  readSubscribers,
} from '../../../domain/channels/channel-lists.ts'
import { endpoint } from '../../core/endpoint.ts'
import { bool, groupSettingChange, int, ints, text } from '../../core/params.ts'
import {
  folderId,
  forEachPermission,
  permissionsIn,
  retention,
  topicsPolicy,
} from '../../wire/channel-params.ts'
import { channel } from '../../wire/channels.ts'

export const getStreams = endpoint('GET /streams', {
  summary:
    'Lists the channels in the chosen sets, sorted by name; none chosen gives an empty list.',
  tier: 'user',
  params: {
    include_public: bool.default(true).describe('Public channels; none for guests.'),
    include_web_public: bool.default(false).describe('Web-public channels that are not archived.'),
    include_subscribed: bool.default(true).describe('Channels the caller is subscribed to.'),
    exclude_archived: bool.default(true).describe('Leaves out archived channels.'),
    include_all: bool
      .default(false)
      .describe('All channels the caller may know of, instead of the other sets.'),
    include_all_active: bool
      .default(false)
      .describe('The same as include_all, under its older name.'),
    include_default: bool
      .default(false)
      .describe('Each channel says in is_default whether it is a default channel.'),
    include_owner_subscribed: bool
      .default(false)
      .describe('For bots: channels that their owner is subscribed to.'),
    include_can_access_content: bool
      .default(false)
      .describe(
        'All channels whose messages the caller may read, instead of public, web-public and subscribed ones.',
      ),
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
  summary: 'Returns one channel, archived or not.',
  tier: 'user',
  params: { stream_id: int },
  returns: { stream: channel },
  handle: (ctx, { stream_id }, call) => ({ stream: readChannel(ctx, call.user, stream_id) }),
})

export const getStreamMembers = endpoint('GET /streams/:stream_id/members', {
  summary: 'Lists the IDs of the active subscribers of a channel.',
  tier: 'user',
  params: { stream_id: int },
  returns: { subscribers: ints },
  handle: (ctx, { stream_id }, call) => ({
    subscribers: readSubscribers(ctx, call.user, stream_id),
  }),
})

export const getStreamEmail = endpoint('GET /streams/:stream_id/email_address', {
  summary:
    'Returns the address at which a channel receives e-mail; empty where the server receives none.',
  tier: 'user',
  params: {
    stream_id: int,
    sender_id: int
      .optional()
      .describe(
        'In whose name mail to the address appears: the e-mail gateway bot (the default), the caller, or a bot of the caller.',
      ),
  },
  returns: { email: text },
  handle: async (ctx, { stream_id, sender_id }, call) => ({
    email: await channelAddress(ctx, call.user, stream_id, sender_id),
  }),
})

export const changeStream = endpoint('PATCH /streams/:stream_id', {
  summary:
    'Changes properties, privacy and permissions of a channel, or brings it back from the archive.',
  tier: 'user',
  errors: [
    'CANNOT_ADMINISTER_CHANNEL',
    'CHANNEL_ALREADY_EXISTS',
    'UNAUTHORIZED_PRINCIPAL',
    'EXPECTATION_MISMATCH',
    'SYSTEM_GROUP_REQUIRED',
  ],
  params: {
    stream_id: int,
    new_name: text.optional().describe('1 to 60 characters, unique whatever the capitals.'),
    description: text.optional().describe('At most 1024 characters; line breaks become spaces.'),
    is_private: bool
      .optional()
      .describe('Whether only people who are invited may read the channel.'),
    is_web_public: bool
      .optional()
      .describe('Whether people without an account may read the channel.'),
    history_public_to_subscribers: bool
      .optional()
      .describe('Whether new subscribers read what was written before they came.'),
    is_default_stream: bool
      .optional()
      .describe('Whether new accounts are subscribed to the channel; for administrators.'),
    is_archived: bool
      .optional()
      .describe('Only false is of use: it brings an archived channel back.'),
    message_retention_days: retention.optional(),
    topics_policy: topicsPolicy.optional(),
    folder_id: folderId.optional(),
    ...forEachPermission(groupSettingChange.optional()),
  },
  handle: (ctx, { stream_id, ...params }, call) =>
    changeChannel(ctx, call.user, stream_id, {
      name: params.new_name,
      description: params.description,
      privacy: {
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
  summary: 'Archives a channel: its messages stay readable, nothing can be posted.',
  tier: 'user',
  errors: ['CANNOT_ADMINISTER_CHANNEL'],
  params: { stream_id: int },
  handle: (ctx, { stream_id }, call) => archiveChannel(ctx, call.user, stream_id),
})

import * as z from 'zod'
import { listChannels } from '../domain/channel-lists.ts'
import { endpoint } from './endpoint.ts'
import { bool } from './params.ts'
import { channel } from './wire.ts'

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
      visible: params.include_all || params.include_all_active,
      archived: !params.exclude_archived,
      sayDefault: params.include_default,
    }),
  }),
})

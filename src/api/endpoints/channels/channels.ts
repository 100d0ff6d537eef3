// Endpoints: creating a channel.

import { createOneChannel } from '../../../domain/channel-management/channel-creation.ts'
import { endpoint } from '../../core/endpoint.ts'
import { int, ints, text } from '../../core/params.ts'
import { creationOptions, creationParams } from '../../wire/channel-params.ts'

export const createChannelWithMembers = endpoint('POST /channels/create', {
  summary: 'Creates a channel and subscribes people to it.',
  tier: 'non-guest',
  errors: ['CHANNEL_ALREADY_EXISTS', 'UNAUTHORIZED_PRINCIPAL'],
  params: {
    name: text.describe('1 to 60 characters, unique whatever the capitals.'),
    description: text.optional().describe('At most 1024 characters; line breaks become spaces.'),
    subscribers: ints.describe('The IDs of the users to subscribe; may be empty.'),
    ...creationParams,
  },
  returns: { id: int },
  handle: async (ctx, { name, description, subscribers, ...params }, call) => ({
    id: await createOneChannel(
      ctx,
      call.user,
      { name, description },
      subscribers,
      creationOptions(params),
    ),
  }),
})

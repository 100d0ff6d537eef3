import { createOneChannel } from '../domain/channel-creation.ts'
import { creationOptions, creationParams } from './channel-params.ts'
import { endpoint } from './endpoint.ts'
import { int, ints, text } from './params.ts'

export const createChannel = endpoint('POST /channels/create', {
  tier: 'non-guest',
  params: { name: text, description: text.optional(), subscribers: ints, ...creationParams },
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

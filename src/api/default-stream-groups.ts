import * as z from 'zod'
import { MAX_CHANNEL_DESCRIPTION_LENGTH, MAX_CHANNEL_NAME_LENGTH } from '../base/limits.ts'
import {
  changeDefaultGroup,
  changeDefaultGroupChannels,
  createDefaultGroup,
  removeDefaultGroup,
} from '../domain/default-channel-groups.ts'
import { endpoint } from './endpoint.ts'
import { filledText, int, text, textUpTo } from './params.ts'

const name = filledText(MAX_CHANNEL_NAME_LENGTH)
const description = textUpTo(MAX_CHANNEL_DESCRIPTION_LENGTH)
const stream_names = z.array(text)

export const createDefaultChannelGroup = endpoint('POST /default_stream_groups/create', {
  tier: 'administrator',
  params: { group_name: name, description, stream_names },
  async handle(ctx, { group_name, description, stream_names }, call) {
    await createDefaultGroup(ctx, call.user, group_name, description, stream_names)
  },
})

export const changeDefaultChannelGroup = endpoint('PATCH /default_stream_groups/:group_id', {
  tier: 'administrator',
  params: {
    group_id: int,
    new_group_name: name.optional(),
    new_description: description.optional(),
  },
  handle: (ctx, { group_id, new_group_name, new_description }) =>
    changeDefaultGroup(ctx, group_id, { name: new_group_name, description: new_description }),
})

export const deleteDefaultChannelGroup = endpoint('DELETE /default_stream_groups/:group_id', {
  tier: 'administrator',
  params: { group_id: int },
  handle: (ctx, { group_id }) => removeDefaultGroup(ctx, group_id),
})

export const changeDefaultChannelGroupChannels = endpoint(
  'PATCH /default_stream_groups/:group_id/streams',
  {
    tier: 'administrator',
    params: { group_id: int, op: z.enum(['add', 'remove']), stream_names },
    handle: (ctx, { group_id, op, stream_names }, call) =>
      changeDefaultGroupChannels(ctx, call.user, group_id, op, stream_names),
  },
)

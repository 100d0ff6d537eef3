// Endpoints: groups of default channels.

import * as z from 'zod'
import { MAX_CHANNEL_DESCRIPTION_LENGTH, MAX_CHANNEL_NAME_LENGTH } from '../../../base/limits.ts'
import {
  changeDefaultGroup,
  changeDefaultGroupChannels,
  createDefaultGroup,
  removeDefaultGroup,
} from '../../../domain/channels/default-channel-groups.ts'
import { endpoint } from '../../core/endpoint.ts'
import { filledText, int, texts, textUpTo } from '../../core/params.ts'

const name = filledText(MAX_CHANNEL_NAME_LENGTH)
const description = textUpTo(MAX_CHANNEL_DESCRIPTION_LENGTH)
const stream_names = texts

export const createDefaultChannelGroup = endpoint('POST /default_stream_groups/create', {
  summary: 'Creates a named group of default channels.',
  tier: 'administrator',
  params: {
    group_name: name.describe('The name of the group.'),
    description: description.describe('May be empty.'),
    stream_names: stream_names.describe('The names of its channels.'),
  },
  async handle(ctx, { group_name, description, stream_names }, call) {
    await createDefaultGroup(ctx, call.user, group_name, description, stream_names)
  },
})

export const changeDefaultChannelGroup = endpoint('PATCH /default_stream_groups/:group_id', {
  summary: 'Changes the name or description of a group of default channels.',
  tier: 'administrator',
  params: {
    group_id: int,
    new_group_name: name.optional().describe('The new name of the group.'),
    new_description: description.optional().describe('The new description of the group.'),
  },
  handle: (ctx, { group_id, new_group_name, new_description }) =>
    changeDefaultGroup(ctx, group_id, { name: new_group_name, description: new_description }),
})

export const deleteDefaultChannelGroup = endpoint('DELETE /default_stream_groups/:group_id', {
  summary: 'Deletes a group of default channels; the channels stay.',
  tier: 'administrator',
  params: { group_id: int },
  handle: (ctx, { group_id }) => removeDefaultGroup(ctx, group_id),
})

export const changeDefaultChannelGroupChannels = endpoint(
  'PATCH /default_stream_groups/:group_id/streams',
  {
    summary: 'Adds channels to a group of default channels, or removes them from it.',
    tier: 'administrator',
    params: {
      group_id: int,
      op: z.enum(['add', 'remove']).describe('What to do with the channels.'),
      stream_names: stream_names.describe('The names of the channels.'),
    },
    handle: (ctx, { group_id, op, stream_names }, call) =>
      changeDefaultGroupChannels(ctx, call.user, group_id, op, stream_names),
  },
)

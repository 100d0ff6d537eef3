// Endpoints: channel folders.

import * as z from 'zod'
import { MAX_FOLDER_DESCRIPTION_LENGTH, MAX_FOLDER_NAME_LENGTH } from '../../../base/limits.ts'
import {
  changeFolder,
  createFolder,
  listFolders,
  orderFolders,
} from '../../../domain/channels/channel-folders.ts'
import { endpoint } from '../../core/endpoint.ts'
import { bool, filledText, int, order, textUpTo } from '../../core/params.ts'
import { channelFolder } from '../../wire/channels.ts'

const name = filledText(MAX_FOLDER_NAME_LENGTH)
const description = textUpTo(MAX_FOLDER_DESCRIPTION_LENGTH)

export const getChannelFolders = endpoint('GET /channel_folders', {
  summary: 'Lists the channel folders in their order.',
  tier: 'user',
  params: { include_archived: bool.default(false).describe('Also lists archived folders.') },
  returns: { channel_folders: z.array(channelFolder) },
  handle: (ctx, { include_archived }) => ({ channel_folders: listFolders(ctx, include_archived) }),
})

export const createChannelFolder = endpoint('POST /channel_folders/create', {
  summary: 'Creates a channel folder at the end of the list.',
  tier: 'administrator',
  params: {
    name: name.describe('Unique among the folders that are not archived, whatever the capitals.'),
    description: description.describe('Markdown; may be empty.'),
  },
  returns: { channel_folder_id: int },
  handle: async (ctx, { name, description }, call) => ({
    channel_folder_id: await createFolder(ctx, call.user, name, description),
  }),
})

export const changeChannelFolder = endpoint('PATCH /channel_folders/:channel_folder_id', {
  summary: 'Changes the name or description of a channel folder, or archives it.',
  tier: 'administrator',
  params: {
    channel_folder_id: int,
    name: name
      .optional()
      .describe('Unique among the folders that are not archived, whatever the capitals.'),
    description: description.optional().describe('Markdown; may be empty.'),
    is_archived: bool
      .optional()
      .describe('true archives the folder, which must have no channels; false brings it back.'),
  },
  handle: (ctx, { channel_folder_id, ...changes }) => changeFolder(ctx, channel_folder_id, changes),
})

export const orderChannelFolders = endpoint('PATCH /channel_folders', {
  summary: 'Puts the channel folders into another order.',
  tier: 'administrator',
  params: { order: order.describe('The IDs of all folders, archived ones included, each once.') },
  handle: (ctx, { order }) => orderFolders(ctx, order),
})

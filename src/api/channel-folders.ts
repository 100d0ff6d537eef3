import * as z from 'zod'
import { MAX_FOLDER_DESCRIPTION_LENGTH, MAX_FOLDER_NAME_LENGTH } from '../base/limits.ts'
import { changeFolder, createFolder, listFolders, orderFolders } from '../domain/channel-folders.ts'
import { endpoint } from './endpoint.ts'
import { bool, filledText, int, ints, textUpTo } from './params.ts'
import { channelFolder } from './wire/channels.ts'

const name = filledText(MAX_FOLDER_NAME_LENGTH)
const description = textUpTo(MAX_FOLDER_DESCRIPTION_LENGTH)

export const getChannelFolders = endpoint('GET /channel_folders', {
  tier: 'user',
  params: { include_archived: bool.default(false) },
  returns: { channel_folders: z.array(channelFolder) },
  handle: (ctx, { include_archived }) => ({ channel_folders: listFolders(ctx, include_archived) }),
})

export const createChannelFolder = endpoint('POST /channel_folders/create', {
  tier: 'administrator',
  params: { name, description },
  returns: { channel_folder_id: int },
  handle: async (ctx, { name, description }, call) => ({
    channel_folder_id: await createFolder(ctx, call.user, name, description),
  }),
})

export const changeChannelFolder = endpoint('PATCH /channel_folders/:channel_folder_id', {
  tier: 'administrator',
  params: {
    channel_folder_id: int,
    name: name.optional(),
    description: description.optional(),
    is_archived: bool.optional(),
  },
  handle: (ctx, { channel_folder_id, ...changes }) => changeFolder(ctx, channel_folder_id, changes),
})

export const orderChannelFolders = endpoint('PATCH /channel_folders', {
  tier: 'administrator',
  params: { order: ints },
  handle: (ctx, { order }) => orderFolders(ctx, order),
})

import { seconds } from '../base/clock.ts'
import { refuse } from '../errors.ts'
import type { ChannelFolder } from '../store/channel-folders.ts'
import type { Context } from './context.ts'
import { renderDescription } from './rendering.ts'
import type { User } from './users.ts'

/** Folders by their order (events 1.9). */
export const listFolders = (ctx: Context, includeArchived: boolean) =>
  ctx.store.channelFolders
    .all()
    .map(describeFolder)
    .filter((folder) => includeArchived || !folder.is_archived)

const describeFolder = (folder: ChannelFolder) => ({
  channel_folder_id: folder.id,
  // What existing clients call it.
  id: folder.id,
  name: folder.name,
  description: folder.description,
  rendered_description: folder.rendered_description,
  order: folder.position,
  date_created: folder.created_at,
  creator_id: folder.creator_id,
  is_archived: folder.is_archived === 1,
})

/** POST /channel_folders/create. @returns its ID */
export const createFolder = (ctx: Context, by: User, name: string, description: string) =>
  ctx.commit((emit) => {
    const { channelFolders } = ctx.store
    requireNameFree(ctx, name)
    const id = channelFolders.create({
      name,
      name_key: folderKey(name),
      description,
      rendered_description: renderDescription(ctx, description),
      creator_id: by.id,
      created_at: seconds(ctx.clock),
    })
    const channel_folder = describeFolder(channelFolders.find(id)!)
    emit({ type: 'channel_folder', op: 'add', channel_folder }, 'everyone')
    return id
  })

export interface FolderChanges {
  name?: string | undefined
  description?: string | undefined
  is_archived?: boolean | undefined
}

/** PATCH /channel_folders/{channel_folder_id}; what stays as it is is not told. */
export const changeFolder = (ctx: Context, id: number, changes: FolderChanges) =>
  ctx.commit((emit) => {
    const folder = findFolder(ctx, id)
    const name = changes.name ?? folder.name
    const description = changes.description ?? folder.description
    const is_archived = changes.is_archived ?? folder.is_archived === 1
    const isRenamed = folderKey(name) !== folder.name_key
    const isArchiving = is_archived && !folder.is_archived
    if (!is_archived && (isRenamed || folder.is_archived)) requireNameFree(ctx, name)
    if (isArchiving && ctx.store.channels.anyInFolder(id)) {
      refuse('BAD_REQUEST', 'Only an empty folder can be archived: move its channels out first.')
    }
    const rendered_description = renderDescription(ctx, description)
    ctx.store.channelFolders.save({
      ...folder,
      name,
      name_key: folderKey(name),
      description,
      rendered_description,
      is_archived: is_archived ? 1 : 0,
    })
    const data = {
      ...(name !== folder.name && { name }),
      ...(description !== folder.description && { description, rendered_description }),
      ...(is_archived !== (folder.is_archived === 1) && { is_archived }),
    }
    if (Object.keys(data).length === 0) return
    emit({ type: 'channel_folder', op: 'update', channel_folder_id: id, data }, 'everyone')
  })

/** PATCH /channel_folders. @param order the IDs of all folders, archived ones too, first to last */
export const orderFolders = (ctx: Context, order: readonly number[]) =>
  ctx.commit((emit) => {
    const { channelFolders } = ctx.store
    const known = channelFolders.all().map((folder) => folder.id)
    const named = new Set(order)
    const isComplete = order.length === known.length && known.every((id) => named.has(id))
    if (!isComplete) refuse('BAD_REQUEST', 'Invalid order mapping.')
    order.forEach((id, position) => {
      channelFolders.place(id, position)
    })
    emit({ type: 'channel_folder', op: 'reorder', order }, 'everyone')
  })

/** @throws RequestError for a folder no channel can be put into */
export function requireOpenFolder(ctx: Context, id: number) {
  if (findFolder(ctx, id).is_archived) refuse('BAD_REQUEST', 'Invalid channel folder ID')
}

const findFolder = (ctx: Context, id: number) =>
  ctx.store.channelFolders.find(id) ?? refuse('BAD_REQUEST', 'Invalid channel folder ID')

const folderKey = (name: string) => name.toLowerCase()

/** Archived folders do not keep their names. */
function requireNameFree(ctx: Context, name: string) {
  if (ctx.store.channelFolders.findActive(folderKey(name))) {
    refuse('BAD_REQUEST', `Channel folder '${name}' already exists`)
  }
}

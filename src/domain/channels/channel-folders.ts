// Folders that group channels in the sidebar.

import { INVALID_FOLDER_ID } from '../../errors/channels.ts'
import { INVALID_ORDER } from '../../errors/parameters.ts'
import { refuse } from '../../errors.ts'
import type { ChannelFolder } from '../../store/tables/channel-folders.ts'
import { renderDescription } from '../content/rendering.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import type { User } from '../users/users.ts'

/** Folders by their order. */
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
export const createFolder = (ctx: App, by: User, name: string, description: string) =>
  ctx.commit((tx) => {
    const { channelFolders } = tx.store
    requireNameFree(tx, name)
    const id = channelFolders.create({
      name,
      name_key: folderKey(name),
      description,
      rendered_description: renderDescription(tx, description),
      creator_id: by.id,
      created_at: tx.now,
    })
    const channel_folder = describeFolder(channelFolders.find(id)!)
    tx.emit({ type: 'channel_folder', op: 'add', channel_folder }, 'everyone')
    return id
  })

export interface FolderChanges {
  name?: string | undefined
  description?: string | undefined
  is_archived?: boolean | undefined
}

/** PATCH /channel_folders/{channel_folder_id}; the event has changed properties only. */
export const changeFolder = (ctx: App, id: number, changes: FolderChanges) =>
  ctx.commit((tx) => {
    const folder = findFolder(tx, id)
    const wasArchived = folder.is_archived === 1
    const { name, description, is_archived } = {
      name: changes.name ?? folder.name,
      description: changes.description ?? folder.description,
      is_archived: changes.is_archived ?? wasArchived,
    }
    const takesName = wasArchived || folderKey(name) !== folder.name_key
    if (!is_archived && takesName) requireNameFree(tx, name)
    if (is_archived && !wasArchived) requireEmpty(tx, id)
    const rendered_description = renderDescription(tx, description)
    tx.store.channelFolders.save({
      ...folder,
      name,
      name_key: folderKey(name),
      description,
      rendered_description,
      is_archived: is_archived ? 1 : 0,
    })
    emitFolderChange(tx, id, {
      ...(name !== folder.name && { name }),
      ...(description !== folder.description && { description, rendered_description }),
      ...(is_archived !== wasArchived && { is_archived }),
    })
  })

function emitFolderChange(tx: Tx, id: number, data: Partial<ReturnType<typeof describeFolder>>) {
  if (Object.keys(data).length === 0) return
  tx.emit({ type: 'channel_folder', op: 'update', channel_folder_id: id, data }, 'everyone')
}

/** PATCH /channel_folders. @param order the IDs of all folders, archived ones too, first to last */
export const orderFolders = (ctx: App, order: readonly number[]) =>
  ctx.commit((tx) => {
    const { channelFolders } = tx.store
    const known = channelFolders.all().map((folder) => folder.id)
    const named = new Set(order)
    const isComplete = order.length === known.length && known.every((id) => named.has(id))
    if (!isComplete) refuse(INVALID_ORDER)
    order.forEach((id, position) => {
      channelFolders.place(id, position)
    })
    tx.emit({ type: 'channel_folder', op: 'reorder', order }, 'everyone')
  })

/** @throws RequestError if the folder does not exist or is archived */
export function requireOpenFolder(ctx: Context, id: number) {
  if (findFolder(ctx, id).is_archived) refuse(INVALID_FOLDER_ID)
}

const findFolder = (ctx: Context, id: number) =>
  ctx.store.channelFolders.find(id) ?? refuse(INVALID_FOLDER_ID)

const folderKey = (name: string) => name.toLowerCase()

function requireEmpty(ctx: Context, id: number) {
  if (ctx.store.channels.anyInFolder(id))
    refuse('BAD_REQUEST', 'Only an empty folder can be archived: move its channels out first.')
}

/** @throws RequestError if an active folder has the name; archived ones do not reserve theirs */
function requireNameFree(ctx: Context, name: string) {
  if (ctx.store.channelFolders.findActive(folderKey(name))) {
    refuse('BAD_REQUEST', `Channel folder '${name}' already exists`)
  }
}

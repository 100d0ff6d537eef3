// Files that messages link: who may read them, and when they are deleted.

import { makePause } from '../../base/jobs.ts'
import { INVALID_ATTACHMENT } from '../../errors/files.ts'
import { refuse } from '../../errors.ts'
import type { ImageFacts } from '../../images/conversion.ts'
import type { Attachment } from '../../store/tables/attachments.ts'
import type { LinkedUpload } from '../../text/markdown/lookup.ts'
import { mayReadMessage } from '../access/message-access.ts'
import type { Context, Tx } from '../kernel/context.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { thumbnailPaths } from '../pictures/thumbnail-formats.ts'

/** Messages that link a file are read so many at once. */
const PORTION = 200

/** Messages by which one text finds out whether its author may attach the files of others. */
const MOST_LOOKS = 2000

/** Whether a viewer may read a file: it is theirs, or in a message they may read. */
export async function mayReadFile(ctx: Context, viewer: Viewer, file: Attachment) {
  if (viewer?.id === file.owner_id) return true
  const pause = makePause()
  for (const ids of messagesLinking(ctx, file)) {
    if (ids.some((id) => mayReadMessage(ctx, viewer, ctx.store.messages.find(id)!))) return true
    await pause()
  }
  return false
}

/** IDs of all messages that link a file, the newest first, some hundreds at a time. */
export function* messagesLinking(ctx: Context, file: Attachment): Generator<number[]> {
  let ids = ctx.store.attachments.messageIds(file.id, PORTION)
  while (ids.length > 0) {
    yield ids
    ids = ctx.store.attachments.messageIds(file.id, PORTION, ids.at(-1))
  }
}

/**
 * Finds files for the renderer of one text.
 * @returns a function of the path ID; it returns undefined if the author may not attach the file, or
 * that was not found out by `MOST_LOOKS` messages in all
 */
export function attachables(ctx: Context, author: Viewer) {
  let looks = MOST_LOOKS
  const isReadable = (id: number) => {
    looks--
    return mayReadMessage(ctx, author, ctx.store.messages.find(id)!)
  }
  const mayAttach = (file: Attachment) => {
    if (author?.id === file.owner_id) return true
    for (const ids of messagesLinking(ctx, file)) {
      if (ids.slice(0, looks).some(isReadable)) return true
      if (looks === 0) break
    }
    return false
  }
  return (pathId: string): LinkedUpload | undefined => {
    const file = ctx.store.attachments.findByPath(pathId)
    return file && mayAttach(file) ? linked(file) : undefined
  }
}

function linked(file: Attachment): LinkedUpload {
  if (file.image === null) return { contentType: file.content_type }
  const { width, height, frames } = JSON.parse(file.image) as ImageFacts
  const isReady = !file.pending_thumbnail
  return {
    contentType: file.content_type,
    image: { width, height, isAnimated: frames > 1, isReady },
  }
}

/** Newest messages that a file is listed with: each message that links it tells its owner of them. */
const LISTED_MESSAGES = 1000

/** An uploaded file as its owner reads it. */
export const describeAttachment = (ctx: Context, file: Attachment) => ({
  id: file.id,
  name: file.name,
  path_id: file.path_id,
  size: file.size,
  create_time: file.created_at,
  message_ids: ctx.store.attachments.messageIds(file.id, LISTED_MESSAGES).reverse(),
})

/**
 * Connects a message with exactly the files it links.
 * @returns files that no message links any more
 */
export function claimFiles(tx: Tx, messageId: number, pathIds: readonly string[]): Attachment[] {
  const { attachments } = tx.store
  const before = attachments.ofMessage(messageId)
  const added = pathIds
    .filter((pathId) => !before.some((file) => file.path_id === pathId))
    .map((pathId) => attachments.findByPath(pathId) ?? refuse(INVALID_ATTACHMENT))
  const dropped = before.filter((file) => !pathIds.includes(file.path_id))
  for (const file of added) attachments.link(file.id, messageId)
  for (const file of dropped) attachments.unlink(file.id, messageId, tx.now)
  for (const file of [...added, ...dropped]) emitAttachment(tx, file)
  return dropped.filter((file) => !attachments.isLinked(file.id))
}

/** Deletes those of the files of a deleted message that no other message links. */
export function dropUnlinked(tx: Tx, files: readonly Attachment[]) {
  const isLinked = ({ id }: Attachment) => tx.store.attachments.isLinked(id)
  for (const file of files.filter(isLinked)) emitAttachment(tx, file)
  removeFiles(
    tx,
    files.filter((file) => !isLinked(file)),
  )
}

/** Deletes the rows of files, and with the commit the files and their thumbnails. */
export function removeFiles(tx: Tx, files: readonly Attachment[]) {
  if (files.length === 0) return
  const { attachments } = tx.store
  for (const { id } of files) attachments.remove(id)
  const upload_space_used = attachments.spaceUsed()
  for (const { id, owner_id } of files)
    tx.emit({ type: 'attachment', op: 'remove', attachment: { id }, upload_space_used }, [owner_id])
  tx.afterCommit(() => discardFiles(tx, files))
}

/** The file of a path ID on disk: without its name, which people chose. */
export const storagePath = (pathId: string) => {
  const [, folder, random] = pathId.split('/')
  return `${FILES_FOLDER}/${folder}/${random}`
}

/** Where files lie below the uploads. */
export const FILES_FOLDER = 'attachments'

/**
 * Takes deleted files and their thumbnails off the disk; what cannot be removed now is found by the
 * daily upkeep.
 */
export async function discardFiles(ctx: Context, files: readonly Pick<Attachment, 'path_id'>[]) {
  for (const { path_id } of files) {
    const original = storagePath(path_id)
    for (const path of [original, ...thumbnailPaths(original)]) {
      await ctx.fileStore.remove(path).catch((error) => {
        ctx.log.error('file-not-removed', { error: String(error) })
      })
    }
  }
}

function emitAttachment(tx: Tx, file: Attachment) {
  tx.emit(
    {
      type: 'attachment',
      op: 'update',
      attachment: describeAttachment(tx, file),
      upload_space_used: tx.store.attachments.spaceUsed(),
    },
    [file.owner_id],
  )
}

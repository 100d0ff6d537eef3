import { seconds } from '../base/clock.ts'
import { refuse } from '../errors.ts'
import type { ImageFacts } from '../images/conversion.ts'
import type { Attachment } from '../store/attachments.ts'
import type { LinkedUpload } from '../text/lookup.ts'
import type { Context } from './context.ts'
import { mayReadMessage } from './message-access.ts'
import { thumbnailPaths } from './thumbnail-formats.ts'
import type { Emit } from './unit-of-work.ts'
import type { Viewer } from './users.ts'

/** Whether a viewer may read a file: it is theirs, or in a message they may read (messages 8.3). */
export const mayReadFile = (ctx: Context, viewer: Viewer, file: Attachment) =>
  viewer?.id === file.owner_id ||
  ctx.store.attachments
    .messageIds(file.id)
    .some((id) => mayReadMessage(ctx, viewer, ctx.store.messages.find(id)!))

/** A file as the renderer asks for it, where its author may attach it. */
export function attachable(ctx: Context, author: Viewer, pathId: string): LinkedUpload | undefined {
  const file = ctx.store.attachments.findByPath(pathId)
  if (!file || !mayReadFile(ctx, author, file)) return undefined
  if (file.image === null) return { contentType: file.content_type }
  const { width, height, frames } = JSON.parse(file.image) as ImageFacts
  const isReady = file.pending_thumbnail === null
  return {
    contentType: file.content_type,
    image: { width, height, isAnimated: frames > 1, isReady },
  }
}

/** The attachment object of messages 8.6. */
export const describeAttachment = (ctx: Context, file: Attachment) => ({
  id: file.id,
  name: file.name,
  path_id: file.path_id,
  size: file.size,
  create_time: file.created_at,
  message_ids: ctx.store.attachments.messageIds(file.id),
})

/**
 * Ties a message to the files it links, and to no others (messages 8.5).
 * @returns the files no message links any more
 */
export function claimFiles(
  ctx: Context,
  emit: Emit,
  messageId: number,
  pathIds: readonly string[],
): Attachment[] {
  const { attachments } = ctx.store
  const before = attachments.ofMessage(messageId)
  const added = pathIds
    .filter((pathId) => !before.some((file) => file.path_id === pathId))
    .map((pathId) => attachments.findByPath(pathId) ?? refuse('BAD_REQUEST', 'Invalid attachment'))
  const dropped = before.filter((file) => !pathIds.includes(file.path_id))
  for (const file of added) attachments.link(file.id, messageId)
  for (const file of dropped) attachments.unlink(file.id, messageId, seconds(ctx.clock))
  for (const file of [...added, ...dropped]) tellOwner(ctx, emit, file)
  return dropped.filter((file) => attachments.messageIds(file.id).length === 0)
}

/**
 * Deletes those of the files of a deleted message that no other message links.
 * @returns the files deleted, to be discarded after the commit
 */
export function dropUnlinked(ctx: Context, emit: Emit, files: readonly Attachment[]): Attachment[] {
  const isLinked = ({ id }: Attachment) => ctx.store.attachments.messageIds(id).length > 0
  for (const file of files.filter(isLinked)) tellOwner(ctx, emit, file)
  return removeFiles(
    ctx,
    emit,
    files.filter((file) => !isLinked(file)),
  )
}

/** @returns the files, to be discarded after the commit */
export function removeFiles(ctx: Context, emit: Emit, files: Attachment[]): Attachment[] {
  if (files.length === 0) return files
  const { attachments } = ctx.store
  for (const { id } of files) attachments.remove(id)
  const upload_space_used = attachments.spaceUsed()
  for (const { id, owner_id } of files)
    emit({ type: 'attachment', op: 'remove', attachment: { id }, upload_space_used }, [owner_id])
  return files
}

/** The file of a path ID on disk: without its name, which people chose. */
export const storagePath = (pathId: string) => {
  const [, folder, random] = pathId.split('/')
  return `${FILES_FOLDER}/${folder}/${random}`
}

/** Where files lie below the uploads. */
export const FILES_FOLDER = 'attachments'

/** Takes deleted files and their thumbnails off the disk; what cannot be removed now is found by the daily upkeep. */
export async function discardFiles(ctx: Context, files: readonly Pick<Attachment, 'path_id'>[]) {
  for (const { path_id } of files) {
    const original = storagePath(path_id)
    for (const path of [original, ...thumbnailPaths(original)]) {
      await ctx.files.remove(path).catch((error) => {
        ctx.log.error('file-not-removed', { error: String(error) })
      })
    }
  }
}

function tellOwner(ctx: Context, emit: Emit, file: Attachment) {
  emit(
    {
      type: 'attachment',
      op: 'update',
      attachment: describeAttachment(ctx, file),
      upload_space_used: ctx.store.attachments.spaceUsed(),
    },
    [file.owner_id],
  )
}

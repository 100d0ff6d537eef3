// Makes thumbnails of uploaded images, at once or in the background.

import { NO_IMAGE } from '../../errors/files.ts'
import { refuse } from '../../errors.ts'
import { CodecStopped, type Urgency } from '../../images/codec.ts'
import type { ImageFacts } from '../../images/conversion.ts'
import type { Attachment } from '../../store/tables/attachments.ts'
import { messagesLinking, storagePath } from '../content/attachments.ts'
import type { App, Context } from '../kernel/context.ts'
import { prepareRerendering, rerenderMessage } from '../messages/message-rerendering.ts'
import {
  nearestThumbnail,
  STILL_THUMBNAIL,
  thumbnailPath,
  thumbnailRendition,
} from '../pictures/thumbnail-formats.ts'
import type { User } from '../users/users.ts'

const underWay = new WeakMap<object, Map<string, Promise<boolean>>>()

/**
 * Makes one thumbnail of an image and stores it.
 * @returns whether it could be made
 * @throws CodecStopped
 */
function makeThumbnail(
  ctx: Context,
  file: Attachment,
  name: string,
  urgency: Urgency,
): Promise<boolean> {
  const jobs = underWay.get(ctx.images) ?? new Map<string, Promise<boolean>>()
  underWay.set(ctx.images, jobs)
  const original = storagePath(file.path_id)
  const path = thumbnailPath(original, name)
  const make = async () => {
    const source = { path: ctx.fileStore.locate(original) }
    const made = await ctx.images.convert(
      file.owner_id,
      source,
      [thumbnailRendition(name)],
      urgency,
    )
    const [image] = typeof made === 'string' ? [] : made.images
    if (image) await ctx.fileStore.save(path, [image])
    return image !== undefined
  }
  // Concurrent requests for the same thumbnail share one job.
  const job = jobs.get(path) ?? make().finally(() => jobs.delete(path))
  jobs.set(path, job)
  return job
}

/**
 * Reads the facts of an image and makes its thumbnail before the upload is answered, so that a
 * message can show it at once.
 * @returns undefined if the file cannot be decoded
 */
export async function startThumbnails(
  ctx: Context,
  user: User,
  pathId: string,
): Promise<ImageFacts | undefined> {
  const original = storagePath(pathId)
  const source = { path: ctx.fileStore.locate(original) }
  const made = await ctx.images.convert(
    user.id,
    source,
    [thumbnailRendition(STILL_THUMBNAIL)],
    'now',
  )
  if (typeof made === 'string') return undefined
  // A codec that only measures leaves the thumbnail to the first request for it.
  const [image] = made.images
  if (image) await ctx.fileStore.save(thumbnailPath(original, STILL_THUMBNAIL), [image])
  return made.facts
}

/** Makes the slow thumbnail in the background, then renders the messages that show it again. */
export const completeThumbnails = (ctx: App, file: Attachment) =>
  ctx.backgroundJobs.start(async (isStopping) => {
    try {
      if (file.pending_thumbnail) await complete(ctx, file, file.pending_thumbnail)
      await showInMessages(ctx, file, isStopping)
    } catch (error) {
      if (error instanceof CodecStopped) return
      ctx.log.error('thumbnail-not-made', { error: String((error as Error).stack) })
    }
  })

async function complete(ctx: App, file: Attachment, name: string) {
  const isMade = await makeThumbnail(ctx, file, name, 'later')
  const exists = await ctx.commit((tx) => {
    const { attachments } = tx.store
    const facts = JSON.parse(file.image!) as ImageFacts
    // An animation that fails becomes a still image; a still image that fails becomes a plain file.
    const image = isMade ? facts : facts.frames > 1 ? { ...facts, frames: 1 } : null
    attachments.completeImage(file.id, image && JSON.stringify(image))
    return attachments.find(file.id) !== undefined
  })
  // The file was deleted in the meantime.
  if (!exists) await ctx.fileStore.remove(thumbnailPath(storagePath(file.path_id), name))
}

/** One message at a time: hundreds may link the file, each with formulas to typeset. */
async function showInMessages(ctx: App, file: Attachment, isStopping: () => boolean) {
  for (const ids of messagesLinking(ctx, file)) {
    for (const id of ids) {
      if (isStopping()) return
      await prepareRerendering(ctx, id)
      await ctx.commit((tx) => rerenderMessage(tx, id))
    }
  }
  await ctx.commit((tx) => tx.store.attachments.settleImage(file.id))
}

/** Continues with thumbnails that were pending when the server stopped. */
export function resumeThumbnails(ctx: App) {
  for (const file of ctx.store.attachments.withPendingThumbnail()) completeThumbnails(ctx, file)
}

/**
 * The path of a thumbnail on disk; a missing one is made now.
 * @param name as in its address
 * @throws RequestError NOT_FOUND if the file is not an image or the format does not exist
 */
export async function locateThumbnail(
  ctx: Context,
  file: Attachment,
  name: string,
): Promise<string> {
  const facts = file.image === null ? undefined : (JSON.parse(file.image) as ImageFacts)
  const nearest = facts && nearestThumbnail(file.content_type, facts, name)
  if (nearest === undefined) refuse(NO_IMAGE)
  const path = thumbnailPath(storagePath(file.path_id), nearest)
  const isThere =
    (await ctx.fileStore.writtenAt(path)) !== undefined ||
    (await makeThumbnail(ctx, file, nearest, 'now'))
  if (!isThere) refuse(NO_IMAGE)
  return ctx.fileStore.locate(path)
}

import { refuse } from '../errors.ts'
import { CodecStopped, type Urgency } from '../images/codec.ts'
import type { ImageFacts } from '../images/conversion.ts'
import type { Attachment } from '../store/attachments.ts'
import { storagePath } from './attachments.ts'
import type { Context } from './context.ts'
import { rerenderMessage } from './message-rerendering.ts'
import {
  nearestThumbnail,
  STILL_THUMBNAIL,
  thumbnailPath,
  thumbnailRendition,
} from './thumbnail-formats.ts'

const underWay = new WeakMap<Context, Map<string, Promise<boolean>>>()

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
  const jobs = underWay.get(ctx) ?? new Map<string, Promise<boolean>>()
  underWay.set(ctx, jobs)
  const original = storagePath(file.path_id)
  const path = thumbnailPath(original, name)
  const make = async () => {
    const source = { path: ctx.files.locate(original) }
    const made = await ctx.images.convert(source, [thumbnailRendition(name)], urgency)
    const [image] = typeof made === 'string' ? [] : made.images
    if (image) await ctx.files.save(path, [image])
    return image !== undefined
  }
  // Asked for twice, it is made once.
  const job = jobs.get(path) ?? make().finally(() => jobs.delete(path))
  jobs.set(path, job)
  return job
}

/**
 * Reads what an image is and makes its thumbnail, while the uploader waits: then a message that
 * links it can show it at once.
 * @returns undefined for what cannot be decoded
 */
export async function startThumbnails(
  ctx: Context,
  pathId: string,
): Promise<ImageFacts | undefined> {
  const original = storagePath(pathId)
  const source = { path: ctx.files.locate(original) }
  const made = await ctx.images.convert(source, [thumbnailRendition(STILL_THUMBNAIL)], 'now')
  if (typeof made === 'string') return undefined
  await ctx.files.save(thumbnailPath(original, STILL_THUMBNAIL), [made.images[0]!])
  return made.facts
}

/** Makes, in the background, what an upload did not wait for; then messages show the picture. */
export const completeThumbnails = (ctx: Context, file: Attachment) =>
  ctx.jobs.start(() => complete(ctx, file))

async function complete(ctx: Context, file: Attachment) {
  const name = file.pending_thumbnail!
  try {
    const isMade = await makeThumbnail(ctx, file, name, 'later')
    const exists = await ctx.commit((emit) => {
      const { attachments } = ctx.store
      const facts = JSON.parse(file.image!) as ImageFacts
      // One that cannot be shown moving is shown still; one that cannot be shown is only a file.
      const image = isMade ? facts : facts.frames > 1 ? { ...facts, frames: 1 } : null
      attachments.completeImage(file.id, image && JSON.stringify(image))
      for (const id of attachments.messageIds(file.id)) rerenderMessage(ctx, emit, id)
      return attachments.find(file.id) !== undefined
    })
    // Somebody has deleted the file meanwhile.
    if (!exists) await ctx.files.remove(thumbnailPath(storagePath(file.path_id), name))
  } catch (error) {
    if (error instanceof CodecStopped) return
    ctx.log.error('thumbnail-not-made', { error: String((error as Error).stack) })
  }
}

/** Goes on with what was pending when the server ended. */
export function resumeThumbnails(ctx: Context) {
  for (const file of ctx.store.attachments.withPendingThumbnail()) completeThumbnails(ctx, file)
}

/**
 * Where a thumbnail of a file lies on disk; made now where it is missing.
 * @param name as in its address
 * @throws RequestError NOT_FOUND for what is no image, and for a format there is not
 */
export async function locateThumbnail(
  ctx: Context,
  file: Attachment,
  name: string,
): Promise<string> {
  const facts = file.image === null ? undefined : (JSON.parse(file.image) as ImageFacts)
  const nearest = facts && nearestThumbnail(file.content_type, facts, name)
  if (nearest === undefined) refuse('NOT_FOUND', 'Image not found.')
  const path = thumbnailPath(storagePath(file.path_id), nearest)
  const isThere =
    (await ctx.files.writtenAt(path)) !== undefined ||
    (await makeThumbnail(ctx, file, nearest, 'now'))
  if (!isThere) refuse('NOT_FOUND', 'Image not found.')
  return ctx.files.locate(path)
}

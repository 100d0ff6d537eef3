import { seconds } from '../base/clock.ts'
import type { Attachment } from '../store/attachments.ts'
import { discardFiles, FILES_FOLDER, removeFiles } from './attachments.ts'
import type { Context } from './context.ts'
import { ORGANIZATION_ID } from './organization.ts'
import { picturesInUse } from './picture-uses.ts'
import { PICTURES_FOLDER, picturePath } from './pictures.ts'
import { originalOf } from './thumbnail-formats.ts'

const DAY = 86_400

/** How long a file waits for a message that links it (messages 8.5: some weeks). */
const PATIENCE_SECONDS = 42 * DAY

/** Files deleted in one unit of work, so that others can write in between. */
const AT_ONCE = 100

/** The disk is gone through in as many days, so that a day's share stays small. */
const ROUND_DAYS = 7

/** Deletes files that no message has linked for six weeks. */
export async function removeUnlinkedFiles(ctx: Context, isStopping: () => boolean) {
  const before = seconds(ctx.clock) - PATIENCE_SECONDS
  for (let after: number | undefined = 0; after !== undefined && !isStopping(); ) {
    const from: number = after
    const step = await ctx.commit((emit) => {
      const found = ctx.store.attachments.unlinked(before, from, AT_ONCE)
      const unused = found.filter((file) => !isAwaited(ctx, file))
      return { gone: removeFiles(ctx, emit, unused), last: found.at(-1)?.id }
    })
    await discardFiles(ctx, step.gone)
    after = step.last
  }
}

/** Whether a message to be sent later links it. Only its owner can have written that. */
function isAwaited(ctx: Context, { owner_id, path_id }: Attachment): boolean {
  // The name in a link may be spelled in several ways, what comes before it may not.
  const folder = path_id.slice(0, path_id.lastIndexOf('/'))
  return ctx.store.scheduledMessages
    .ofUser(owner_id)
    .some(({ content }) => content.includes(`${folder}/`))
}

/**
 * Removes from the disk what no row names: a server that was killed may have stored a file and not
 * recorded it, or deleted the row and not yet the file.
 */
export async function removeStrayFiles(ctx: Context, isStopping: () => boolean) {
  const now = seconds(ctx.clock)
  const turn = Math.floor(now / DAY) % ROUND_DAYS
  for (const folder of await ctx.files.list(FILES_FOLDER)) {
    if (Number.parseInt(folder, 16) % ROUND_DAYS !== turn) continue
    for (const name of await ctx.files.list(`${FILES_FOLDER}/${folder}`)) {
      if (isStopping()) return
      if (ctx.store.attachments.hasIn(`${ORGANIZATION_ID}/${folder}/${originalOf(name)}`)) continue
      const path = `${FILES_FOLDER}/${folder}/${name}`
      const writtenAt = await ctx.files.writtenAt(path)
      // A younger one may be waiting for its row.
      if (writtenAt !== undefined && writtenAt < now - DAY) await ctx.files.remove(path)
    }
  }
}

/** The same for pictures of people, emoji and the organization, of which there are few. */
export async function removeStrayPictures(ctx: Context, isStopping: () => boolean) {
  const before = seconds(ctx.clock) - DAY
  const inUse = picturesInUse(ctx)
  for (const file of await ctx.files.list(PICTURES_FOLDER)) {
    if (isStopping()) return
    // Further sizes of a picture have its name and more.
    if (inUse.has(file.split(/[-.]/, 1)[0]!)) continue
    const writtenAt = await ctx.files.writtenAt(picturePath(file))
    if (writtenAt !== undefined && writtenAt < before) await ctx.files.remove(picturePath(file))
  }
}

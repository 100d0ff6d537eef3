// Deletes files that no message and no row uses.

import { seconds } from '../../base/clock.ts'
import type { Attachment } from '../../store/tables/attachments.ts'
import { FILES_FOLDER, removeFiles } from '../content/attachments.ts'
import type { App, Context } from '../kernel/context.ts'
import { ORGANIZATION_ID } from '../organization/organization.ts'
import { picturesInUse } from '../pictures/picture-uses.ts'
import { PICTURES_FOLDER, picturePath } from '../pictures/pictures.ts'
import { originalOf } from '../pictures/thumbnail-formats.ts'

const DAY = 86_400

/** How long a file is kept that no message links. */
const KEEP_UNLINKED_SECONDS = 42 * DAY

/** Files deleted in one unit of work, so that others can write in between. */
const BATCH_SIZE = 100

/** Days for one round over all folders, so that the work of a day stays small. */
const ROUND_DAYS = 7

/** Deletes files that no message has linked for six weeks. */
export async function removeUnlinkedFiles(ctx: App, isStopping: () => boolean) {
  const before = seconds(ctx.clock) - KEEP_UNLINKED_SECONDS
  for (let after: number | undefined = 0; after !== undefined && !isStopping(); ) {
    const from: number = after
    after = await ctx.commit((tx) => {
      const found = tx.store.attachments.unlinked(before, from, BATCH_SIZE)
      const unused = found.filter((file) => !isAwaited(tx, file))
      removeFiles(tx, unused)
      return found.at(-1)?.id
    })
  }
}

/** Whether a scheduled message of its owner links the file. */
function isAwaited(ctx: Context, { owner_id, path_id }: Attachment): boolean {
  // The name in a link may be encoded in several ways; the folder before it may not.
  const folder = path_id.slice(0, path_id.lastIndexOf('/'))
  return ctx.store.scheduledMessages
    .ofUser(owner_id)
    .some(({ content }) => content.includes(`${folder}/`))
}

/**
 * Removes files from the disk that no row names: a killed server may have stored a file without its
 * row, or deleted the row without its file.
 */
export async function removeStrayFiles(ctx: Context, isStopping: () => boolean) {
  const now = seconds(ctx.clock)
  const turn = Math.floor(now / DAY) % ROUND_DAYS
  for (const folder of await ctx.fileStore.list(FILES_FOLDER)) {
    if (Number.parseInt(folder, 16) % ROUND_DAYS !== turn) continue
    for (const name of await ctx.fileStore.list(`${FILES_FOLDER}/${folder}`)) {
      if (isStopping()) return
      if (ctx.store.attachments.hasIn(`${ORGANIZATION_ID}/${folder}/${originalOf(name)}`)) continue
      const path = `${FILES_FOLDER}/${folder}/${name}`
      const writtenAt = await ctx.fileStore.writtenAt(path)
      // A younger one may be waiting for its row.
      if (writtenAt !== undefined && writtenAt < now - DAY) await ctx.fileStore.remove(path)
    }
  }
}

/** The same for pictures of people, emoji and the organization, of which there are few. */
export async function removeStrayPictures(ctx: Context, isStopping: () => boolean) {
  const before = seconds(ctx.clock) - DAY
  const inUse = picturesInUse(ctx)
  for (const file of await ctx.fileStore.list(PICTURES_FOLDER)) {
    if (isStopping()) return
    // Further sizes of a picture have its name and more.
    if (inUse.has(file.split(/[-.]/, 1)[0]!)) continue
    const writtenAt = await ctx.fileStore.writtenAt(picturePath(file))
    if (writtenAt !== undefined && writtenAt < before) await ctx.fileStore.remove(picturePath(file))
  }
}

// Uploaded files: storing, reading, deleting, and addresses that work for a minute.

import { randomBytes } from 'node:crypto'
import { seconds } from '../../base/clock.ts'
import type { SentFile } from '../../base/files.ts'
import { makePause } from '../../base/jobs.ts'
import { MAX_UPLOAD_MIB } from '../../base/limits.ts'
import { listInSlices } from '../../base/list-text.ts'
import { equalsSecret } from '../../base/tokens.ts'
import { INVALID_ATTACHMENT, INVALID_FILE_TOKEN, NO_FILE } from '../../errors/files.ts'
import { refuse } from '../../errors.ts'
import { imageType } from '../../images/image-type.ts'
import type { Attachment } from '../../store/tables/attachments.ts'
import { isAdmitted } from '../access/spectators.ts'
import {
  describeAttachment,
  discardFiles,
  mayReadFile,
  removeFiles,
  storagePath,
} from '../content/attachments.ts'
import type { App, Context } from '../kernel/context.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { ORGANIZATION_ID } from '../organization/organization.ts'
import { slowThumbnail } from '../pictures/thumbnail-formats.ts'
import type { User } from '../users/users.ts'
import { completeThumbnails, locateThumbnail, startThumbnails } from './thumbnails.ts'

/** Random bytes in an address: enough that guessing finds no file. */
const RANDOM_BYTES = 18

/** How long an address works that needs no credentials. */
const TEMPORARY_SECONDS = 60

/** Code points of a file name; some systems cannot store longer ones. */
const MAX_NAME_LENGTH = 200

/** The stored name of a file, safe for every system and inside Markdown links. */
function fileName(name: string): string {
  const kept = name
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\s.-]/gu, '')
    .trim()
    .replace(/[\s-]+/g, '-')
  const short = Array.from(kept).slice(-MAX_NAME_LENGTH).join('')
  return ['', '.', '..'].includes(short) ? 'uploaded-file' : short
}

/**
 * Stores one uploaded file; it is on disk before the row that names it.
 * @throws RequestError for no file, several files, or one that is too large
 */
export async function upload(
  ctx: App,
  user: User,
  files: readonly SentFile[],
): Promise<{ url: string; filename: string }> {
  const [file, ...others] = files
  if (!file) refuse('BAD_REQUEST', 'You must specify a file to upload')
  if (others.length > 0) refuse('BAD_REQUEST', 'You may only upload one file at a time')
  if (file.bytes.length > MAX_UPLOAD_MIB * 1024 * 1024) {
    refuse(
      'BAD_REQUEST',
      `File is larger than this server's configured maximum upload size (${MAX_UPLOAD_MIB} MiB).`,
    )
  }
  const bytes = file.bytes
  const random = randomBytes(RANDOM_BYTES + 1)
  const name = fileName(file.name)
  const path_id = `${ORGANIZATION_ID}/${random.toString('hex', 0, 1)}/${random.toString('base64url', 1)}/${name}`
  await ctx.fileStore.save(storagePath(path_id), [bytes])
  try {
    const image = await readImage(ctx, user, path_id, bytes)
    await record(ctx, user, {
      path_id,
      name,
      size: bytes.length,
      content_type: file.type || 'application/octet-stream',
      image: null,
      pending_thumbnail: null,
      ...image,
    })
  } catch (error) {
    await discardFiles(ctx, [{ path_id }])
    throw error
  }
  return { url: addressOf(path_id), filename: name }
}

/**
 * The image columns of a row, after making its first thumbnail; undefined if it is not an image.
 */
async function readImage(ctx: Context, user: User, path_id: string, bytes: Buffer) {
  const type = imageType(bytes, path_id)
  const facts = type && (await startThumbnails(ctx, user, path_id))
  return (
    facts && {
      content_type: type,
      image: JSON.stringify(facts),
      pending_thumbnail: slowThumbnail(type, facts),
    }
  )
}

async function record(
  ctx: App,
  user: User,
  facts: Omit<Attachment, 'id' | 'owner_id' | 'created_at'>,
) {
  const file = await ctx.commit((tx) => {
    const { attachments } = tx.store
    const id = attachments.create({ ...facts, owner_id: user.id, created_at: tx.now })
    const file = attachments.find(id)!
    tx.emit(
      {
        type: 'attachment',
        op: 'add',
        attachment: describeAttachment(tx, file),
        upload_space_used: attachments.spaceUsed(),
      },
      [user.id],
    )
    return file
  })
  if (file.pending_thumbnail !== null) completeThumbnails(ctx, file)
}

const addressOf = (pathId: string) =>
  `/user_uploads/${pathId.split('/').map(encodeURIComponent).join('/')}`

/** Files that are listed between two looks at the clock. */
const LISTED_AT_ONCE = 100

/** GET /attachments. */
export async function ownAttachments(ctx: Context, user: User) {
  const { attachments } = ctx.store
  const listed: Attachment[] = []
  const pause = makePause()
  for (let files = attachments.ofOwner(user.id, 0, LISTED_AT_ONCE); files.length > 0; ) {
    listed.push(...files)
    await pause()
    files = attachments.ofOwner(user.id, files.at(-1)!.id, LISTED_AT_ONCE)
  }
  return {
    attachments: await listInSlices(listed, (file) => describeAttachment(ctx, file)),
    upload_space_used: attachments.spaceUsed(),
  }
}

/** Deletes a file of the caller; links to it in messages stay and lead nowhere. */
export const deleteAttachment = (ctx: App, user: User, id: number) =>
  ctx.commit((tx) => {
    const file = tx.store.attachments.find(id)
    if (file?.owner_id !== user.id) refuse(INVALID_ATTACHMENT)
    removeFiles(tx, [file])
  })

/**
 * Whether all thumbnails of an image of the caller are made.
 * @throws RequestError "Invalid attachment" where it is not an image, or not the caller's
 */
export function hasThumbnails(ctx: Context, user: User, pathId: string): boolean {
  const file = ctx.store.attachments.findByPath(pathId)
  if (file?.owner_id !== user.id || file.image === null) refuse(INVALID_ATTACHMENT)
  return file.pending_thumbnail === null
}

export interface Download {
  /** Where the file lies on disk. */
  location: string
  name: string
  contentType: string
}

const download = (ctx: Context, file: Attachment): Download => ({
  location: ctx.fileStore.locate(storagePath(file.path_id)),
  name: file.name,
  contentType: file.content_type,
})

/**
 * A file a viewer may read.
 * @throws RequestError NOT_FOUND, also where the viewer may not read the file
 */
export const readableFile = async (ctx: Context, viewer: Viewer, pathId: string) =>
  download(ctx, await readable(ctx, viewer, pathId))

/**
 * A thumbnail of a file a viewer may read.
 * @param format its name, such as 840x560.webp
 * @throws RequestError as for the file itself, and NOT_FOUND if the thumbnail does not exist
 */
export async function readableThumbnail(
  ctx: Context,
  viewer: Viewer,
  pathId: string,
  format: string,
): Promise<Download> {
  const file = await readable(ctx, viewer, pathId)
  const location = await locateThumbnail(ctx, file, format)
  return { location, name: `${file.name}.webp`, contentType: 'image/webp' }
}

async function readable(ctx: Context, viewer: Viewer, pathId: string): Promise<Attachment> {
  const file = ctx.store.attachments.findByPath(pathId)
  const isReadable = file && isAdmitted(ctx, viewer) && (await mayReadFile(ctx, viewer, file))
  return isReadable ? file : refuse(NO_FILE)
}

/** An address of a readable file that works for a minute, for programs that send no credentials. */
export async function temporaryAddress(ctx: Context, viewer: User, pathId: string) {
  const { name } = await readableFile(ctx, viewer, pathId)
  const expires = seconds(ctx.clock) + TEMPORARY_SECONDS
  const claim = Buffer.from(`${expires}/${pathId}`).toString('base64url')
  const signature = ctx.keys.sign('temporary-file', claim)
  return `/user_uploads/temporary/${claim}.${signature}/${encodeURIComponent(name)}`
}

/**
 * The file behind a temporary address.
 * @throws RequestError "Invalid token" or "Invalid filename"
 */
export function temporaryFile(ctx: Context, token: string, name: string): Download {
  const [claim = '', signature = ''] = token.split('.', 2)
  if (!equalsSecret(signature, ctx.keys.sign('temporary-file', claim))) refuse(INVALID_FILE_TOKEN)
  const [, expires, pathId] =
    /^(\d+)\/(.+)$/s.exec(Buffer.from(claim, 'base64url').toString()) ?? []
  const file = pathId === undefined ? undefined : ctx.store.attachments.findByPath(pathId)
  if (!file || Number(expires) < seconds(ctx.clock)) refuse(INVALID_FILE_TOKEN)
  if (file.name !== name) refuse('BAD_REQUEST', 'Invalid filename')
  return download(ctx, file)
}

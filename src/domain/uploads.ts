import { randomBytes } from 'node:crypto'
import { seconds } from '../base/clock.ts'
import { MAX_UPLOAD_MIB } from '../base/limits.ts'
import { sameText } from '../base/tokens.ts'
import { refuse } from '../errors.ts'
import { imageType } from '../images/image-type.ts'
import type { Attachment } from '../store/attachments.ts'
import {
  describeAttachment,
  discardFiles,
  mayReadFile,
  removeFiles,
  storagePath,
} from './attachments.ts'
import type { Context } from './context.ts'
import { ORGANIZATION_ID } from './organization.ts'
import { isAdmitted } from './spectators.ts'
import { slowThumbnail } from './thumbnail-formats.ts'
import { completeThumbnails, locateThumbnail, startThumbnails } from './thumbnails.ts'
import type { User, Viewer } from './users.ts'

/** Enough that nobody finds a file by trying addresses. */
const RANDOM_BYTES = 18

/** How long an address works that needs no credentials. */
const TEMPORARY_SECONDS = 60

/** Longer names say nothing more, and some systems cannot store them. */
const MAX_NAME_LENGTH = 200

/** The stored name of a file: what every system and every Markdown link can carry (messages 8.1). */
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
 * Stores one file somebody sent; it is on disk before the row that names it.
 * @throws RequestError for none, several, or too large a file
 */
export async function upload(
  ctx: Context,
  user: User,
  files: readonly File[],
): Promise<{ url: string; filename: string }> {
  const [file, ...others] = files
  if (!file) refuse('BAD_REQUEST', 'You must specify a file to upload')
  if (others.length > 0) refuse('BAD_REQUEST', 'You may only upload one file at a time')
  if (file.size > MAX_UPLOAD_MIB * 1024 * 1024) {
    refuse(
      'BAD_REQUEST',
      `File is larger than this server's configured maximum upload size (${MAX_UPLOAD_MIB} MiB).`,
    )
  }
  const bytes = Buffer.from(await file.arrayBuffer())
  const random = randomBytes(RANDOM_BYTES + 1)
  const name = fileName(file.name)
  const path_id = `${ORGANIZATION_ID}/${random.toString('hex', 0, 1)}/${random.toString('base64url', 1)}/${name}`
  await ctx.files.save(storagePath(path_id), [bytes])
  try {
    const image = await readImage(ctx, path_id, bytes)
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

/** What an image's row says besides; its first thumbnail is there then. Undefined for no image. */
async function readImage(ctx: Context, path_id: string, bytes: Buffer) {
  const type = imageType(bytes, path_id)
  const facts = type && (await startThumbnails(ctx, path_id))
  return (
    facts && {
      content_type: type,
      image: JSON.stringify(facts),
      pending_thumbnail: slowThumbnail(type, facts),
    }
  )
}

async function record(
  ctx: Context,
  user: User,
  facts: Omit<Attachment, 'id' | 'owner_id' | 'created_at'>,
) {
  const file = await ctx.commit((emit) => {
    const { attachments } = ctx.store
    const id = attachments.create({ ...facts, owner_id: user.id, created_at: seconds(ctx.clock) })
    const file = attachments.find(id)!
    emit(
      {
        type: 'attachment',
        op: 'add',
        attachment: describeAttachment(ctx, file),
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

/** GET /attachments. */
export const ownAttachments = (ctx: Context, user: User) => ({
  attachments: ctx.store.attachments.ofOwner(user.id).map((file) => describeAttachment(ctx, file)),
  upload_space_used: ctx.store.attachments.spaceUsed(),
})

/** Deletes a file of one's own; messages that link it keep the link, which then leads nowhere. */
export async function deleteAttachment(ctx: Context, user: User, id: number) {
  const gone = await ctx.commit((emit) => {
    const file = ctx.store.attachments.find(id)
    if (file?.owner_id !== user.id) refuse('BAD_REQUEST', 'Invalid attachment')
    return removeFiles(ctx, emit, [file])
  })
  await discardFiles(ctx, gone)
}

export interface Download {
  /** Where the file lies on disk. */
  location: string
  name: string
  contentType: string
}

const download = (ctx: Context, file: Attachment): Download => ({
  location: ctx.files.locate(storagePath(file.path_id)),
  name: file.name,
  contentType: file.content_type,
})

/**
 * A file a viewer may read.
 * @throws RequestError NOT_FOUND, or FORBIDDEN where the address is right and the viewer is not
 */
export const readableFile = (ctx: Context, viewer: Viewer, pathId: string): Download =>
  download(ctx, readable(ctx, viewer, pathId))

/**
 * A thumbnail of a file a viewer may read.
 * @param format its name, such as 840x560.webp
 * @throws RequestError as for the file itself, and NOT_FOUND where there is no such thumbnail
 */
export async function readableThumbnail(
  ctx: Context,
  viewer: Viewer,
  pathId: string,
  format: string,
): Promise<Download> {
  const file = readable(ctx, viewer, pathId)
  const location = await locateThumbnail(ctx, file, format)
  return { location, name: `${file.name}.webp`, contentType: 'image/webp' }
}

function readable(ctx: Context, viewer: Viewer, pathId: string): Attachment {
  const file = ctx.store.attachments.findByPath(pathId)
  if (!file) refuse('NOT_FOUND', 'This file does not exist or has been deleted.')
  if (!isAdmitted(ctx, viewer) || !mayReadFile(ctx, viewer, file)) {
    refuse('FORBIDDEN', 'You are not authorized to view this file.')
  }
  return file
}

/** An address of a readable file that works for a minute, for programs that send no credentials. */
export function temporaryAddress(ctx: Context, viewer: User, pathId: string): string {
  const { name } = readableFile(ctx, viewer, pathId)
  const expires = seconds(ctx.clock) + TEMPORARY_SECONDS
  const claim = Buffer.from(`${expires}/${pathId}`).toString('base64url')
  const signature = ctx.keys.sign('temporary-file', claim)
  return `/user_uploads/temporary/${claim}.${signature}/${encodeURIComponent(name)}`
}

/** The file behind a temporary address. @throws RequestError "Invalid token" or "Invalid filename" */
export function temporaryFile(ctx: Context, token: string, name: string): Download {
  const [claim = '', signature = ''] = token.split('.', 2)
  if (!sameText(signature, ctx.keys.sign('temporary-file', claim)))
    refuse('BAD_REQUEST', 'Invalid token')
  const [, expires, pathId] =
    /^(\d+)\/(.+)$/s.exec(Buffer.from(claim, 'base64url').toString()) ?? []
  const file = pathId === undefined ? undefined : ctx.store.attachments.findByPath(pathId)
  if (!file || Number(expires) < seconds(ctx.clock)) refuse('BAD_REQUEST', 'Invalid token')
  if (file.name !== name) refuse('BAD_REQUEST', 'Invalid filename')
  return download(ctx, file)
}

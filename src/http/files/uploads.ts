// Serves uploaded files and their thumbnails to people who may see them.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { RATE_RULES } from '../../api/core/limits.ts'
import { readableFile, readableThumbnail, temporaryFile } from '../../domain/files/uploads.ts'
import type { Context } from '../../domain/kernel/context.ts'
import { READING, requireMethod } from '../methods.ts'
import { decoded } from '../paths.ts'
import type { RateLimits } from '../rate-limits.ts'
import { viewerOf } from '../sessions.ts'
import { sendDownload } from './download.ts'

/** /user_uploads/…: files, for viewers who may read a message that links them. */
export const uploadHandler =
  (ctx: Context, limits: RateLimits) =>
  async (req: IncomingMessage, res: ServerResponse, path: string) => {
    requireMethod(req, res, READING)
    const segments = path.slice(1).split('/').map(decoded)
    const { download, asAttachment, isPublic } = await findFile(ctx, req, segments)
    if (isPublic) limits.take(RATE_RULES.publicFile, download.location, {})
    await sendDownload(ctx, req, res, download, asAttachment)
  }

async function findFile(ctx: Context, req: IncomingMessage, segments: string[]) {
  const [first, ...rest] = segments
  if (first === 'temporary') {
    const [token = '', name = ''] = rest
    return { download: temporaryFile(ctx, token, name), asAttachment: false, isPublic: false }
  }
  const viewer = viewerOf(ctx, req)
  const isPublic = viewer === undefined
  if (first === 'thumbnail') {
    const format = rest.pop() ?? ''
    const download = await readableThumbnail(ctx, viewer, rest.join('/'), format)
    return { download, asAttachment: false, isPublic }
  }
  const asAttachment = first === 'download'
  const pathId = (asAttachment ? rest : segments).join('/')
  return { download: await readableFile(ctx, viewer, pathId), asAttachment, isPublic }
}

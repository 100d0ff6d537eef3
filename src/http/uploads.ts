import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename, dirname } from 'node:path'
import sendFile from 'send'
import type { Context } from '../domain/context.ts'
import { type Download, readableFile, temporaryFile } from '../domain/uploads.ts'
import { RequestError, refuse } from '../errors.ts'
import { SECURITY_HEADERS, sendError } from './answer.ts'
import { basicUser } from './credentials.ts'
import { READING, requireMethod } from './methods.ts'
import { sessionUser } from './sessions.ts'

/** What browsers show without running anything that is in it (messages 8.2). */
const SHOWN_INLINE =
  /^(?:application\/pdf|image\/(?:gif|jpeg|png|webp|avif)|video\/(?:mp4|webm)|audio\/[\w.+-]+|text\/plain)$/

/** Nothing in a file may run, whatever a browser takes it for. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; object-src 'self'; plugin-types application/pdf; sandbox"

/** /user_uploads/…: files, for whoever may read a message that links them. */
export const uploadHandler =
  (ctx: Context) => async (req: IncomingMessage, res: ServerResponse, path: string) => {
    requireMethod(req, res, READING)
    const segments = path.slice(1).split('/').map(decoded)
    const { download, asAttachment } = findFile(ctx, req, segments)
    await stream(ctx, req, res, download, asAttachment)
  }

function findFile(ctx: Context, req: IncomingMessage, segments: string[]) {
  const [first, ...rest] = segments
  if (first === 'temporary') {
    const [token = '', name = ''] = rest
    return { download: temporaryFile(ctx, token, name), asAttachment: false }
  }
  const viewer = basicUser(ctx, req) ?? sessionUser(ctx, req)?.user
  // There are no thumbnails: clients that ask for one get the picture itself.
  if (first === 'thumbnail') {
    const download = readableFile(ctx, viewer, rest.slice(0, -1).join('/'))
    if (!download.contentType.startsWith('image/')) refuse('NOT_FOUND', 'Image not found.')
    return { download, asAttachment: false }
  }
  const asAttachment = first === 'download'
  const pathId = (asAttachment ? rest : segments).join('/')
  return { download: readableFile(ctx, viewer, pathId), asAttachment }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return refuse('NOT_FOUND', 'This URL does not exist')
  }
}

/** Sends a file in pieces, with ranges and conditions as players and browsers ask for them. */
function stream(
  ctx: Context,
  req: IncomingMessage,
  res: ServerResponse,
  { location, name, contentType }: Download,
  asAttachment: boolean,
): Promise<void> {
  const inline = !asAttachment && SHOWN_INLINE.test(contentType)
  for (const [header, value] of Object.entries({
    ...SECURITY_HEADERS,
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    'Content-Type': inline ? contentType : safeType(contentType),
    'Content-Disposition': `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name)}`,
    'Cache-Control': 'private, max-age=31536000, immutable',
  })) {
    res.setHeader(header, value)
  }
  return new Promise((sent) => {
    sendFile(req, basename(location), {
      root: dirname(location),
      cacheControl: false,
      dotfiles: 'allow',
    })
      .on('error', () => {
        sendError(
          res,
          new RequestError('NOT_FOUND', 'This file does not exist or has been deleted.'),
          ctx.log,
        )
        sent()
      })
      .pipe(res)
    res.once('close', sent)
  })
}

/** A type that was made up, or that browsers would run, is only bytes. */
const safeType = (type: string) =>
  /^[\w.+-]+\/[\w.+-]+$/.test(type) && !/html|svg|xml|script/i.test(type)
    ? type
    : 'application/octet-stream'

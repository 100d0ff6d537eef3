// Sends a file from the disk, in ranges and with headers that keep it from running as a page.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename, dirname } from 'node:path'
import type { Download } from '../../domain/files/uploads.ts'
import type { Context } from '../../domain/kernel/context.ts'
import { RequestError } from '../../errors.ts'
import { SECURITY_HEADERS, sendError } from '../answer.ts'

/** Types that browsers show without running code from the file. */
const SHOWN_INLINE =
  /^(?:application\/pdf|image\/(?:gif|jpeg|png|webp|avif)|video\/(?:mp4|webm)|audio\/[\w.+-]+|text\/plain)$/

/** Forbids scripts in a file, even if a browser guesses another type. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; object-src 'self'; plugin-types application/pdf; sandbox"

/** Sends a file in pieces, with ranges and conditions as players and browsers ask for them. */
export async function sendDownload(
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
  // It brings a list of all types there are; servers where nothing is downloaded do without.
  const { default: sendFile } = await import('send')
  return new Promise((sent) => {
    sendFile(req, basename(location), {
      root: dirname(location),
      cacheControl: false,
      dotfiles: 'allow',
    })
      .on('error', (error: { status?: number }) => {
        refuseDownload(ctx, res, error.status)
        sent()
      })
      .pipe(res)
    res.once('close', sent)
  })
}

function refuseDownload(ctx: Context, res: ServerResponse, status: number | undefined) {
  // The disk failed midway: closing the connection tells the client that the file is incomplete.
  if (res.headersSent) return res.destroy()
  res.removeHeader('Content-Disposition')
  // Content-Range has the length of the file already.
  if (status === 416) return res.writeHead(416, { 'Content-Length': 0 }).end()
  const missing = 'This file does not exist or has been deleted.'
  sendError(res, new RequestError('NOT_FOUND', missing), ctx.log)
}

/** The type to send: types that browsers would run, or do not exist, become plain bytes. */
const safeType = (type: string) =>
  /^[\w.+-]+\/[\w.+-]+$/.test(type) && !/html|svg|xml|script/i.test(type)
    ? type
    : 'application/octet-stream'

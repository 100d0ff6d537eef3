import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '../domain/context.ts'
import { readableExport } from '../domain/exports.ts'
import { refuse } from '../errors.ts'
import { sendDownload } from './download.ts'
import { READING, requireMethod } from './methods.ts'
import { viewerOf } from './sessions.ts'

/** /exports/…: archives of the organization's data, for administrators. */
export const exportHandler =
  (ctx: Context) => async (req: IncomingMessage, res: ServerResponse, path: string) => {
    requireMethod(req, res, READING)
    const viewer = viewerOf(ctx, req)
    if (!viewer) {
      res.setHeader('WWW-Authenticate', 'Basic realm="hearth"')
      refuse('UNAUTHORIZED', 'Not logged in: API authentication or user session required')
    }
    await sendDownload(ctx, req, res, readableExport(ctx, viewer, path.slice(1)), true)
  }

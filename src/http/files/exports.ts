// Serves finished exports to administrators.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { readableExport } from '../../domain/exports/exports.ts'
import type { Context } from '../../domain/kernel/context.ts'
import { NOT_LOGGED_IN } from '../../errors/callers.ts'
import { refuse } from '../../errors.ts'
import { READING, requireMethod } from '../methods.ts'
import { viewerOf } from '../sessions.ts'
import { sendDownload } from './download.ts'

/** /exports/…: archives of the organization's data, for administrators. */
export const exportHandler =
  (ctx: Context) => async (req: IncomingMessage, res: ServerResponse, path: string) => {
    requireMethod(req, res, READING)
    const viewer = viewerOf(ctx, req)
    if (!viewer) {
      res.setHeader('WWW-Authenticate', 'Basic realm="hearth"')
      refuse(NOT_LOGGED_IN)
    }
    await sendDownload(ctx, req, res, readableExport(ctx, viewer, path.slice(1)), true)
  }

// The page behind the link to a BigBlueButton call: it leads into the call.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { joinCall } from '../../domain/calls/bigbluebutton.ts'
import type { Context } from '../../domain/kernel/context.ts'
import { NOT_LOGGED_IN } from '../../errors/callers.ts'
import { UNKNOWN_URL } from '../../errors/requests.ts'
import { refuse } from '../../errors.ts'
import { SECURITY_HEADERS } from '../answer.ts'
import { requireMethod } from '../methods.ts'
import { viewerOf } from '../sessions.ts'
import { noticePage, type SendPage, wantsPage } from './page.ts'

const LOG_IN_FIRST = noticePage(
  401,
  'Log in first',
  'This call is for people of this chat. Log in, then open the link to the call again.',
  { href: '/', label: 'Log in' },
)

/** GET /calls/bigbluebutton/join?bigbluebutton=…: redirects a person who is logged in to the call. */
export function callHandler(ctx: Context, send: SendPage) {
  return async (req: IncomingMessage, res: ServerResponse, path: string) => {
    if (path !== 'bigbluebutton/join') refuse(UNKNOWN_URL)
    requireMethod(req, res, ['GET'])
    const viewer = viewerOf(ctx, req)
    if (viewer === undefined)
      return wantsPage(req) ? send(res, LOG_IN_FIRST) : refuse(NOT_LOGGED_IN)
    const { searchParams } = new URL(req.url!, ctx.server.url)
    const Location = await joinCall(ctx, viewer, searchParams.get('bigbluebutton') ?? '')
    res.writeHead(302, { ...SECURITY_HEADERS, Location, 'Cache-Control': 'no-store' }).end()
  }
}

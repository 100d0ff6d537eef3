import type { IncomingMessage, ServerResponse } from 'node:http'
import { refuse } from '../errors.ts'

/** @throws RequestError METHOD_NOT_ALLOWED with the methods that are served (events 4) */
export function refuseMethod(res: ServerResponse, served: readonly string[]): never {
  res.setHeader('Allow', served.join(', '))
  refuse('METHOD_NOT_ALLOWED', 'Method Not Allowed', { allowed_methods: served })
}

/** HEAD is served like GET: Node leaves out the body. */
export function requireMethod(
  req: IncomingMessage,
  res: ServerResponse,
  served: readonly string[],
) {
  if (!served.includes(req.method ?? '')) refuseMethod(res, served)
}

export const READING = ['GET', 'HEAD']
export const PAGE_WITH_FORM = ['GET', 'HEAD', 'POST']

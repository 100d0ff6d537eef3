// HTTP methods: which one a request means, and the refusal of others.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { UNSERVED_METHOD } from '../errors/requests.ts'
import { refuse } from '../errors.ts'

/** @throws RequestError METHOD_NOT_ALLOWED with the methods that are served */
export function refuseMethod(res: ServerResponse, served: readonly string[]): never {
  res.setHeader('Allow', served.join(', '))
  refuse(UNSERVED_METHOD, { allowed_methods: served })
}

/** HEAD is served like GET. */
export const methodOf = ({ method = 'GET' }: IncomingMessage): string =>
  method === 'HEAD' ? 'GET' : method

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

// Files that the server keeps in memory, plain and compressed.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { SECURITY_HEADERS } from './answer.ts'
import { chooseEncoding } from './encoding.ts'

/** A file with its compressed forms, without those that are not smaller. */
export interface KeptFile {
  type: string
  plain: Buffer
  br: Buffer | undefined
  gzip: Buffer | undefined
}

/** Sends a file in the best form the client takes; 304 where the client has it by its ETag. */
export function sendKept(
  req: IncomingMessage,
  res: ServerResponse,
  { type, plain, br, gzip }: KeptFile,
  headers: Record<string, string>,
) {
  const common = { ...SECURITY_HEADERS, Vary: 'Accept-Encoding', ...headers }
  if (headers.ETag !== undefined && isKnown(req, headers.ETag)) {
    res.writeHead(304, common).end()
    return
  }
  const encoding = chooseEncoding(req, [
    ...(br ? ['br' as const] : []),
    ...(gzip ? ['gzip' as const] : []),
  ])
  const bytes = (encoding === 'br' ? br : encoding === 'gzip' ? gzip : undefined) ?? plain
  res.writeHead(200, {
    ...common,
    'Content-Type': type,
    'Content-Length': bytes.length,
    ...(encoding && { 'Content-Encoding': encoding }),
  })
  res.end(req.method === 'HEAD' ? undefined : bytes)
}

/** Whether the client has this version. Proxies that compress turn the tag into a weak one. */
const isKnown = (req: IncomingMessage, tag: string) =>
  (req.headers['if-none-match'] ?? '')
    .split(',')
    .some((known) => known.trim().replace(/^W\//, '') === tag)

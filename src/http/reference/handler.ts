// GET /api/v1/docs and /api/v1/openapi.json: the description of the interface, for people and programs.

import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type OpenApiDocument, openApi } from '../../api/core/openapi.ts'
import { areasOf } from '../../api/core/reference.ts'
import { endpoints } from '../../api/index.ts'
import { sendJson } from '../answer.ts'
import { type KeptFile, sendKept } from '../kept-file.ts'
import { CONTENT_POLICY, referencePage } from './page.ts'

interface Kept {
  file: KeptFile
  tag: string
}

/** The handlers of both; each document is made when it is first asked for, and kept. */
export function referenceHandlers(server: { url: string; version: string }) {
  let document: Promise<OpenApiDocument> | undefined
  const read = () => {
    document ??= openApi(server, endpoints)
    return document
  }
  let page: Promise<Kept> | undefined

  return {
    async openapi(_req: IncomingMessage, res: ServerResponse) {
      sendJson(res, 200, await read())
    },
    async docs(req: IncomingMessage, res: ServerResponse) {
      page ??= read().then((document) => keep(referencePage(areasOf(document), server.version)))
      const { file, tag } = await page
      sendKept(req, res, file, {
        'Content-Security-Policy': CONTENT_POLICY,
        'Cache-Control': 'no-cache',
        ETag: tag,
      })
    },
  }
}

async function keep(html: string): Promise<Kept> {
  const plain = Buffer.from(html)
  const type = 'text/html; charset=utf-8'
  const tag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { file: { type, plain, br: undefined, gzip: await promisify(gzip)(plain) }, tag }
}

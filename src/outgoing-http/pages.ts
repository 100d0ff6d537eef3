// Fetches a web page and reads what a preview shows of it.

import { CallFailed } from './call-failed.ts'
import type { Caller } from './caller.ts'
import type { OpenGraph } from './open-graph.ts'

/** The rest of a page is not read. Heads with scripts and styles in them can be long. */
const MAX_BYTES = 1024 * 1024

/** Pages move to https, to www, to a language. */
const MAX_REDIRECTS = 4

const HTML = /^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i

/** Reads the preview of the page at a URL. @throws CallFailed if the page cannot be read */
export async function readPage(caller: Caller, url: string): Promise<OpenGraph> {
  const page = await caller.call({
    method: 'GET',
    url,
    headers: { Accept: 'text/html,application/xhtml+xml' },
    redirects: MAX_REDIRECTS,
    type: HTML,
    maxBytes: MAX_BYTES,
    longer: 'cut',
  })
  if (page.status < 200 || page.status > 299)
    throw new CallFailed(`it answered with the status ${page.status}`)
  // The HTML parser is large, so it is loaded by the first page.
  const { readOpenGraph } = await import('./open-graph.ts')
  return readOpenGraph(textOf(page.body, page.type), page.url)
}

/** Of the first bytes, as a page may name its encoding only there. */
const SNIFFED_BYTES = 1024

function textOf(body: Buffer, type: string): string {
  const inType = /;\s*charset\s*=\s*"?([\w:.-]{1,40})/i.exec(type)?.[1]
  const start = body.toString('latin1', 0, SNIFFED_BYTES)
  const inPage = /<meta[^<>]{0,200}charset\s*=\s*["']?([\w:.-]{1,40})/i.exec(start)?.[1]
  return decoderFor(inType ?? inPage ?? 'utf-8').decode(body)
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    // An unknown encoding is read as UTF-8.
    return new TextDecoder()
  }
}

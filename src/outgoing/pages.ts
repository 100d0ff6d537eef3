import { CallFailed } from './call-failed.ts'
import type { Caller } from './caller.ts'
import type { OpenGraph } from './open-graph.ts'

/** Heads with scripts and styles in them are long; what comes after this is not read. */
const MAX_BYTES = 1024 * 1024

/** Pages move to https, to www, to a language. */
const MAX_REDIRECTS = 4

const HTML = /^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i

/** What the page at a URL says of itself. @throws CallFailed where there is no page */
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
  // What reads HTML is large, so it is loaded only where pages are read.
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
    // Browsers read an encoding nobody knows as the usual one, too.
    return new TextDecoder()
  }
}

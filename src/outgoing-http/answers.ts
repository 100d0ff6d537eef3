// Reads and unpacks the body of an HTTP answer within a limit.

import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { CallFailed } from './call-failed.ts'

const UNPACKING = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate }
const UNPACKERS = new Map<string, () => ReturnType<typeof createGunzip>>([
  ...Object.entries(UNPACKING),
  ['br', createBrotliDecompress],
])

/** What `Accept-Encoding` says. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br'

/**
 * Reads the body of an answer, unpacked. However much it is or unpacks to, no more than `limit`
 * bytes and one chunk are ever held.
 * @param longer whether a longer body is cut or refused
 */
export async function readBody(
  response: IncomingMessage,
  limit: number,
  longer: 'cut' | 'refuse',
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of unpacked(response) as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size <= limit) continue
      if (longer === 'refuse') throw new CallFailed('its answer is too long')
      break
    }
  } finally {
    response.destroy()
  }
  return Buffer.concat(chunks).subarray(0, limit)
}

function unpacked(response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() || 'identity'
  if (encoding === 'identity') return response
  const unpacker = UNPACKERS.get(encoding)?.()
  if (!unpacker) throw new CallFailed('its answer is packed in an unknown way')
  // An error of either stream ends both and reaches the reader.
  return pipeline(response, unpacker, () => {})
}

// Which compression a client takes, from what it says in Accept-Encoding.

import type { IncomingHttpHeaders } from 'node:http'

export type Encoding = 'br' | 'gzip'

/** The best of the offered encodings that the client accepts; undefined if it accepts none. */
export function chooseEncoding(
  req: { readonly headers: IncomingHttpHeaders },
  offered: readonly Encoding[],
): Encoding | undefined {
  const header = req.headers['accept-encoding']
  if (header === undefined) return undefined
  const accepted = new Map(String(header).toLowerCase().split(',').map(readCoding))
  return offered.find((encoding) => accepted.get(encoding) ?? accepted.get('*') ?? false)
}

/** Reads one coding; `gzip;q=0` means that the client refuses it. */
function readCoding(part: string): [name: string, isWanted: boolean] {
  const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
  return [name, !parameters.some((text) => /^q=0(\.0*)?$/.test(text))]
}

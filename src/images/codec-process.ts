// The process that decodes images, with a library of compiled C. It is started for the first image
// and ended when there was none for a while: what such a library keeps in memory, and what a file
// made to harm does to it, stay in here.

import { readFileSync } from 'node:fs'
import type { Answer, Request } from './conversion.ts'
import { convert } from './convert.ts'
import { loadVips } from './vips.ts'

/** Answers the server's requests until it is gone. */
export async function serveImages(): Promise<void> {
  // A terminal or a service manager signals every process; this one ends when its server does.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit())
  const vips = await loadVips()
  process.on('message', ({ source, renditions }: Request) => {
    try {
      say(convert(vips, 'path' in source ? readFileSync(source.path) : source.bytes, renditions))
    } catch {
      say('undecodable')
    }
  })
  say('ready')
}

const say = (answer: Answer) => process.send!(answer)

if (import.meta.main) serveImages()

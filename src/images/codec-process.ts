// The process that decodes images, with a library of compiled C. The server starts it for the first
// image and ends it after a while without any. The memory such a library keeps, and the damage a
// malicious file can do to it, stay inside this process.

import { readFileSync } from 'node:fs'
import { lowerPriority } from '../base/lower-priority.ts'
import type { CodecAnswer, CodecRequest } from './conversion.ts'
import { convert } from './convert.ts'
import { loadVips } from './vips.ts'

/** Answers the server's requests until it is gone. */
export async function serveImages(): Promise<void> {
  // A terminal or a service manager signals every process; this one ends when its server does.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit())
  lowerPriority()
  const vips = await loadVips()
  process.on('message', ({ source, renditions }: CodecRequest) => {
    try {
      say(convert(vips, 'path' in source ? readFileSync(source.path) : source.bytes, renditions))
    } catch (error) {
      // After a failure inside the library, such as no memory, the next image would fail too.
      if (error instanceof WebAssembly.RuntimeError) process.exit(1)
      say('undecodable')
    }
  })
  say('ready')
}

const say = (answer: CodecAnswer) => process.send!(answer)

if (import.meta.main) void serveImages()

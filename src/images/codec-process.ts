// The process that decodes images, with a library of compiled C. It is started for the first image
// and ended when there was none for a while: what such a library keeps in memory, and what a file
// made to harm does to it, stay in here.

import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { Answer, Request } from './conversion.ts'
import { convert } from './convert.ts'
import { loadVips } from './vips.ts'

/** Who chats comes first. */
const LOW_PRIORITY = 10

/** Answers the server's requests until it is gone. */
export async function serveImages(): Promise<void> {
  // A terminal or a service manager signals every process; this one ends when its server does.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit())
  try {
    setPriority(LOW_PRIORITY)
  } catch {
    // Where that may not be changed, all have the same.
  }
  const vips = await loadVips()
  process.on('message', ({ source, renditions }: Request) => {
    try {
      say(convert(vips, 'path' in source ? readFileSync(source.path) : source.bytes, renditions))
    } catch (error) {
      // Whatever broke inside the library, out of memory for example, would break the next image too.
      if (error instanceof WebAssembly.RuntimeError) process.exit(1)
      say('undecodable')
    }
  })
  say('ready')
}

const say = (answer: Answer) => process.send!(answer)

if (import.meta.main) serveImages()

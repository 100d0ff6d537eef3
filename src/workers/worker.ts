// The program of the thread that does what would hold the event loop. It knows no organization and
// no secret: what it is sent is text of strangers, and what it answers is text.

import { lowerThreadPriority } from '../base/lower-priority.ts'
import { serveTasks } from '../base/serve-tasks.ts'
import { typesetPieces } from './typeset-pieces.ts'

// With few processors the thread would take them from the loop, for which everybody waits.
lowerThreadPriority()

serveTasks({
  typeset: typesetPieces,
  mail: async (blocks: Uint8Array[]) => (await import('./read-mail.ts')).readMail(blocks),
})

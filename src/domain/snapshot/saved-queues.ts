// Event queues of a stopped server, kept in a file for the next start.

import { readQueues, writeQueues } from '../../events/delivery/queue-snapshot.ts'
import type { DataFolder } from '../../store/folder/data-folder.ts'
import { saveLines, takeLinesOnce } from '../../store/folder/queue-file.ts'
import type { Context } from '../kernel/context.ts'

/**
 * Restores the queues of a stopped server, so that clients go on where they were. If the database is
 * another than the one it left, for example after putting back a backup, the queues are dropped, as
 * after a crash, and clients register again.
 * @param generation the mark that the stop left in the database
 */
export function resumeQueues(ctx: Context, folder: DataFolder, generation: string | undefined) {
  try {
    const lines = takeLinesOnce(folder.queues)
    if (generation !== undefined) ctx.hub.resume(readQueues(lines, generation))
  } catch (error) {
    ctx.log.error('queues-lost', { error: String((error as Error).stack) })
  }
}

/**
 * Saves the queues of a server that stops.
 * @param mark leaves a mark in the database and returns it
 */
export function saveQueues(ctx: Context, folder: DataFolder, mark: () => string) {
  if (ctx.hub.isEmpty) return
  try {
    saveLines(folder.queues, writeQueues(ctx.hub, mark()))
  } catch (error) {
    ctx.log.error('queues-lost', { error: String((error as Error).stack) })
  }
}

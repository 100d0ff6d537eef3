// Event queues of a stopped server, kept in a file for the next start.

import { readQueues, writeQueues } from '../../events/delivery/queue-snapshot.ts'
import type { DataFolder } from '../../store/folder/data-folder.ts'
import { databaseFingerprint, saveLines, takeLinesOnce } from '../../store/folder/queue-file.ts'
import type { Context } from '../kernel/context.ts'

/**
 * Restores the queues of a stopped server, so that clients go on where they were. If the database
 * was changed meanwhile, for example by putting back a backup, the queues are dropped, as after a
 * crash, and clients register again.
 * @param contents the fingerprint of the database before it was opened
 */
export function resumeQueues(ctx: Context, folder: DataFolder, contents: string | undefined) {
  try {
    const lines = takeLinesOnce(folder.queues)
    if (contents !== undefined) ctx.hub.resume(readQueues(lines, contents))
  } catch (error) {
    ctx.log.error('queues-lost', { error: String((error as Error).stack) })
  }
}

/** Saves the queues of a server that stops. Call it after the database was closed. */
export function saveQueues(ctx: Context, folder: DataFolder) {
  const contents = databaseFingerprint(folder.database)
  if (contents === undefined || ctx.hub.isEmpty) return
  try {
    saveLines(folder.queues, writeQueues(ctx.hub, contents))
  } catch (error) {
    ctx.log.error('queues-lost', { error: String((error as Error).stack) })
  }
}

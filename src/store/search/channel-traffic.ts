// Counts messages of a channel over a time by ranges of message IDs, without reading the
// messages.

import type { Db } from '../db.ts'
import { messageIndexes } from '../message-indexes.ts'

/** Statements that count by index alone. */
export function channelTraffic(db: Db) {
  const indexes = messageIndexes(db)
  const count = indexes
    .prepare<[channel: number, from: number, below: number], number>(`
      SELECT count(*) FROM channel_message
       WHERE channel_id = ? AND message_id >= ? AND message_id < ?`)
    .pluck()
  const lastAt = indexes
    .prepare<[channel: number], number>(`
      SELECT sent_at FROM channel_message AS m CROSS JOIN message ON id = message_id
       WHERE m.channel_id = ? ORDER BY message_id DESC LIMIT 1`)
    .pluck()

  return {
    /** Messages of a channel with IDs from `from` on and below `below`. */
    count: (channelId: number, from: number, below: number) => count.get(channelId, from, below)!,
    /** When the newest message of a channel was sent. */
    lastAt: (channelId: number) => lastAt.get(channelId),
  }
}

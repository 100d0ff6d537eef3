// Counts messages of a channel from a message ID on, without reading the messages.

import type { Db } from '../db.ts'
import { messageIndexes } from '../message-indexes.ts'

interface Counted {
  count: number
  /** ID of the newest message that was counted, 0 if there was none. */
  last: number
}

/** Statements that count by index alone. */
export function channelTraffic(db: Db) {
  const indexes = messageIndexes(db)
  const count = indexes.prepare<[channel: number, after: number, most: number], Counted>(`
      SELECT count(*) AS count, coalesce(max(message_id), 0) AS last FROM (
        SELECT message_id FROM channel_message WHERE channel_id = ? AND message_id > ?
         ORDER BY message_id LIMIT ?)`)
  const lastAt = indexes
    .prepare<[channel: number], number>(`
      SELECT sent_at FROM channel_message AS m CROSS JOIN message ON id = message_id
       WHERE m.channel_id = ? ORDER BY message_id DESC LIMIT 1`)
    .pluck()

  return {
    /** Counts messages of a channel with IDs above `after`: the oldest ones, `most` at most. */
    count: (channelId: number, after: number, most: number) => count.get(channelId, after, most)!,
    /** When the newest message of a channel was sent. */
    lastAt: (channelId: number) => lastAt.get(channelId),
  }
}

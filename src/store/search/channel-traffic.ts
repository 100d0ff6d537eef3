// Counts messages of a channel over a time by ranges of message IDs, without reading the
// messages.

import type { Db } from '../db.ts'

/** Statements that count by index alone. */
export function channelTraffic(db: Db) {
  const count = db
    .prepare<[channel: number, from: number, below: number], number>(
      'SELECT count(*) FROM message WHERE channel_id = ? AND id >= ? AND id < ?',
    )
    .pluck()
  const lastAt = db
    .prepare<[channel: number], number>(
      'SELECT sent_at FROM message WHERE channel_id = ? ORDER BY id DESC LIMIT 1',
    )
    .pluck()

  return {
    /** Messages of a channel with IDs from `from` on and below `below`. */
    count: (channelId: number, from: number, below: number) => count.get(channelId, from, below)!,
    /** When the newest message of a channel was sent. */
    lastAt: (channelId: number) => lastAt.get(channelId),
  }
}

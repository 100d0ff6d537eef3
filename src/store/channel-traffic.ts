import type { Db } from './db.ts'

/** How much is written where, found by ranges of message IDs: no statement reads messages one by one. */
export function channelTraffic(db: Db) {
  const nextFrom = db.prepare<[id: number], { id: number; sent_at: number }>(
    'SELECT id, sent_at FROM message WHERE id >= ? ORDER BY id LIMIT 1',
  )
  const newestId = db.prepare<[], number | null>('SELECT max(id) FROM message').pluck()
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
    /** ID of the first message sent at or after a time; one above the newest where there is none. */
    firstIdSince(at: number): number {
      let [low, high] = [1, (newestId.get() ?? 0) + 1]
      while (low < high) {
        const middle = Math.floor((low + high) / 2)
        const next = nextFrom.get(middle)
        if (next === undefined || next.sent_at >= at) high = middle
        else low = next.id + 1
      }
      return low
    },
    newestId: () => newestId.get() ?? 0,
    /** Messages of a channel with IDs from `from` on and below `below`. */
    count: (channelId: number, from: number, below: number) => count.get(channelId, from, below)!,
    /** When the newest message of a channel was sent. */
    lastAt: (channelId: number) => lastAt.get(channelId),
  }
}

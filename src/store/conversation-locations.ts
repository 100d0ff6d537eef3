// Where conversations are, in memory for those that were asked for lately: a row of its own for each of a
// thousand topics takes a millisecond.

import { onRowChange } from './changes.ts'
import type { Db } from './db.ts'

/** A topic or a direct conversation. */
export interface ConversationLocation {
  id: number
  channel_id: number | null
  /** null on direct conversations. */
  topic: string | null
  /** Participants' IDs, ascending, joined by commas; null in channels. */
  member_key: string | null
}

/** Locations that are kept: two hundred bytes each. */
const MOST = 10_000

/** Answers from memory, and reads what it does not know. Callers share the locations. */
export function conversationLocations(db: Db) {
  const read = db.prepare<[ids: string], ConversationLocation>(`
    SELECT conversation.id, channel_id, topic, member_key FROM json_each(?) AS listed
     CROSS JOIN conversation ON conversation.id = listed.value`)
  const known = new Map<number, ConversationLocation>()
  onRowChange(
    db,
    {
      ...{ table: 'conversation', columns: ['topic', 'channel_id'] },
      ...{ ignoreInserts: true, key: 'id' },
    },
    (id) => void known.delete(id as number),
  )

  function readMissing(ids: readonly number[]): ReadonlyMap<number, ConversationLocation> {
    const missing = ids.filter((id) => !known.has(id))
    const rows = missing.length > 0 ? read.all(JSON.stringify(missing)) : []
    return new Map(rows.map((location) => [location.id, Object.freeze(location)]))
  }

  /** What a transaction sees may be taken back, and is not kept. */
  function keep(found: ReadonlyMap<number, ConversationLocation>) {
    if (db.inTransaction || found.size > MOST) return
    if (known.size + found.size > MOST) known.clear()
    for (const [id, location] of found) known.set(id, location)
  }

  /** @returns those that exist, in the given order */
  return (ids: readonly number[]): ConversationLocation[] => {
    const found = readMissing(ids)
    const locations = ids.map((id) => known.get(id) ?? found.get(id))
    keep(found)
    return locations.filter((location) => location !== undefined)
  }
}

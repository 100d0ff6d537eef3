// Starred messages of one person, in portions: a person may have starred thousands.

import { FLAG } from '../bits.ts'
import type { Db } from '../db.ts'
import { pendingReceipts } from '../pending-receipts.ts'

/** Statements on starred messages. */
export function starredMessages(db: Db) {
  const { ofPerson } = pendingReceipts(db)
  // Lists as text take a tenth of the time of thousands of rows.
  const below = db
    .prepare<[user: number, below: number, limit: number], string>(`
      SELECT json_group_array(message_id) FROM (
        SELECT message_id FROM user_message AS um INDEXED BY user_message_starred
         WHERE user_id = ? AND (um.flags & ${FLAG.starred}) <> 0 AND message_id < ?
         ORDER BY message_id DESC LIMIT ?)`)
    .pluck()
  return {
    /** The newest starred messages below an ID, descending. */
    below: ofPerson((userId: number, id: number, limit: number): number[] =>
      JSON.parse(below.get(userId, id, limit)!),
    ),
  }
}

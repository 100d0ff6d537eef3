// Finds direct conversations by their participants and by how recent they are.

import { FLAG } from '../bits.ts'
import type { Db } from '../db.ts'
import { pendingReceipts } from '../pending-receipts.ts'

/** A direct conversation in a list of recent ones. */
export interface RecentConversation {
  /** Participants' IDs, ascending, joined by commas. */
  member_key: string
  max_message_id: number
}

/** Looks up direct conversations of one or two people. */
export function directConversations(db: Db) {
  const { ofPerson } = pendingReceipts(db)
  const shared = db
    .prepare<[user: number, other: number], number>(`
      SELECT own.conversation_id FROM conversation_member AS own
       CROSS JOIN conversation_member AS theirs USING (conversation_id)
       WHERE own.user_id = ? AND theirs.user_id = ?`)
    .pluck()
  const sharedGroups = db
    .prepare<[user: number, other: number], number>(`
      SELECT own.conversation_id FROM conversation_member AS own
       CROSS JOIN conversation_member AS theirs USING (conversation_id)
       CROSS JOIN conversation ON conversation.id = own.conversation_id
       WHERE own.user_id = ? AND theirs.user_id = ? AND member_key LIKE '%,%,%'`)
    .pluck()
  const recent = db.prepare<[user: number, messages: number], RecentConversation>(`
    SELECT member_key, max(newest.message_id) AS max_message_id
      FROM (SELECT message_id FROM user_message AS um INDEXED BY user_message_direct
             WHERE um.user_id = ? AND (um.flags & ${FLAG.direct}) <> 0 ORDER BY message_id DESC LIMIT ?) AS newest
     CROSS JOIN message ON message.id = newest.message_id
     CROSS JOIN conversation ON conversation.id = message.conversation_id
     GROUP BY conversation.id ORDER BY max_message_id DESC`)

  return {
    /** Conversations that two people are in, others or not. */
    between: (userId: number, otherId: number) => shared.all(userId, otherId),
    /** Those of three and more. */
    groupsBetween: (userId: number, otherId: number) => sharedGroups.all(userId, otherId),
    /** Conversations of a person's newest direct messages, the newest first. */
    recent: ofPerson((userId: number, messages: number) => recent.all(userId, messages)),
  }
}

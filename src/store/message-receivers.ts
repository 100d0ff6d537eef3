// The receivers of each message, and who got it later or lost it. With these lists the rows of a message in user_message are
// found person by person: an index by message would have a place of its own for each row that is written.

import type { Db } from './db.ts'
import { ReceiverFlags } from './receiver-flags.ts'

/**
 * SQL of all people whose rows of a message are looked for; those who lost it are still among them.
 * @param message its ID as SQL, such as a parameter
 */
export const receiversOf = (message: string) => `(
  SELECT value AS user_id FROM message_receivers CROSS JOIN json_each(user_ids) WHERE message_id = ${message}
   UNION SELECT user_id FROM changed_receiver WHERE message_id = ${message})`

export type MessageReceivers = ReturnType<typeof messageReceivers>

/** The lists of one database. Those above the reach and with flags are of messages whose rows may be missing. */
export function messageReceivers(db: Db) {
  const add = db.prepare<[message: number, users: string, flags: string | null]>(
    'INSERT INTO message_receivers (message_id, user_ids, flags) VALUES (?, ?, ?)',
  )
  const change = db.prepare<{ messages: string; users: string; has: 0 | 1 }>(`
    INSERT OR REPLACE INTO changed_receiver (message_id, user_id, has_it)
    SELECT message.value, user.value, @has
      FROM json_each(@messages) AS message CROSS JOIN json_each(@users) AS user`)
  const changes = db.prepare<[message: number], { user_id: number; has_it: 0 | 1 }>(
    'SELECT user_id, has_it FROM changed_receiver WHERE message_id = ?',
  )
  const userIds = db
    .prepare<[message: number], string>(
      'SELECT user_ids FROM message_receivers WHERE message_id = ?',
    )
    .pluck()
  const pending = db
    .prepare<[], number>(`
      SELECT message_id FROM message_receivers
       WHERE message_id > (SELECT message_id FROM receivers_reach) AND flags IS NOT NULL`)
    .pluck()
  const list = db
    .prepare<[message: number], string>(
      "SELECT '[' || user_ids || ',' || flags || ']' FROM message_receivers WHERE message_id = ?",
    )
    .pluck()
  const settle = db.prepare<[message: number]>(
    'UPDATE message_receivers SET flags = NULL WHERE message_id = ?',
  )
  const reach = db.prepare<[], number>('SELECT message_id FROM receivers_reach').pluck()
  const setReach = db.prepare<[message: number]>('UPDATE receivers_reach SET message_id = ?')

  return {
    /** Stores the receivers of a new message. @param isPending whether their rows are still to be written */
    add(messageId: number, { userIds, common, others }: ReceiverFlags, isPending: boolean): void {
      const flags = isPending ? JSON.stringify([common, [...others]]) : null
      add.run(messageId, JSON.stringify(userIds), flags)
    },
    /** People get messages that were sent before. */
    give: (messageIds: readonly number[], userIds: readonly number[]): void =>
      void change.run({
        messages: JSON.stringify(messageIds),
        users: JSON.stringify(userIds),
        has: 1,
      }),
    /** A person has a message no more. */
    take: (messageId: number, userId: number): void =>
      void change.run({ messages: `[${messageId}]`, users: `[${userId}]`, has: 0 }),
    /** Everyone who has a message. */
    of(messageId: number): number[] {
      const listed: number[] = JSON.parse(userIds.get(messageId) ?? '[]')
      const changed = changes.all(messageId)
      if (changed.length === 0) return listed
      const people = new Set(listed)
      for (const { user_id, has_it } of changed) {
        if (has_it) people.add(user_id)
        else people.delete(user_id)
      }
      return [...people]
    },
    /** Messages whose rows may be missing, ascending. */
    pending: (): number[] => pending.all(),
    /** The flags of the receivers of a message whose rows may be missing. */
    flagsOf(messageId: number): ReceiverFlags {
      const [userIds, [common, others]] = JSON.parse(list.get(messageId)!) as [
        number[],
        [common: number, others: [user: number, flags: number][]],
      ]
      return new ReceiverFlags(userIds, common, others)
    },
    /** Up to this message all rows are written. */
    reach: (): number => reach.get() ?? 0,
    /** All rows of a message are written. */
    settle: (messageId: number): void => void settle.run(messageId),
    /** All rows of the messages up to one are written. */
    settleUpTo: (messageId: number): void => void setReach.run(messageId),
  }
}

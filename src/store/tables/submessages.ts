// Table submessage: what polls and to-do lists are made of.

import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

export interface Submessage {
  id: number
  message_id: number
  sender_id: number
  msg_type: string
  /** JSON. */
  content: string
}

/** What widgets such as polls are made of. */
export function submessages(db: Db) {
  const ofMessage = db.prepare<[message: number], Submessage>(
    'SELECT id, message_id, sender_id, msg_type, content FROM submessage WHERE message_id = ? ORDER BY id',
  )
  const insert = db.prepare<Omit<Submessage, 'id'>>(`
    INSERT INTO submessage (message_id, sender_id, msg_type, content)
    VALUES (@message_id, @sender_id, @msg_type, @content)`)

  return {
    /** Oldest first. */
    ofMessage: (messageId: number) => ofMessage.all(messageId),

    ...writing({
      add: (submessage: Omit<Submessage, 'id'>): number =>
        Number(insert.run(submessage).lastInsertRowid),
    }),
  }
}

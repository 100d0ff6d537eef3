import type { Db } from './db.ts'

export interface Reaction {
  emoji_name: string
  emoji_code: string
  reaction_type: string
  user_id: number
}

export function reactions(db: Db) {
  const ofMessage = db.prepare<[message: number], Reaction>(
    'SELECT emoji_name, emoji_code, reaction_type, user_id FROM reaction WHERE message_id = ? ORDER BY id',
  )

  return {
    /** Oldest first. */
    ofMessage: (messageId: number) => ofMessage.all(messageId),
  }
}

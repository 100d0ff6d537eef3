// Table reaction.

import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

export interface Reaction {
  emoji_name: string
  emoji_code: string
  reaction_type: string
  user_id: number
}

/** Statements on reactions. */
export function reactions(db: Db) {
  const ofMessage = db.prepare<[message: number], Reaction>(
    'SELECT emoji_name, emoji_code, reaction_type, user_id FROM reaction WHERE message_id = ? ORDER BY id',
  )
  const insert = db.prepare<Reaction & { message: number }>(`
    INSERT INTO reaction (message_id, user_id, reaction_type, emoji_code, emoji_name)
    VALUES (@message, @user_id, @reaction_type, @emoji_code, @emoji_name)`)
  const remove = db.prepare<Reaction & { message: number }>(`
    DELETE FROM reaction WHERE message_id = @message AND user_id = @user_id
       AND reaction_type = @reaction_type AND emoji_code = @emoji_code`)

  return {
    /** Oldest first. */
    ofMessage: (messageId: number) => ofMessage.all(messageId),

    ...writing({
      add: (message: number, reaction: Reaction) => void insert.run({ message, ...reaction }),
      remove: (message: number, reaction: Reaction) => void remove.run({ message, ...reaction }),
    }),
  }
}

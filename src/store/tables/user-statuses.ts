// Table user_status: the status text and emoji that people set.

import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

/** A status; '' in the fields a person left empty. */
export interface UserStatus {
  status_text: string
  emoji_name: string
  emoji_code: string
  reaction_type: string
}

/** Statements on statuses. */
export function userStatuses(db: Db) {
  const ofUser = db.prepare<[user: number], UserStatus>(
    'SELECT status_text, emoji_name, emoji_code, reaction_type FROM user_status WHERE user_id = ?',
  )
  const all = db.prepare<[], UserStatus & { user_id: number }>(
    'SELECT user_id, status_text, emoji_name, emoji_code, reaction_type FROM user_status',
  )
  const save = db.prepare<UserStatus & { user_id: number }>(`
    INSERT INTO user_status VALUES (@user_id, @status_text, @emoji_name, @emoji_code, @reaction_type)
    ON CONFLICT DO UPDATE SET status_text = excluded.status_text, emoji_name = excluded.emoji_name,
      emoji_code = excluded.emoji_code, reaction_type = excluded.reaction_type`)
  const clear = db.prepare<[user: number]>('DELETE FROM user_status WHERE user_id = ?')

  return {
    ofUser: (userId: number) => ofUser.get(userId),
    /** Of users who ever set one. */
    all: () => all.all(),

    ...writing({
      save: (status: UserStatus & { user_id: number }) => void save.run(status),
      clear: (userId: number) => void clear.run(userId),
    }),
  }
}

// Table changed_mention: whose mentions an edit changed.

import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

export interface ChangedMention {
  message_id: number
  user_id: number
  /** Union of the flags for which it was already decided whether to notify the person. */
  flags: number
  /** UNIX seconds of the last edit. */
  changed_at: number
}

/** Statements on mentions that edits changed. */
export function changedMentions(db: Db) {
  const open = db.prepare<[limit: number], ChangedMention>(`
    SELECT message_id, user_id, flags, changed_at FROM changed_mention
     WHERE is_open = 1 ORDER BY changed_at LIMIT ?`)
  const note = db.prepare<ChangedMention>(`
    INSERT INTO changed_mention (message_id, user_id, flags, changed_at)
    VALUES (@message_id, @user_id, @flags, @changed_at)
    ON CONFLICT DO UPDATE SET changed_at = @changed_at, is_open = 1`)
  const close = db.prepare<[flags: number, message: number, user: number]>(
    'UPDATE changed_mention SET flags = flags | ?, is_open = 0 WHERE message_id = ? AND user_id = ?',
  )
  const removeOld = db.prepare<[until: number]>('DELETE FROM changed_mention WHERE changed_at <= ?')

  return {
    /** Mentions that are undecided since their edit, the oldest first. */
    open: (limit: number) => open.all(limit),

    ...writing({
      /** @param change `flags` are those before the first edit; a second edit leaves the stored ones */
      note: (change: ChangedMention) => void note.run(change),
      /** @param flags those for which it was decided now */
      close: (messageId: number, userId: number, flags: number) =>
        void close.run(flags, messageId, userId),
      removeOld: (until: number) => void removeOld.run(until),
    }),
  }
}

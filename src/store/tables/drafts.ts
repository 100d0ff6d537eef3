// Table draft: unsent messages that clients keep in step.

import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

/** What a user keeps: how many, and the characters of all their texts. */
interface Kept {
  count: number
  characters: number
}

export interface Draft {
  id: number
  type: '' | 'stream' | 'private'
  /** JSON array of channel or user IDs. */
  recipients: string
  topic: string
  content: string
  edited_at: number
}

const COLUMNS = 'id, type, recipients, topic, content, edited_at'

/** Statements on drafts. */
export function drafts(db: Db) {
  const ofUser = db.prepare<[user: number, limit: number], Draft>(
    `SELECT ${COLUMNS} FROM draft WHERE user_id = ? ORDER BY edited_at DESC, id DESC LIMIT ?`,
  )
  const idsOfUser = db
    .prepare<[user: number], string>(
      'SELECT json_group_array(id) FROM (SELECT id FROM draft WHERE user_id = ? ORDER BY edited_at, id)',
    )
    .pluck()
  const kept = db.prepare<[user: number], Kept>(`
    SELECT count(*) AS count, coalesce(sum(length(content)), 0) AS characters
      FROM draft WHERE user_id = ?`)
  const get = db.prepare<[user: number, id: number], Draft>(
    `SELECT ${COLUMNS} FROM draft WHERE user_id = ? AND id = ?`,
  )
  const insert = db.prepare<Omit<Draft, 'id'> & { user_id: number }>(`
    INSERT INTO draft (user_id, type, recipients, topic, content, edited_at)
    VALUES (@user_id, @type, @recipients, @topic, @content, @edited_at)`)
  const update = db.prepare<Draft>(`
    UPDATE draft SET type = @type, recipients = @recipients, topic = @topic, content = @content,
                     edited_at = @edited_at WHERE id = @id`)
  const remove = db.prepare<[id: number]>('DELETE FROM draft WHERE id = ?')

  return {
    kept: (userId: number): Kept => kept.get(userId)!,
    /** Most recently edited first. */
    ofUser: (userId: number, limit: number) => ofUser.all(userId, limit),
    /** All of them, most recently edited last. */
    idsOfUser: (userId: number): number[] => JSON.parse(idsOfUser.get(userId)!),
    find: (userId: number, id: number) => get.get(userId, id),

    ...writing({
      create: (userId: number, draft: Omit<Draft, 'id'>): number =>
        Number(insert.run({ user_id: userId, ...draft }).lastInsertRowid),
      save: (draft: Draft) => void update.run(draft),
      remove: (id: number) => void remove.run(id),
    }),
  }
}

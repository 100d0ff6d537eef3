// Table saved_snippet: texts a person reuses.

import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

/** What a user keeps: how many, and the characters of all their texts. */
interface Kept {
  count: number
  characters: number
}

export interface SavedSnippet {
  id: number
  title: string
  content: string
  date_created: number
}

/** Statements on saved snippets. */
export function savedSnippets(db: Db) {
  const ofUser = db.prepare<[user: number], SavedSnippet>(
    'SELECT id, title, content, created_at AS date_created FROM saved_snippet WHERE user_id = ? ORDER BY id',
  )
  const kept = db.prepare<[user: number], Kept>(`
    SELECT count(*) AS count, coalesce(sum(length(title) + length(content)), 0) AS characters
      FROM saved_snippet WHERE user_id = ?`)
  const get = db.prepare<[user: number, id: number], SavedSnippet>(
    'SELECT id, title, content, created_at AS date_created FROM saved_snippet WHERE user_id = ? AND id = ?',
  )
  const insert = db.prepare<[user: number, title: string, content: string, at: number]>(
    'INSERT INTO saved_snippet (user_id, title, content, created_at) VALUES (?, ?, ?, ?)',
  )
  const update = db.prepare<Pick<SavedSnippet, 'id' | 'title' | 'content'>>(
    'UPDATE saved_snippet SET title = @title, content = @content WHERE id = @id',
  )
  const remove = db.prepare<[id: number]>('DELETE FROM saved_snippet WHERE id = ?')

  return {
    kept: (userId: number): Kept => kept.get(userId)!,
    ofUser: (userId: number) => ofUser.all(userId),
    find: (userId: number, id: number) => get.get(userId, id),

    ...writing({
      create: (userId: number, title: string, content: string, at: number): number =>
        Number(insert.run(userId, title, content, at).lastInsertRowid),
      save: (snippet: Pick<SavedSnippet, 'id' | 'title' | 'content'>) => void update.run(snippet),
      remove: (id: number) => void remove.run(id),
    }),
  }
}

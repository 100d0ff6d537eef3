// Table navigation_view: the views a person pins in the sidebar.

import type { Bool, Db } from '../db.ts'
import { writing } from '../writing.ts'

export interface NavigationView {
  fragment: string
  is_pinned: Bool
  /** null: a built-in view. */
  name: string | null
}

/** Statements on navigation views. */
export function navigationViews(db: Db) {
  const ofUser = db.prepare<[user: number], NavigationView>(
    'SELECT fragment, is_pinned, name FROM navigation_view WHERE user_id = ? ORDER BY fragment',
  )
  const get = db.prepare<[user: number, fragment: string], NavigationView>(
    'SELECT fragment, is_pinned, name FROM navigation_view WHERE user_id = ? AND fragment = ?',
  )
  const save = db.prepare<NavigationView & { user_id: number }>(`
    INSERT INTO navigation_view (user_id, fragment, is_pinned, name) VALUES (@user_id, @fragment, @is_pinned, @name)
    ON CONFLICT DO UPDATE SET is_pinned = excluded.is_pinned, name = excluded.name`)
  const remove = db.prepare<[user: number, fragment: string]>(
    'DELETE FROM navigation_view WHERE user_id = ? AND fragment = ?',
  )

  return {
    ofUser: (userId: number) => ofUser.all(userId),
    find: (userId: number, fragment: string) => get.get(userId, fragment),

    ...writing({
      save: (userId: number, view: NavigationView) => void save.run({ user_id: userId, ...view }),
      /** @returns whether there was one */
      remove: (userId: number, fragment: string) => remove.run(userId, fragment).changes > 0,
    }),
  }
}

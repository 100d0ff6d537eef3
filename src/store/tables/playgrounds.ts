// Table playground: websites that run code of a language.

import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

export interface Playground {
  id: number
  name: string
  pygments_language: string
  url_template: string
}

/** Statements on playgrounds. */
export function playgrounds(db: Db) {
  const all = db.prepare<[], Playground>(
    'SELECT id, name, pygments_language, url_template FROM playground ORDER BY id',
  )
  const insert = db.prepare<Omit<Playground, 'id'>>(`
    INSERT INTO playground (name, pygments_language, url_template)
    VALUES (@name, @pygments_language, @url_template) ON CONFLICT DO NOTHING`)
  const remove = db.prepare<[id: number]>('DELETE FROM playground WHERE id = ?')

  return {
    all: () => all.all(),

    ...writing({
      /** @returns its ID, undefined where the language has a playground of that name already */
      create(playground: Omit<Playground, 'id'>): number | undefined {
        const { changes, lastInsertRowid } = insert.run(playground)
        return changes > 0 ? Number(lastInsertRowid) : undefined
      },
      /** @returns whether there was one */
      remove: (id: number) => remove.run(id).changes > 0,
    }),
  }
}

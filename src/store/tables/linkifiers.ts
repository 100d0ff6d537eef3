// Table linkifier: patterns that become links in messages and topics.

import { changeCounter } from '../changes.ts'
import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

export interface Linkifier {
  id: number
  pattern: string
  url_template: string
  example_input: string | null
  reverse_template: string | null
  /** JSON array of strings. */
  alternative_url_templates: string
}

const COLUMNS =
  'id, pattern, url_template, example_input, reverse_template, alternative_url_templates'

/** Statements on linkifiers. */
export function linkifiers(db: Db) {
  const all = db.prepare<[], Linkifier>(`SELECT ${COLUMNS} FROM linkifier ORDER BY position, id`)
  const byId = db.prepare<[id: number], Linkifier>(`SELECT ${COLUMNS} FROM linkifier WHERE id = ?`)
  const byPattern = db
    .prepare<[pattern: string], number>('SELECT id FROM linkifier WHERE pattern = ?')
    .pluck()
  const insert = db.prepare<Omit<Linkifier, 'id'>>(`
    INSERT INTO linkifier (position, pattern, url_template, example_input, reverse_template,
                           alternative_url_templates)
    VALUES ((SELECT coalesce(max(position), 0) + 1 FROM linkifier), @pattern, @url_template,
            @example_input, @reverse_template, @alternative_url_templates)`)
  const update = db.prepare<Linkifier>(`
    UPDATE linkifier SET pattern = @pattern, url_template = @url_template,
           example_input = @example_input, reverse_template = @reverse_template,
           alternative_url_templates = @alternative_url_templates
     WHERE id = @id`)
  const place = db.prepare<[position: number, id: number]>(
    'UPDATE linkifier SET position = ? WHERE id = ?',
  )
  const remove = db.prepare<[id: number]>('DELETE FROM linkifier WHERE id = ?')

  return {
    /** In the order in which they apply. */
    all: () => all.all(),
    find: (id: number) => byId.get(id),
    /** Another number after each change. */
    version: changeCounter(db, { table: 'linkifier' }),
    /** ID of the one with a pattern. */
    withPattern: (pattern: string) => byPattern.get(pattern),

    ...writing({
      /** Puts it last. @returns its ID */
      create: (linkifier: Omit<Linkifier, 'id'>): number =>
        Number(insert.run(linkifier).lastInsertRowid),
      save: (linkifier: Linkifier) => void update.run(linkifier),
      place: (id: number, position: number) => void place.run(position, id),
      remove: (id: number) => void remove.run(id),
    }),
  }
}

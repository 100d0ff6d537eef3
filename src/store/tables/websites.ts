// Table website: titles and pictures of linked pages, for previews. It is a cache of bounded
// size.

import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

/** Title, description and picture of a page, as read from it. */
export interface Website {
  url: string
  read_at: number
  /** null: it could not be read, or has no picture. */
  image_url: string | null
  title: string | null
  description: string | null
}

/** Websites that are kept; a row has about 500 bytes. */
const MAX_WEBSITES = 10_000

/** Statements on website previews. */
export function websites(db: Db) {
  const byUrl = db.prepare<[url: string], Website>('SELECT * FROM website WHERE url = ?')
  const remove = db.prepare<[url: string]>('DELETE FROM website WHERE url = ?')
  const insert = db.prepare<Website>(`
    INSERT INTO website (url, read_at, image_url, title, description)
    VALUES (@url, @read_at, @image_url, @title, @description)`)
  const removeUpTo = db.prepare<[id: number]>('DELETE FROM website WHERE id <= ?')

  return {
    find: (url: string) => byUrl.get(url),

    ...writing({
      /** Stores a website as the newest one; above the limit the oldest is dropped. */
      save(website: Website) {
        remove.run(website.url)
        const id = Number(insert.run(website).lastInsertRowid)
        removeUpTo.run(id - MAX_WEBSITES)
      },
    }),
  }
}

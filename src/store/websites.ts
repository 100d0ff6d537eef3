import type { Db } from './db.ts'

/** What a website said of itself when it was read. */
export interface Website {
  url: string
  read_at: number
  /** null: it could not be read, or has no picture. */
  image_url: string | null
  title: string | null
  description: string | null
}

/** About 500 bytes each. */
const MAX_WEBSITES = 10_000

export function websites(db: Db) {
  const byUrl = db.prepare<[url: string], Website>('SELECT * FROM website WHERE url = ?')
  const remove = db.prepare<[url: string]>('DELETE FROM website WHERE url = ?')
  const insert = db.prepare<Website>(`
    INSERT INTO website (url, read_at, image_url, title, description)
    VALUES (@url, @read_at, @image_url, @title, @description)`)
  const removeUpTo = db.prepare<[id: number]>('DELETE FROM website WHERE id <= ?')

  return {
    find: (url: string) => byUrl.get(url),
    /** The website is the newest now; the oldest goes where there are too many. */
    save(website: Website) {
      remove.run(website.url)
      const id = Number(insert.run(website).lastInsertRowid)
      removeUpTo.run(id - MAX_WEBSITES)
    },
  }
}

// Table channel_folder: the folders in which administrators arrange channels.

import type { Bool, Db } from '../db.ts'
import { writing } from '../writing.ts'

export interface ChannelFolder {
  id: number
  /** Smaller ones are listed first. */
  position: number
  name: string
  name_key: string
  description: string
  rendered_description: string
  is_archived: Bool
  creator_id: number | null
  created_at: number
}

const COLUMNS =
  'id, position, name, name_key, description, rendered_description, is_archived, creator_id, created_at'

/** Statements on channel folders. */
export function channelFolders(db: Db) {
  const byId = db.prepare<[id: number], ChannelFolder>(
    `SELECT ${COLUMNS} FROM channel_folder WHERE id = ?`,
  )
  const active = db.prepare<[key: string], ChannelFolder>(
    `SELECT ${COLUMNS} FROM channel_folder WHERE name_key = ? AND is_archived = 0`,
  )
  const all = db.prepare<[], ChannelFolder>(
    `SELECT ${COLUMNS} FROM channel_folder ORDER BY position, id`,
  )
  const insert = db.prepare<Omit<ChannelFolder, 'id' | 'position' | 'is_archived'>>(`
    INSERT INTO channel_folder (position, name, name_key, description, rendered_description, creator_id, created_at)
    VALUES ((SELECT count(*) FROM channel_folder), @name, @name_key, @description,
            @rendered_description, @creator_id, @created_at)`)
  const save = db.prepare<ChannelFolder>(`
    UPDATE channel_folder
       SET name = @name, name_key = @name_key, description = @description,
           rendered_description = @rendered_description, is_archived = @is_archived
     WHERE id = @id`)
  const place = db.prepare<[position: number, id: number]>(
    'UPDATE channel_folder SET position = ? WHERE id = ?',
  )

  return {
    find: (id: number) => byId.get(id),
    /** @param key the name, case-folded */
    findActive: (key: string) => active.get(key),
    /** In the order administrators gave them, archived ones included. */
    all: () => all.all(),

    ...writing({
      /** Comes after all others. @returns its ID */
      create: (folder: Omit<ChannelFolder, 'id' | 'position' | 'is_archived'>): number =>
        Number(insert.run(folder).lastInsertRowid),
      /** All but the position, which `place` sets. */
      save: (folder: ChannelFolder) => void save.run(folder),
      place: (id: number, position: number) => void place.run(position, id),
    }),
  }
}

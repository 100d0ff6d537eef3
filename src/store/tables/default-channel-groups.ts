// Tables default_channel_group and default_channel_group_channel: named sets of channels a new
// member may choose.

import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

export interface DefaultChannelGroup {
  id: number
  name: string
  description: string
}

/** Statements on sets of default channels. */
export function defaultChannelGroups(db: Db) {
  const byId = db.prepare<[id: number], DefaultChannelGroup>(
    'SELECT id, name, description FROM default_channel_group WHERE id = ?',
  )
  const byName = db.prepare<[name: string], DefaultChannelGroup>(
    'SELECT id, name, description FROM default_channel_group WHERE name = ?',
  )
  const all = db.prepare<[], DefaultChannelGroup>(
    'SELECT id, name, description FROM default_channel_group ORDER BY name',
  )
  const channelIds = db
    .prepare<[group: number], number>(
      'SELECT channel_id FROM default_channel_group_channel WHERE group_id = ? ORDER BY channel_id',
    )
    .pluck()
  const insert = db.prepare<[name: string, description: string]>(
    'INSERT INTO default_channel_group (name, description) VALUES (?, ?)',
  )
  const save = db.prepare<DefaultChannelGroup>(
    'UPDATE default_channel_group SET name = @name, description = @description WHERE id = @id',
  )
  const remove = db.prepare<[id: number]>('DELETE FROM default_channel_group WHERE id = ?')
  const addChannel = db.prepare<[group: number, channel: number]>(
    'INSERT INTO default_channel_group_channel VALUES (?, ?)',
  )
  const removeChannel = db.prepare<[group: number, channel: number]>(
    'DELETE FROM default_channel_group_channel WHERE group_id = ? AND channel_id = ?',
  )
  const removeEverywhere = db.prepare<[channel: number]>(
    'DELETE FROM default_channel_group_channel WHERE channel_id = ?',
  )

  return {
    find: (id: number) => byId.get(id),
    findByName: (name: string) => byName.get(name),
    /** By name. */
    all: () => all.all(),
    channelIds: (id: number) => channelIds.all(id),

    ...writing({
      create: (name: string, description: string): number =>
        Number(insert.run(name, description).lastInsertRowid),
      save: (group: DefaultChannelGroup) => void save.run(group),
      remove: (id: number) => void remove.run(id),
      addChannel: (id: number, channelId: number) => void addChannel.run(id, channelId),
      removeChannel: (id: number, channelId: number) => void removeChannel.run(id, channelId),
      /** @returns whether any group had the channel */
      removeEverywhere: (channelId: number) => removeEverywhere.run(channelId).changes > 0,
    }),
  }
}

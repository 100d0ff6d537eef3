// Table channel: its properties and the group that holds each permission.

import { cachedById, cachedResult } from '../cached-lookup.ts'
import { changeLog } from '../changes.ts'
import type { Bool, Db } from '../db.ts'
import { writing } from '../writing.ts'

/** Who may do what in a channel: each the ID of a group. */
export const CHANNEL_PERMISSIONS = [
  'can_add_subscribers_group',
  'can_administer_channel_group',
  'can_create_topic_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_move_messages_out_of_channel_group',
  'can_move_messages_within_channel_group',
  'can_remove_subscribers_group',
  'can_resolve_topics_group',
  'can_send_message_group',
  'can_subscribe_group',
] as const

export type ChannelPermission = (typeof CHANNEL_PERMISSIONS)[number]

export type TopicsPolicy =
  | 'inherit'
  | 'allow_empty_topic'
  | 'disable_empty_topic'
  | 'empty_topic_only'

export interface Channel extends Record<ChannelPermission, number> {
  id: number
  name: string
  description: string
  rendered_description: string
  created_at: number
  creator_id: number | null
  is_archived: Bool
  invite_only: Bool
  is_web_public: Bool
  history_public_to_subscribers: Bool
  topics_policy: TopicsPolicy
  message_retention_days: number | null
  folder_id: number | null
  is_default: Bool
  first_message_id: number | null
  is_recently_active: Bool
  subscriber_count: number
  /** Messages a week; null when too new to estimate. */
  weekly_traffic: number | null
}

export type NewChannel = Omit<
  Channel,
  | 'id'
  | 'is_archived'
  | 'first_message_id'
  | 'is_recently_active'
  | 'subscriber_count'
  | 'weekly_traffic'
> & { name_key: string }

const FIRST_COLUMNS = `name, description, rendered_description, created_at, creator_id, invite_only,
  is_web_public, history_public_to_subscribers, topics_policy, message_retention_days, folder_id,
  is_default, ${CHANNEL_PERMISSIONS.join(', ')}`

const COLUMNS = `id, is_archived, first_message_id, is_recently_active, subscriber_count,
  weekly_traffic, ${FIRST_COLUMNS}`

/** What can change about a channel besides its counters. */
const CHANGEABLE = `name name_key description rendered_description is_archived invite_only
  is_web_public history_public_to_subscribers topics_policy message_retention_days folder_id
  is_default is_recently_active weekly_traffic ${CHANNEL_PERMISSIONS.join(' ')}`.split(/\s+/)

export type ChannelChanges = Partial<
  Omit<Channel, 'id' | 'created_at' | 'creator_id' | 'first_message_id' | 'subscriber_count'> & {
    name_key: string
  }
>

/** Who may read all messages of a channel: every member, or everyone on the web. */
export type PublicHistory = 'public' | 'web-public'

/** Statements on channels. */
export function channels(db: Db) {
  const byId = db.prepare<[id: number], Channel>(`SELECT ${COLUMNS} FROM channel WHERE id = ?`)
  const byName = db.prepare<[key: string], Channel>(
    `SELECT ${COLUMNS} FROM channel WHERE name_key = ?`,
  )
  const find = cachedById(db, 'channel', (id) => byId.get(id))
  const byNames = db.prepare<[], number>('SELECT id FROM channel ORDER BY name').pluck()
  const ids = cachedResult(db, [{ table: 'channel', columns: ['name'] }], (_: 'all') =>
    byNames.all(),
  )
  const kinds = {
    public: db
      .prepare<[], number>(
        'SELECT id FROM channel WHERE invite_only = 0 AND history_public_to_subscribers = 1 ORDER BY name',
      )
      .pluck(),
    'web-public': db
      .prepare<[], number>('SELECT id FROM channel WHERE is_web_public = 1 ORDER BY name')
      .pluck(),
  }
  const defaults = db.prepare<[], Channel>(
    `SELECT ${COLUMNS} FROM channel WHERE is_default = 1 AND is_archived = 0`,
  )
  const insert = db.prepare<NewChannel>(`
    INSERT INTO channel (name_key, ${FIRST_COLUMNS})
    VALUES (@name_key, ${FIRST_COLUMNS.replace(/\w+/g, '@$&')})`)
  const countSubscribers = db.prepare<[by: number, id: number]>(
    'UPDATE channel SET subscriber_count = subscriber_count + ? WHERE id = ?',
  )
  const setFirstMessage = db.prepare<[message: number | null, id: number]>(
    'UPDATE channel SET first_message_id = ? WHERE id = ?',
  )
  const setters = new Map(
    CHANGEABLE.map((column) => [
      column,
      db.prepare<[value: unknown, id: number]>(`UPDATE channel SET ${column} = ? WHERE id = ?`),
    ]),
  )
  const inFolder = db
    .prepare<[folder: number], number>('SELECT 1 FROM channel WHERE folder_id = ? LIMIT 1')
    .pluck()

  return {
    changes: changeLog(db, { table: 'channel', key: 'id' }),
    find,
    /** @param key the name, case-folded */
    findByName: (key: string) => byName.get(key),
    /** By name, archived ones included. */
    all: () => Array.from(ids('all')!, (id) => find(id)!),
    /** IDs of all channels, in the order of their names. */
    ids: (): readonly number[] => ids('all')!,
    /** IDs of all channels with such a history, archived ones included. */
    withHistory: (kind: PublicHistory) => kinds[kind].all(),
    defaults: () => defaults.all(),
    /** Whether any channel, archived or not, lies in a folder. */
    anyInFolder: (folderId: number) => inFolder.get(folderId) !== undefined,

    ...writing({
      create: (channel: NewChannel): number => Number(insert.run(channel).lastInsertRowid),
      change(id: number, changes: ChannelChanges) {
        for (const [column, value] of Object.entries(changes)) setters.get(column)!.run(value, id)
      },
      addToSubscriberCount: (id: number, by: number) => void countSubscribers.run(by, id),
      setFirstMessage: (id: number, messageId: number | null) =>
        void setFirstMessage.run(messageId, id),
    }),
  }
}

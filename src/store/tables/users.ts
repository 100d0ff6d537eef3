// Table user: people, bots and system bots.

import { cachedById, cachedLookup } from '../cached-lookup.ts'
import { changeLog } from '../changes.ts'
import type { Bool, Db } from '../db.ts'
import { writing } from '../writing.ts'

export interface User {
  id: number
  email: string
  email_key: string
  full_name: string
  role: number
  is_active: Bool
  is_deleted: Bool
  joined_at: number
  timezone: string
  avatar_source: 'G' | 'J' | 'U'
  avatar_version: number
  avatar_file: string | null
  email_address_visibility: number
  /** JSON of the personal settings this person ever chose. */
  settings: string
  /** JSON of those that others chose: the organization's defaults at joining, administrators later. */
  given_settings: string
  password_hash: string | null
  key_version: number
  can_create_users: Bool
  can_change_user_emails: Bool
  bot_type: number | null
  bot_owner_id: number | null
  system_bot: string | null
  bot_default_sending_channel_id: number | null
  bot_default_events_channel_id: number | null
  bot_default_all_public: Bool
}

export type NewUser = Pick<
  User,
  'email' | 'email_key' | 'full_name' | 'role' | 'joined_at' | 'password_hash'
> &
  Partial<
    Pick<
      User,
      | 'bot_type'
      | 'bot_owner_id'
      | 'system_bot'
      | 'timezone'
      | 'settings'
      | 'given_settings'
      | 'email_address_visibility'
      | 'avatar_source'
      | 'can_create_users'
      | 'can_change_user_emails'
    >
  >

/** What can change about an account once it exists. */
const CHANGEABLE = `email email_key full_name role is_active is_deleted timezone avatar_source
  avatar_version avatar_file email_address_visibility settings given_settings password_hash
  key_version can_create_users can_change_user_emails bot_owner_id bot_default_sending_channel_id
  bot_default_events_channel_id bot_default_all_public`.split(/\s+/)

/** Columns that concern the person alone, and change often. */
const UNSEEN = new Set(['settings', 'given_settings', 'password_hash', 'key_version'])

export type UserChanges = Partial<Omit<User, 'id' | 'joined_at' | 'bot_type' | 'system_bot'>>

const COLUMNS = `id, joined_at, bot_type, system_bot, ${CHANGEABLE.join(', ')}`

/** How settings say that presence is not shown. */
const HIDDEN = `'"presence_enabled":false'`

/** Names are compared without regard to case. */
const nameKey = (fullName: string) => fullName.toLowerCase()

/** Statements on users. */
export function users(db: Db) {
  const byId = db.prepare<[id: number], User>(`SELECT ${COLUMNS} FROM user WHERE id = ?`)
  const byEmail = db.prepare<[key: string], User>(`SELECT ${COLUMNS} FROM user WHERE email_key = ?`)
  const bySystemBot = db.prepare<[name: string], User>(
    `SELECT ${COLUMNS} FROM user WHERE system_bot = ?`,
  )
  const all = db.prepare<[], User>(
    `SELECT ${COLUMNS} FROM user WHERE system_bot IS NULL ORDER BY id`,
  )
  const between = db.prepare<[first: number, last: number], User>(
    `SELECT ${COLUMNS} FROM user WHERE id BETWEEN ? AND ? AND system_bot IS NULL ORDER BY id`,
  )
  const newest = db.prepare<[], number | null>('SELECT max(id) FROM user').pluck()
  const systemBots = db.prepare<[], User>(
    `SELECT ${COLUMNS} FROM user WHERE system_bot IS NOT NULL ORDER BY id`,
  )
  const named = db.prepare<[name: string], User>(
    `SELECT ${COLUMNS} FROM user WHERE name_key = ? ORDER BY id`,
  )
  const insert = db.prepare<NewUser & Record<string, unknown>>(`
    INSERT INTO user (email, email_key, full_name, name_key, role, joined_at, password_hash,
                      bot_type, bot_owner_id, system_bot, timezone, settings, given_settings,
                      email_address_visibility, avatar_source, can_create_users,
                      can_change_user_emails)
    VALUES (@email, @email_key, @full_name, @name_key, @role, @joined_at, @password_hash,
            @bot_type, @bot_owner_id, @system_bot, @timezone, @settings, @given_settings,
            @email_address_visibility, @avatar_source, @can_create_users,
            @can_change_user_emails)`)
  const setters = new Map(
    CHANGEABLE.map((column) => [
      column,
      db.prepare<[value: unknown, id: number]>(`UPDATE user SET ${column} = ? WHERE id = ?`),
    ]),
  )
  const setNameKey = db.prepare<[key: string, id: number]>(
    'UPDATE user SET name_key = ? WHERE id = ?',
  )
  const botsOf = db.prepare<[owner: number], User>(
    `SELECT ${COLUMNS} FROM user WHERE bot_owner_id = ? AND is_active = 1 ORDER BY id`,
  )
  const activeBots = db.prepare<[], User>(`
    SELECT ${COLUMNS} FROM user
     WHERE bot_type IS NOT NULL AND is_active = 1 AND system_bot IS NULL ORDER BY id`)
  const withStatus = db.prepare<[], User>(`
    SELECT ${COLUMNS} FROM user
     WHERE system_bot IS NULL
       AND (id IN (SELECT user_id FROM user_status) OR instr(settings, ${HIDDEN}) > 0
            OR instr(given_settings, ${HIDDEN}) > 0) ORDER BY id`)
  const activeOwners = db
    .prepare<[], number>(
      'SELECT id FROM user WHERE role = 100 AND is_active = 1 AND bot_type IS NULL',
    )
    .pluck()
  const activePeople = db
    .prepare<[most: number], number>(`
      SELECT count(*) FROM (
        SELECT 1 FROM user WHERE is_active = 1 AND bot_type IS NULL AND system_bot IS NULL LIMIT ?)`)
    .pluck()
  const setPassword = db.prepare<[hash: string, id: number]>(
    'UPDATE user SET password_hash = ? WHERE id = ?',
  )
  const raiseKey = db.prepare<[id: number]>(
    'UPDATE user SET key_version = key_version + 1 WHERE id = ?',
  )

  return {
    /** Users who look different to others than before. */
    changes: changeLog(
      db,
      {
        ...{ table: 'user', columns: CHANGEABLE.filter((column) => !UNSEEN.has(column)) },
        key: 'id',
      },
      { table: 'profile_value', key: 'user_id' },
    ),
    /** The largest ID that there is, 0 before there is any. */
    newestId: () => newest.get() ?? 0,
    /** Those of a range of IDs, by ID; system bots are not among them. */
    between: (first: number, last: number) => between.all(first, last),
    find: cachedById(db, 'user', (id) => byId.get(id)),
    /** @param key the address, case-folded */
    findByEmail: cachedLookup(db, 'user', (key: string) => byEmail.get(key)),
    findSystemBot: (name: 'notification' | 'welcome' | 'email-gateway') => bySystemBot.get(name),
    /** Everyone who ever had an account, by ID; system bots are not among them. */
    all: () => all.all(),
    systemBots: () => systemBots.all(),
    /** Everyone of a name, however it is capitalised, by ID. */
    named: (fullName: string) => named.all(nameKey(fullName)),
    /** Active bots that belong to a user. */
    botsOf: (ownerId: number) => botsOf.all(ownerId),
    /** All active bots but system bots, by ID. */
    activeBots: () => activeBots.all(),
    /** Those who set a status, and all who hide or ever hid their presence, by ID. */
    withStatus: () => withStatus.all(),
    /** IDs of the people who own the organization. */
    activeOwners: () => activeOwners.all(),
    /** How many people have an account; counted no further than this many. */
    countActivePeople: (most: number): number => activePeople.get(most)!,

    ...writing({
      create: (user: NewUser): number =>
        Number(
          insert.run({
            bot_type: null,
            bot_owner_id: null,
            system_bot: null,
            timezone: '',
            settings: '{}',
            given_settings: '{}',
            email_address_visibility: 1,
            avatar_source: 'J',
            can_create_users: 0,
            can_change_user_emails: 0,
            ...user,
            name_key: nameKey(user.full_name),
          }).lastInsertRowid,
        ),
      change(id: number, changes: UserChanges) {
        for (const [column, value] of Object.entries(changes)) setters.get(column)!.run(value, id)
        if (changes.full_name !== undefined) setNameKey.run(nameKey(changes.full_name), id)
      },
      setPassword: (id: number, hash: string) => void setPassword.run(hash, id),
      raiseKeyVersion: (id: number) => void raiseKey.run(id),
    }),
  }
}

// Tables user_group, user_group_member and user_group_subgroup. Anonymous groups hold the value
// of one permission setting.

import { changeCounter, changeLog } from '../changes.ts'
import type { Bool, Db } from '../db.ts'
import { writing } from '../writing.ts'

export const GROUP_PERMISSIONS = [
  'can_add_members_group',
  'can_join_group',
  'can_leave_group',
  'can_manage_group',
  'can_mention_group',
  'can_remove_members_group',
] as const

export type GroupPermission = (typeof GROUP_PERMISSIONS)[number]

/** The holders of its permissions are null on anonymous groups only. */
export interface Group extends Record<GroupPermission, number | null> {
  id: number
  /** null: an anonymous group, the value of one permission setting. */
  name: string | null
  description: string
  is_system: Bool
  deactivated: Bool
  creator_id: number | null
  created_at: number | null
}

/** The people and groups that a permission setting names. */
export interface AnonymousGroup {
  direct_members: number[]
  direct_subgroups: number[]
}

export type NewGroup = Omit<Group, 'id' | 'deactivated'> & { name_key: string | null }

const COLUMNS = `id, name, description, is_system, deactivated, creator_id, created_at,
  can_add_members_group, can_join_group, can_leave_group, can_manage_group, can_mention_group,
  can_remove_members_group`

/** The group and all groups below it, at any depth. */
const CLOSURE = `WITH RECURSIVE closure (id) AS (
  VALUES (@group) UNION
  SELECT subgroup_id FROM user_group_subgroup JOIN closure ON group_id = closure.id)`

/** Statements on groups, their members and subgroups. */
export function groups(db: Db) {
  const byId = db.prepare<[id: number], Group>(`SELECT ${COLUMNS} FROM user_group WHERE id = ?`)
  const byName = db.prepare<[key: string], Group>(
    `SELECT ${COLUMNS} FROM user_group WHERE name_key = ?`,
  )
  const named = db.prepare<[], Group>(
    `SELECT ${COLUMNS} FROM user_group WHERE name IS NOT NULL ORDER BY id`,
  )
  const insert = db.prepare<NewGroup>(`
    INSERT INTO user_group (name, name_key, description, is_system, creator_id, created_at,
      can_add_members_group, can_join_group, can_leave_group, can_manage_group, can_mention_group,
      can_remove_members_group)
    VALUES (@name, @name_key, @description, @is_system, @creator_id, @created_at,
      @can_add_members_group, @can_join_group, @can_leave_group, @can_manage_group, @can_mention_group,
      @can_remove_members_group)`)
  const members = db
    .prepare<[group: number], number>(
      'SELECT user_id FROM user_group_member WHERE group_id = ? ORDER BY user_id',
    )
    .pluck()
  const activeMembers = db
    .prepare<[group: number], number>(`
      SELECT user_id FROM user_group_member JOIN user ON user.id = user_id
       WHERE group_id = ? AND is_active = 1 ORDER BY user_id`)
    .pluck()
  const subgroups = db
    .prepare<[group: number], number>(
      'SELECT subgroup_id FROM user_group_subgroup WHERE group_id = ? ORDER BY subgroup_id',
    )
    .pluck()
  const addMember = db.prepare<[group: number, user: number]>(
    'INSERT INTO user_group_member VALUES (?, ?)',
  )
  const removeMember = db.prepare<[group: number, user: number]>(
    'DELETE FROM user_group_member WHERE group_id = ? AND user_id = ?',
  )
  const addSubgroup = db.prepare<[group: number, subgroup: number]>(
    'INSERT INTO user_group_subgroup VALUES (?, ?)',
  )
  const update = db.prepare<Group & { name_key: string }>(`
    UPDATE user_group
       SET name = @name, name_key = @name_key, description = @description, deactivated = @deactivated,
           can_add_members_group = @can_add_members_group, can_join_group = @can_join_group,
           can_leave_group = @can_leave_group, can_manage_group = @can_manage_group,
           can_mention_group = @can_mention_group,
           can_remove_members_group = @can_remove_members_group
     WHERE id = @id`)
  const removeSubgroup = db.prepare<[group: number, subgroup: number]>(
    'DELETE FROM user_group_subgroup WHERE group_id = ? AND subgroup_id = ?',
  )
  const supergroups = db.prepare<[subgroup: number], Group>(`
    SELECT ${COLUMNS} FROM user_group_subgroup JOIN user_group ON id = group_id
     WHERE subgroup_id = ? ORDER BY id`)
  const ofMember = db.prepare<[user: number], Group>(`
    SELECT ${COLUMNS} FROM user_group_member JOIN user_group ON id = group_id
     WHERE user_id = ? ORDER BY id`)
  const below = db
    .prepare<{ group: number }, number>(
      `${CLOSURE} SELECT id FROM closure WHERE id <> @group ORDER BY id`,
    )
    .pluck()
  const isDirectMember = db
    .prepare<[group: number, user: number], number>(
      'SELECT 1 FROM user_group_member WHERE group_id = ? AND user_id = ?',
    )
    .pluck()
  const directGroups = db
    .prepare<[user: number], number>('SELECT group_id FROM user_group_member WHERE user_id = ?')
    .pluck()
  const withThoseBelow = db
    .prepare<[groups: string], number>(`
      WITH RECURSIVE closure (id) AS (
        SELECT value FROM json_each(?) UNION
        SELECT subgroup_id FROM user_group_subgroup JOIN closure ON group_id = closure.id)
      SELECT id FROM closure`)
    .pluck()
  const membersAmong = db
    .prepare<{ users: string; groups: string }, number>(`
      SELECT value FROM json_each(@users) AS one
       WHERE EXISTS (SELECT 1 FROM user_group_member INDEXED BY user_group_member_by_user
                      WHERE user_id = one.value AND group_id IN (SELECT value FROM json_each(@groups)))`)
    .pluck()
  const active = db
    .prepare<[users: string], number>(`
      SELECT user.id FROM json_each(?) CROSS JOIN user ON user.id = value WHERE is_active = 1 ORDER BY user.id`)
    .pluck()
  // CROSS JOIN and a list that is in order already take a third of the time.
  const activeMembersAsJson = db
    .prepare<[group: number], string>(`
      SELECT json_group_array(user_id)
        FROM (SELECT user_id FROM user_group_member CROSS JOIN user ON user.id = user_id
               WHERE group_id = ? AND is_active = 1 ORDER BY user_id)`)
    .pluck()
  const anonymous = db
    .prepare<{ group: number }, [members: string, subgroups: string]>(`
      SELECT (SELECT json_group_array(user_id ORDER BY user_id)
                FROM user_group_member CROSS JOIN user ON user.id = user_id
               WHERE group_id = @group AND is_active = 1),
             (SELECT json_group_array(subgroup_id ORDER BY subgroup_id)
                FROM user_group_subgroup WHERE group_id = @group)
        FROM user_group WHERE id = @group AND name IS NULL`)
    .raw()
  const removeAnonymous = db.prepare<[id: number]>(
    'DELETE FROM user_group WHERE id = ? AND name IS NULL',
  )
  const above = db
    .prepare<[group: number], number>(`
      WITH RECURSIVE above (id) AS (
        VALUES (?) UNION
        SELECT group_id FROM user_group_subgroup JOIN above ON subgroup_id = above.id)
      SELECT id FROM above`)
    .pluck()
  const groupsOf = db
    .prepare<[user: number], number>(`
      WITH RECURSIVE above (id) AS (
        SELECT group_id FROM user_group_member WHERE user_id = ? UNION
        SELECT group_id FROM user_group_subgroup JOIN above ON subgroup_id = above.id)
      SELECT id FROM above`)
    .pluck()
  const closureOf = keptClosures(db, (id) => withThoseBelow.all(JSON.stringify([id])))

  return {
    /** Notes a group when it, its active members or its subgroups change. */
    changes: changeLog(
      db,
      { table: 'user_group', key: 'id' },
      { table: 'user_group_member', key: 'group_id' },
      { table: 'user_group_subgroup', key: 'group_id' },
      {
        ...{ table: 'user', columns: ['is_active'], ignoreInserts: true, key: 'group_id' },
        keysFrom: (row) => `user_group_member WHERE user_id = ${row}.id`,
      },
    ),
    find: (id: number) => byId.get(id),
    findByName: (key: string) => byName.get(key),
    /** All but anonymous ones, deactivated included, by ID. */
    named: () => named.all(),
    members: (id: number) => members.all(id),
    activeMembers: (id: number) => activeMembers.all(id),
    activeMembersAsJson: (id: number) => activeMembersAsJson.get(id)!,
    subgroups: (id: number) => subgroups.all(id),
    /** Groups that contain a group directly, anonymous ones included. */
    supergroups: (id: number) => supergroups.all(id),
    /** The group and all groups that contain it, at any depth. */
    withThoseAbove: (group: number) => above.all(group),
    /** Groups at any depth below a group. */
    below: (group: number) => below.all({ group }),
    /** Groups a user is in directly, anonymous ones included. */
    ofMember: (userId: number) => ofMember.all(userId),
    isDirectMember: (group: number, user: number) => isDirectMember.get(group, user) !== undefined,
    /** Directly or through groups below. */
    contains(group: number, user: number): boolean {
      if (isDirectMember.get(group, user) !== undefined) return true
      const closure = closureOf(group)
      return closure.size > 1 && directGroups.all(user).some((id) => closure.has(id))
    },
    /** IDs of all groups that contain a user, directly or through groups below. */
    containing: (user: number) => groupsOf.all(user),
    /** The active members and the subgroups that a setting names, by ID; undefined for a group that has a name. */
    anonymous(group: number): AnonymousGroup | undefined {
      const [members, subgroups] = anonymous.get({ group }) ?? []
      if (members === undefined || subgroups === undefined) return undefined
      return { direct_members: JSON.parse(members), direct_subgroups: JSON.parse(subgroups) }
    },
    /** Some groups and all groups below them, each once. */
    withThoseBelow: (groups: readonly number[]) => withThoseBelow.all(JSON.stringify(groups)),
    /** Those of some users who are in any of some groups directly. */
    membersAmong: (users: readonly number[], groups: readonly number[]) =>
      membersAmong.all({ users: JSON.stringify(users), groups: JSON.stringify(groups) }),
    /** All users in a group or in groups below it. */
    membersWithin(group: number): ReadonlySet<number> {
      const users = new Set<number>()
      for (const id of closureOf(group)) for (const userId of members.all(id)) users.add(userId)
      return users
    },
    /** Active users in some groups or in groups below them, each once, by ID. */
    everyoneIn(groups: readonly number[]): number[] {
      const users = new Set<number>()
      for (const id of withThoseBelow.all(JSON.stringify(groups)))
        for (const userId of members.all(id)) users.add(userId)
      return active.all(JSON.stringify([...users]))
    },

    ...writing({
      create: (group: NewGroup): number => Number(insert.run(group).lastInsertRowid),
      addMember: (id: number, userId: number) => void addMember.run(id, userId),
      removeMember: (id: number, userId: number) => void removeMember.run(id, userId),
      save: (group: Group & { name_key: string }) => void update.run(group),
      removeSubgroup: (id: number, subgroupId: number) => void removeSubgroup.run(id, subgroupId),
      addSubgroup: (id: number, subgroupId: number) => void addSubgroup.run(id, subgroupId),
      /** Leaves groups that have a name alone. */
      removeAnonymous: (id: number) => void removeAnonymous.run(id),
    }),
  }
}

/** Groups of which the closure is kept; each may be all groups of the organization. */
const MOST_CLOSURES = 32

/**
 * Who may see one channel is asked for each of thousands of people, and groups that contain each other
 * have a hundred times as many edges as there are groups. So a closure is found once, until subgroups change.
 */
function keptClosures(db: Db, find: (group: number) => readonly number[]) {
  const version = changeCounter(db, { table: 'user_group_subgroup' })
  const anyBelow = db.prepare<[group: number], unknown>(
    'SELECT 1 FROM user_group_subgroup WHERE group_id = ? LIMIT 1',
  )
  let [readAt, known] = [version(), new Map<number, ReadonlySet<number>>()]
  // Each channel has groups of its own, most of which contain no others. They take no place of a closure.
  const withoutSubgroups = new Set<number>()
  const isAlone = (group: number): boolean => {
    if (!withoutSubgroups.has(group) && anyBelow.get(group)) return false
    withoutSubgroups.add(group)
    return true
  }
  return (group: number): ReadonlySet<number> => {
    if (readAt !== version()) {
      ;[readAt, known] = [version(), new Map()]
      withoutSubgroups.clear()
    }
    let closure = known.get(group)
    if (!closure) {
      if (isAlone(group)) return new Set([group])
      closure = new Set(find(group))
    }
    known.delete(group)
    known.set(group, closure)
    if (known.size > MOST_CLOSURES) known.delete(known.keys().next().value!)
    return closure
  }
}

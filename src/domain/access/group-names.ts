// The groups that the server keeps itself: their names and fixed IDs.

/**
 * The system groups, in the order of their creation: the first rows of a new database, so their
 * IDs are fixed. Each contains the one above it.
 */
export const SYSTEM_GROUPS = [
  ['role:nobody', 'Nobody', 'Nobody'],
  ['role:owners', 'Owners', 'Owners of this organization'],
  [
    'role:administrators',
    'Administrators',
    'Administrators of this organization, including owners',
  ],
  ['role:moderators', 'Moderators', 'Moderators of this organization, including administrators'],
  [
    'role:fullmembers',
    'Full members',
    'Members who have been here for the waiting period, including moderators',
  ],
  ['role:members', 'Members', 'Members of this organization, not including guests'],
  ['role:everyone', 'Everyone', 'Everyone in this organization, including guests'],
  ['role:internet', 'Everyone on the Internet', 'Everyone on the Internet'],
] as const

export type SystemGroupName = (typeof SYSTEM_GROUPS)[number][0]

export const SYSTEM_GROUP = Object.fromEntries(
  SYSTEM_GROUPS.map(([name], index) => [name, index + 1]),
) as Record<SystemGroupName, number>

const DISPLAY_NAMES = new Map<string, string>(SYSTEM_GROUPS.map(([name, shown]) => [name, shown]))

/** What people read: system groups go by names that are meant for programs. */
export const displayName = (groupName: string) => DISPLAY_NAMES.get(groupName) ?? groupName

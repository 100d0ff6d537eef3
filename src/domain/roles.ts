/** Specification, 2.2: smaller numbers may do more. */
export const ROLE = {
  owner: 100,
  administrator: 200,
  moderator: 300,
  member: 400,
  guest: 600,
} as const

export type Role = (typeof ROLE)[keyof typeof ROLE]

export const ROLES = Object.values(ROLE)

import { refuse } from '../errors.ts'

/** Specification 2.2: smaller numbers may do more. */
export const ROLE = {
  owner: 100,
  administrator: 200,
  moderator: 300,
  member: 400,
  guest: 600,
} as const

export type Role = (typeof ROLE)[keyof typeof ROLE]

export const ROLES = Object.values(ROLE)

/** @throws RequestError UNAUTHORIZED_PRINCIPAL */
export function requireOwner(by: { role: number }) {
  if (by.role !== ROLE.owner) refuse('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner')
}

/** @throws RequestError UNAUTHORIZED_PRINCIPAL for everyone but administrators and owners */
export function requireAdministrator(by: { role: number }) {
  if (by.role > ROLE.administrator)
    refuse('UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator')
}

// Roles, and the refusals of callers whose role is too low.

import { ADMINISTRATORS_ONLY, NOT_BY_PRINCIPAL, OWNERS_ONLY } from '../../errors/callers.ts'
import { refuse } from '../../errors.ts'

/** Smaller numbers may do more. */
export const ROLE = {
  owner: 100,
  administrator: 200,
  moderator: 300,
  member: 400,
  guest: 600,
} as const

export type Role = (typeof ROLE)[keyof typeof ROLE]

export const ROLES = Object.values(ROLE)

/**
 * Whether a user may hold, grant or take over something that carries a role: a key, a link, a bot, a
 * reopened account. It takes at least that role.
 */
export const mayActFor = (by: { role: number }, role: number): boolean => by.role <= role

/** @throws RequestError UNAUTHORIZED_PRINCIPAL for what carries more than the caller has */
export function requireMayActFor(by: { role: number }, role: number) {
  if (mayActFor(by, role)) return
  if (role === ROLE.owner) requireOwner(by)
  if (role === ROLE.administrator) requireAdministrator(by)
  refuse(NOT_BY_PRINCIPAL)
}

/** @throws RequestError UNAUTHORIZED_PRINCIPAL */
export function requireOwner(by: { role: number }) {
  if (by.role !== ROLE.owner) refuse(OWNERS_ONLY)
}

/** @throws RequestError UNAUTHORIZED_PRINCIPAL for everyone but administrators and owners */
export function requireAdministrator(by: { role: number }) {
  if (by.role > ROLE.administrator) refuse(ADMINISTRATORS_ONLY)
}

// Rules that name receivers of events by role.

import type { Context } from '../kernel/context.ts'
import { ROLE } from './roles.ts'

/** All users except guests. */
export const nonGuests = (ctx: Context) => upTo(ctx, ROLE.member)

/** Administrators and owners. */
export const administrators = (ctx: Context) => upTo(ctx, ROLE.administrator)

const upTo = (ctx: Context, role: number) => (userId: number) => {
  const user = ctx.store.users.find(userId)
  return user !== undefined && user.role <= role
}

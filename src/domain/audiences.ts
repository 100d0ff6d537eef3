import type { Context } from './context.ts'
import { ROLE } from './roles.ts'

/** Receivers of what guests are not told. */
export const nonGuests = (ctx: Context) => upTo(ctx, ROLE.member)

/** Receivers of what concerns those who look after the organization. */
export const administrators = (ctx: Context) => upTo(ctx, ROLE.administrator)

const upTo = (ctx: Context, role: number) => (userId: number) => {
  const user = ctx.store.users.find(userId)
  return user !== undefined && user.role <= role
}

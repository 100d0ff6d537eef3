import { refuse } from '../errors.ts'
import type { Context } from './context.ts'
import { changeRole, requireMayChangeRole } from './role-changes.ts'
import { ROLE, type Role } from './roles.ts'
import type { User } from './users.ts'

export interface UserPatch {
  role?: Role | undefined
}

/** PATCH /users/{user_id} (specification, 4.9). */
export const changeUser = (ctx: Context, by: User, userId: number, patch: UserPatch) =>
  ctx.commit((emit) => {
    const user = administeredUser(ctx, by, userId)
    if (patch.role !== undefined && patch.role !== user.role) {
      requireMayChangeRole(ctx, by, user, patch.role)
      changeRole(ctx, emit, user, patch.role)
    }
  })

/** A user whose account the caller may change: an administrator any, everyone their own bots. */
export function administeredUser(ctx: Context, by: User, id: number): User {
  const user = ctx.store.users.find(id)
  const isOwnBot = user?.bot_type != null && user.bot_owner_id === by.id
  if (by.role > ROLE.administrator && !isOwnBot) {
    refuse('UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator')
  }
  if (!user || user.system_bot !== null) refuse('BAD_REQUEST', 'No such user')
  return user
}

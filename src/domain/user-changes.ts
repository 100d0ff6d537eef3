import { refuse } from '../errors.ts'
import { addressProblem, changeAddress } from './addresses.ts'
import type { Context } from './context.ts'
import { changeFullName } from './full-names.ts'
import { type ProfileEntry, setProfile } from './profile-values.ts'
import { changeRole, requireMayChangeRole } from './role-changes.ts'
import { ROLE, type Role, requireAdministrator } from './roles.ts'
import { userByAddress } from './user-lists.ts'
import type { User } from './users.ts'

export interface UserPatch {
  full_name?: string | undefined
  role?: Role | undefined
  profile_data?: readonly ProfileEntry[] | undefined
  new_email?: string | undefined
}

/** PATCH /users/{user_id} (specification 4.9): all of it happens, or nothing. */
export const changeUser = (ctx: Context, by: User, userId: number, patch: UserPatch) =>
  ctx.commit((emit) => {
    const user = administeredUser(ctx, by, userId)
    const { full_name, role, profile_data, new_email } = patch
    if (full_name !== undefined) changeFullName(ctx, emit, user, full_name)
    if (profile_data !== undefined) setProfile(ctx, emit, user, profile_data)
    if (new_email !== undefined) {
      requireMayChangeAddress(ctx, by, user, new_email)
      changeAddress(ctx, emit, user, new_email)
    }
    if (role !== undefined && role !== user.role) {
      requireMayChangeRole(ctx, by, user, role)
      changeRole(ctx, emit, user, role)
    }
  })

/** PATCH /users/{email}. */
export const changeUserByEmail = (ctx: Context, by: User, email: string, patch: UserPatch) =>
  changeUser(ctx, by, userByAddress(ctx, by, email).id, patch)

/** A user whose account the caller may change: an administrator any, everyone their own bots. */
function administeredUser(ctx: Context, by: User, id: number): User {
  const user = ctx.store.users.find(id)
  const isOwnBot = user?.bot_type != null && user.bot_owner_id === by.id
  if (!isOwnBot) requireAdministrator(by)
  if (!user || user.system_bot !== null) refuse('BAD_REQUEST', 'No such user')
  return user
}

function requireMayChangeAddress(ctx: Context, by: User, user: User, address: string) {
  if (by.role !== ROLE.owner || !by.can_change_user_emails)
    refuse('BAD_REQUEST', 'User not authorized to change user emails')
  if (user.bot_type !== null) refuse('BAD_REQUEST', 'Bots have no address of their own.')
  const problem = addressProblem(ctx, address)
  if (problem) refuse('BAD_REQUEST', problem)
}

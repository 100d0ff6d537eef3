// Changes accounts of others: name, role, address, profile.

import { NO_SUCH_USER } from '../../errors/users.ts'
import { refuse } from '../../errors.ts'
import { ROLE, type Role, requireAdministrator } from '../access/roles.ts'
import type { App, Context } from '../kernel/context.ts'
import { addressProblem, changeAddress } from '../users/addresses.ts'
import { changeFullName } from '../users/full-names.ts'
import { userByAddress } from '../users/user-lists.ts'
import type { User } from '../users/users.ts'
import { type ProfileEntry, setProfile } from './profile-values.ts'
import { changeRole, requireMayChangeRole } from './role-changes.ts'

export interface UserPatch {
  full_name?: string | undefined
  role?: Role | undefined
  profile_data?: readonly ProfileEntry[] | undefined
  new_email?: string | undefined
}

/** PATCH /users/{user_id}: all changes or none. */
export const changeUser = (ctx: App, by: User, userId: number, patch: UserPatch) =>
  ctx.commit((tx) => {
    const user = administeredUser(tx, by, userId)
    const { full_name, role, profile_data, new_email } = patch
    // Programs that change something else send it empty.
    if (full_name !== undefined && full_name.trim() !== '') changeFullName(tx, user, full_name)
    if (profile_data !== undefined) setProfile(tx, user, profile_data)
    if (new_email !== undefined) {
      requireMayChangeAddress(tx, by, user, new_email)
      changeAddress(tx, user, new_email)
    }
    if (role !== undefined && role !== user.role) {
      requireMayChangeRole(tx, by, user, role)
      changeRole(tx, user, role)
    }
  })

/** PATCH /users/{email}. */
export const changeUserByEmail = (ctx: App, by: User, email: string, patch: UserPatch) =>
  changeUser(ctx, by, userByAddress(ctx, by, email).id, patch)

/**
 * A user whose account the caller may change: any for administrators, else the caller's own bots.
 */
function administeredUser(ctx: Context, by: User, id: number): User {
  const user = ctx.store.users.find(id)
  const isOwnBot = user?.bot_type != null && user.bot_owner_id === by.id
  if (!isOwnBot) requireAdministrator(by)
  if (!user || user.system_bot !== null) refuse(NO_SUCH_USER)
  return user
}

function requireMayChangeAddress(ctx: Context, by: User, user: User, address: string) {
  if (by.role !== ROLE.owner || !by.can_change_user_emails)
    refuse('BAD_REQUEST', 'User not authorized to change user emails')
  if (user.bot_type !== null) refuse('BAD_REQUEST', 'Bots have no address of their own.')
  const problem = addressProblem(ctx, address)
  if (problem) refuse('BAD_REQUEST', problem)
}

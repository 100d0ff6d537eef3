// Login without a password, for development servers only.

import { WRONG_LOGIN } from '../../errors/callers.ts'
import { refuse } from '../../errors.ts'
import { ROLE } from '../access/roles.ts'
import type { Context } from '../kernel/context.ts'
import { theOrganization } from '../organization/organization.ts'
import { findByEmail, isPerson, type User } from '../users/users.ts'
import { refuseDeactivated } from './accounts.ts'

/** POST /dev_fetch_api_key: logs in as any user, without a password. */
export function logInForDevelopment(ctx: Context, username: string): User {
  requireDevelopment(ctx)
  theOrganization(ctx)
  const user = findByEmail(ctx, username)
  if (!user || !isPerson(user)) refuse(WRONG_LOGIN)
  refuseDeactivated(ctx, user)
  return user
}

/** GET /dev_list_users: the users to choose from. */
export function listForDevelopment(ctx: Context) {
  requireDevelopment(ctx)
  const people = ctx.store.users.all().filter((user) => user.is_active && isPerson(user))
  const describe = (user: User) => ({ email: user.email, realm_url: ctx.server.url })
  return {
    direct_admins: people.filter((user) => user.role <= ROLE.administrator).map(describe),
    direct_users: people.filter((user) => user.role > ROLE.administrator).map(describe),
  }
}

function requireDevelopment(ctx: Context) {
  if (!ctx.server.dev) refuse('BAD_REQUEST', 'Endpoint not available in production.')
}

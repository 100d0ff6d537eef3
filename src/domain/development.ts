import { refuse } from '../errors.ts'
import { refuseDeactivated } from './accounts.ts'
import type { Context } from './context.ts'
import { theOrganization } from './organization.ts'
import { ROLE } from './roles.ts'
import { findByEmail, isPerson, type User } from './users.ts'

/** POST /dev_fetch_api_key: whoever reaches a development server is whom they say (events 6). */
export function logInForDevelopment(ctx: Context, username: string): User {
  requireDevelopment(ctx)
  theOrganization(ctx)
  const user = findByEmail(ctx, username)
  if (!user || !isPerson(user))
    refuse('AUTHENTICATION_FAILED', 'Your username or password is incorrect')
  refuseDeactivated(ctx, user)
  return user
}

/** GET /dev_list_users: whom one can log in as. */
export function listForDevelopment(ctx: Context) {
  requireDevelopment(ctx)
  const people = ctx.store.users.all().filter((user) => user.is_active && isPerson(user))
  const describe = (user: User) => ({ email: user.email, realm_url: ctx.site.url })
  return {
    direct_admins: people.filter((user) => user.role <= ROLE.administrator).map(describe),
    direct_users: people.filter((user) => user.role > ROLE.administrator).map(describe),
  }
}

function requireDevelopment(ctx: Context) {
  if (!ctx.site.dev) refuse('BAD_REQUEST', 'This works on development servers only.')
}

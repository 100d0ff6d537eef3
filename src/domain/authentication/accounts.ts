// Creates accounts and logs people in.

import { ACCOUNT_DEACTIVATED, ORGANIZATION_DEACTIVATED, WRONG_LOGIN } from '../../errors/callers.ts'
import { refuse } from '../../errors.ts'
import { systemGroupsOf } from '../access/groups.ts'
import type { Role } from '../access/roles.ts'
import type { Context, Tx } from '../kernel/context.ts'
import { theOrganization } from '../organization/organization.ts'
import { checkNewAddress } from '../users/addresses.ts'
import { checkFullName, requireFreeName } from '../users/full-names.ts'
import { chosenDefaults } from '../users/user-settings.ts'
import {
  describeUser,
  emailKey,
  findByEmail,
  isEmailLike,
  seesUser,
  type User,
} from '../users/users.ts'
import { verifyPassword } from './passwords.ts'

export interface NewAccount {
  email: string
  fullName: string
  passwordHash: string | null
  role: Role
  /** IANA name; '' if it is not known. */
  timezone?: string
  /** Who may see the address; undefined for the default of the organization. */
  addressVisibility?: number | undefined
  bot?: { type: number; ownerId: number }
}

/**
 * Creates an account, adds it to its system groups and emits it to everyone.
 * @returns its user ID
 */
export function createAccount(tx: Tx, account: NewAccount & { isFirst?: boolean }): number {
  const { email, role, bot, isFirst = false } = account
  const { users, groups } = tx.store
  const settings = theOrganization(tx).settings
  const joinedAt = tx.now
  const { email_address_visibility = 1, ...givenSettings } = chosenDefaults(tx)
  const full_name = checkFullName(account.fullName)
  requireFreeName(tx, full_name, { isBot: bot !== undefined })
  const id = users.create({
    email: checkNewAddress(tx, email),
    email_key: emailKey(email),
    full_name,
    role,
    joined_at: joinedAt,
    password_hash: account.passwordHash,
    timezone: account.timezone ?? '',
    avatar_source: settings.default_avatar_source,
    given_settings: JSON.stringify(givenSettings),
    email_address_visibility: bot ? 1 : (account.addressVisibility ?? email_address_visibility),
    // The first owner can create users and correct addresses, since no mail is sent.
    can_create_users: isFirst ? 1 : 0,
    can_change_user_emails: isFirst ? 1 : 0,
    bot_type: bot?.type ?? null,
    bot_owner_id: bot?.ownerId ?? null,
  })
  const memberOf = systemGroupsOf(
    { role, joined_at: joinedAt },
    settings.waiting_period_threshold,
    joinedAt,
  )
  for (const groupId of memberOf) groups.addMember(groupId, id)

  const user = users.find(id)!
  // Viewers may see different addresses, so each group of viewers gets an event of its own.
  for (const [viewer, to] of viewersOf(tx, user)) {
    const person = { ...describeUser(tx, user, viewer), ...(!bot && { profile_data: {} }) }
    tx.emit({ type: 'realm_user', op: 'add', person }, to)
  }
  for (const groupId of memberOf) {
    tx.emit(
      { type: 'user_group', op: 'add_members', group_id: groupId, user_ids: [id] },
      'everyone',
    )
  }
  return id
}

/**
 * Connected users grouped by what they may see of a user: a representative and the IDs of its
 * group.
 */
function viewersOf(ctx: Context, user: User): Map<User, number[]> {
  const byRole = new Map<number, User>()
  const viewers = new Map<User, number[]>()
  for (const id of ctx.hub.listeners()) {
    const viewer = ctx.store.users.find(id)
    if (!viewer || !seesUser(ctx, viewer, user)) continue
    const same = id === user.id ? viewer : (byRole.get(viewer.role) ?? viewer)
    if (id !== user.id) byRole.set(viewer.role, same)
    viewers.set(same, [...(viewers.get(same) ?? []), id])
  }
  return viewers
}

/** @throws RequestError AUTHENTICATION_FAILED alike for a wrong password and an unknown user */
export async function logIn(ctx: Context, username: string, password: string): Promise<User> {
  if (!isEmailLike(username)) refuse('BAD_REQUEST', 'username is not an e-mail address')
  const user = findByEmail(ctx, username)
  const login = user?.bot_type === null ? user : undefined
  if (!(await verifyPassword(login?.password_hash ?? null, password)) || !login) {
    refuse(WRONG_LOGIN)
  }
  refuseDeactivated(ctx, login)
  return login
}

/** @throws RequestError REALM_DEACTIVATED or USER_DEACTIVATED */
export function refuseDeactivated(ctx: Context, user: User) {
  if (!user.is_active) refuse(ACCOUNT_DEACTIVATED)
  if (theOrganization(ctx).isDeactivated) {
    refuse(ORGANIZATION_DEACTIVATED)
  }
}

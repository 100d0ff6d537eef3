import { seconds } from '../base/clock.ts'
import { refuse } from '../errors.ts'
import { checkNewAddress } from './addresses.ts'
import type { Context } from './context.ts'
import { checkFullName, requireFreeName } from './full-names.ts'
import { systemGroupsOf } from './groups.ts'
import { theOrganization } from './organization.ts'
import { verifyPassword } from './passwords.ts'
import type { Role } from './roles.ts'
import type { Emit } from './unit-of-work.ts'
import { chosenDefaults } from './user-settings.ts'
import { describeUser, emailKey, findByEmail, isEmailLike, seesUser, type User } from './users.ts'

export interface NewAccount {
  email: string
  fullName: string
  passwordHash: string | null
  role: Role
  /** IANA name; '' where it is not known. */
  timezone?: string
  /** Who may see the address; undefined: as the organization has it. */
  addressVisibility?: number | undefined
  bot?: { type: number; ownerId: number }
}

/**
 * Makes an account with all that follows from it: group membership, and the event for everyone.
 * @returns its user ID
 */
export function createAccount(
  ctx: Context,
  emit: Emit,
  account: NewAccount & { isFirst?: boolean },
): number {
  const { email, role, bot, isFirst = false } = account
  const { users, groups } = ctx.store
  const settings = theOrganization(ctx).settings
  const joinedAt = seconds(ctx.clock)
  const { email_address_visibility = 1, ...givenSettings } = chosenDefaults(ctx)
  const full_name = checkFullName(account.fullName)
  requireFreeName(ctx, full_name, { isBot: bot !== undefined })
  const id = users.create({
    email: checkNewAddress(ctx, email),
    email_key: emailKey(email),
    full_name,
    role,
    joined_at: joinedAt,
    password_hash: account.passwordHash,
    timezone: account.timezone ?? '',
    avatar_source: settings.default_avatar_source,
    given_settings: JSON.stringify(givenSettings),
    email_address_visibility: bot ? 1 : (account.addressVisibility ?? email_address_visibility),
    // Someone has to be able to bring in the first people, and put addresses right, without mail.
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
  // Each viewer may know another part of the address, so it is told to each group of viewers apart.
  for (const [viewer, to] of viewersOf(ctx, user)) {
    const person = { ...describeUser(ctx, user, viewer), ...(!bot && { profile_data: {} }) }
    emit({ type: 'realm_user', op: 'add', person }, to)
  }
  for (const groupId of memberOf) {
    emit({ type: 'user_group', op: 'add_members', group_id: groupId, user_ids: [id] }, 'everyone')
  }
  return id
}

/** Listening users by what they may see of a user: one representative each, and who they stand for. */
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
    refuse('AUTHENTICATION_FAILED', 'Your username or password is incorrect')
  }
  refuseDeactivated(ctx, login)
  return login
}

export function refuseDeactivated(ctx: Context, user: User) {
  if (!user.is_active) refuse('USER_DEACTIVATED', 'Account is deactivated')
  if (theOrganization(ctx).isDeactivated) {
    refuse('REALM_DEACTIVATED', 'This organization has been deactivated')
  }
}

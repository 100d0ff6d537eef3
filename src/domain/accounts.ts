import { seconds } from '../base/clock.ts'
import { codePoints, MAX_FULL_NAME_LENGTH } from '../base/limits.ts'
import { refuse } from '../errors.ts'
import type { Context } from './context.ts'
import { systemGroupsOf } from './groups.ts'
import { theOrganization } from './organization.ts'
import { checkPasswordStrength, hashPassword, verifyPassword } from './passwords.ts'
import { ROLE, type Role } from './roles.ts'
import { subscribe } from './subscriptions.ts'
import { isReservedAddress } from './system-bots.ts'
import type { Emit } from './unit-of-work.ts'
import { chosenDefaults } from './user-settings.ts'
import { describeUser, emailKey, findByEmail, type User } from './users.ts'

export { apiKey } from './api-keys.ts'

export interface NewAccount {
  email: string
  fullName: string
  passwordHash: string | null
  role: Role
}

/**
 * Makes an account with all that follows from it: group membership, and the event for everyone.
 * @returns its user ID
 */
export function createAccount(
  ctx: Context,
  emit: Emit,
  { email, fullName, passwordHash, role, isFirst = false }: NewAccount & { isFirst?: boolean },
): number {
  const { users, groups } = ctx.store
  const settings = theOrganization(ctx).settings
  const joinedAt = seconds(ctx.clock)
  const { email_address_visibility = 1, ...givenSettings } = chosenDefaults(ctx)
  const id = users.create({
    email: checkAddress(ctx, email),
    email_key: emailKey(email),
    full_name: checkFullName(fullName),
    role,
    joined_at: joinedAt,
    password_hash: passwordHash,
    avatar_source: settings.default_avatar_source,
    given_settings: JSON.stringify(givenSettings),
    email_address_visibility,
    // Someone has to be able to bring in the first people without a mail server.
    can_create_users: isFirst ? 1 : 0,
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
    emit(
      {
        type: 'realm_user',
        op: 'add',
        person: { ...describeUser(ctx, user, viewer), profile_data: {} },
      },
      to,
    )
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
    if (!viewer) continue
    const same = id === user.id ? viewer : (byRole.get(viewer.role) ?? viewer)
    if (id !== user.id) byRole.set(viewer.role, same)
    viewers.set(same, [...(viewers.get(same) ?? []), id])
  }
  return viewers
}

/** POST /users: an owner brings in somebody (organization 2.2). */
export async function createUser(
  ctx: Context,
  by: User,
  email: string,
  fullName: string,
  password: string,
) {
  if (by.role !== ROLE.owner && !by.can_create_users) {
    refuse('BAD_REQUEST', 'User not authorized to create users')
  }
  checkPasswordStrength(password)
  checkFullName(fullName)
  checkAddress(ctx, email)
  const passwordHash = await hashPassword(password)
  return ctx.commit((emit) => {
    const id = createAccount(ctx, emit, { email, fullName, passwordHash, role: ROLE.member })
    subscribe(ctx, emit, ctx.store.channels.defaults(), [id])
    return id
  })
}

/** @throws RequestError AUTHENTICATION_FAILED alike for a wrong password and an unknown user */
export async function logIn(ctx: Context, username: string, password: string): Promise<User> {
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

const ADDRESS = /^[^\s@<>()[\]\\,;:"]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i

export const isAddress = (text: string) => ADDRESS.test(text.trim())

function checkAddress(ctx: Context, email: string): string {
  const key = emailKey(email)
  if (!isAddress(email)) refuse('BAD_REQUEST', 'Invalid address.')
  if (isReservedAddress(key)) refuse('BAD_REQUEST', 'Reserved for system bots.')
  if (ctx.store.users.findByEmail(key)) refuse('BAD_REQUEST', 'Email is already in use.')
  return email.trim()
}

/** Organization 2.2. @returns the name, trimmed */
export function checkFullName(name: string): string {
  const trimmed = name.trim()
  if (codePoints(trimmed) > MAX_FULL_NAME_LENGTH) refuse('BAD_REQUEST', 'Name too long!')
  if (trimmed === '' || /[\p{C}*`\\>"@]/u.test(trimmed))
    refuse('BAD_REQUEST', 'Invalid characters in name!')
  if (/\|\d+$/.test(trimmed)) refuse('BAD_REQUEST', 'Invalid format!')
  return trimmed
}

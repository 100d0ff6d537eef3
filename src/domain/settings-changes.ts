import { RequestError, refuse } from '../errors.ts'
import { addressProblem, changeAddressVisibility } from './addresses.ts'
import type { Context } from './context.ts'
import { tellConsent } from './export-consents.ts'
import { changeFullName } from './full-names.ts'
import { issueAddressKey } from './key-actions.ts'
import { isTimezone, languageName, requireLanguage } from './locales.ts'
import { theOrganization } from './organization.ts'
import { checkPasswordStrength, hashPassword, verifyPassword } from './passwords.ts'
import { presenceSwitched } from './presence.ts'
import { ROLE, requireAdministrator } from './roles.ts'
import type { Emit } from './unit-of-work.ts'
import {
  chosenDefaults,
  DEFAULT_USER_SETTINGS,
  newcomersSettings,
  type UserSettingName,
  type UserSettings,
  userSettings,
} from './user-settings.ts'
import { apiEmail, emailKey, isPerson, type User, userAudience } from './users.ts'

/** Whose settings an administrator changes. */
export interface Targets {
  userIds: readonly number[]
  groupIds: readonly number[]
  /** Leaves alone those who chose for themselves. */
  skipIfChosen: boolean
}

export interface OwnPatch {
  settings: Partial<UserSettings>
  full_name?: string | undefined
  timezone?: string | undefined
  email?: string | undefined
  password?: { old: string; new: string } | undefined
}

/** Settings about a person rather than a program: for nobody else to choose (organization 2.3). */
const PERSONAL: ReadonlySet<string> = new Set<UserSettingName>([
  'send_stream_typing_notifications',
  'send_private_typing_notifications',
  'send_read_receipts',
  'presence_enabled',
  'enable_digest_emails',
  'enable_login_emails',
  'enable_marketing_emails',
  'allow_private_data_export',
  'email_address_visibility',
])

/** Settings that have no default for newcomers to start with (organization 4.2). */
export const WITHOUT_DEFAULT: ReadonlySet<string> = new Set<UserSettingName>([
  'enable_login_emails',
  'enable_marketing_emails',
  'allow_private_data_export',
])

/**
 * PATCH /settings: everything that was asked for, or nothing.
 *
 * @param keptSession the CSRF token of the session that asks, which a new password does not end
 * @returns for a new address the key that confirms it, because this server sends no mail
 */
export async function changeOwnSettings(
  ctx: Context,
  user: User,
  patch: OwnPatch,
  keptSession: string | undefined,
): Promise<string | undefined> {
  const settings = checkSettings(patch.settings)
  const { timezone, email } = patch
  if (timezone !== undefined && !isTimezone(timezone)) {
    refuse('BAD_REQUEST', `Invalid timezone '${timezone}'`)
  }
  const newAddress = email !== undefined && emailKey(email) !== user.email_key ? email : undefined
  if (newAddress !== undefined) requireMayMoveTo(ctx, user, newAddress)
  // Hashing takes its time, so it is done before the transaction begins.
  const passwordHash = patch.password && (await checkNewPassword(user, patch.password))

  await ctx.commit((emit) => {
    const present = ctx.store.users.find(user.id)!
    if (patch.full_name !== undefined && mayRename(ctx, user)) {
      changeFullName(ctx, emit, present, patch.full_name)
    }
    if (timezone !== undefined) changeTimezone(ctx, emit, present, timezone)
    changeSettingsOf(ctx, emit, present, settings, 'settings')
    if (passwordHash !== undefined) {
      ctx.store.users.setPassword(user.id, passwordHash)
      ctx.store.sessions.removeOthersOf(user.id, keptSession ?? '')
    }
  })
  return newAddress === undefined ? undefined : issueAddressKey(ctx, user, newAddress.trim())
}

/** PATCH /settings by an administrator, for others. */
export const changeSettingsOfOthers = (
  ctx: Context,
  by: User,
  patch: OwnPatch,
  targets: Targets,
): Promise<void> => {
  requireAdministrator(by)
  const { settings: asked, ...about } = patch
  const concernsPerson =
    Object.values(about).some((value) => value !== undefined) ||
    Object.keys(asked).some((name) => PERSONAL.has(name))
  if (concernsPerson) refuse('BAD_REQUEST', 'Cannot change this setting for other users.')
  const settings = checkSettings(asked)
  return ctx.commit((emit) => {
    for (const user of targetUsers(ctx, targets)) {
      const chosen = targets.skipIfChosen ? (JSON.parse(user.settings) as object) : {}
      const open = Object.entries(settings).filter(([name]) => !Object.hasOwn(chosen, name))
      changeSettingsOf(ctx, emit, user, Object.fromEntries(open), 'given_settings')
    }
  })
}

/** PATCH /realm/user_settings_defaults: what newcomers start with; nobody else is affected. */
export const changeUserDefaults = (ctx: Context, asked: Partial<UserSettings>) =>
  ctx.commit((emit) => {
    const before = newcomersSettings(ctx)
    const settings = checkSettings(asked)
    const sparse = Object.entries({ ...chosenDefaults(ctx), ...settings }).filter(
      ([name, value]) => DEFAULT_USER_SETTINGS[name as UserSettingName] !== value,
    )
    ctx.store.organization.saveUserDefaults(JSON.stringify(Object.fromEntries(sparse)))
    for (const [property, value] of Object.entries(settings)) {
      if (before[property as UserSettingName] === value) continue
      emit({ type: 'realm_user_settings_defaults', op: 'update', property, value }, 'everyone')
    }
  })

function checkSettings(settings: Partial<UserSettings>): Partial<UserSettings> {
  if (settings.default_language !== undefined) requireLanguage(settings.default_language)
  // Clients know the server's own sound by another name than this interface.
  return settings.notification_sound === 'service'
    ? { ...settings, notification_sound: 'zulip' }
    : settings
}

/** @param column whether the person chose, or somebody for them, which then counts no longer as chosen */
export function changeSettingsOf(
  ctx: Context,
  emit: Emit,
  user: User,
  wanted: Partial<UserSettings>,
  column: 'settings' | 'given_settings',
) {
  const { email_address_visibility, ...settings } = wanted
  const names = Object.keys(settings)
  const before = userSettings(user)
  if (names.length > 0) {
    const own = JSON.parse(user.settings) as Record<string, unknown>
    const given = JSON.parse(user.given_settings) as Record<string, unknown>
    if (column === 'given_settings') for (const name of names) delete own[name]
    Object.assign(column === 'settings' ? own : given, settings)
    ctx.store.users.change(user.id, {
      settings: JSON.stringify(own),
      given_settings: JSON.stringify(given),
    })
  }
  for (const [property, value] of Object.entries(wanted)) {
    if (before[property as UserSettingName] !== value) {
      tellSetting(emit, user, property, value)
    }
  }
  const { allow_private_data_export: consents } = settings
  if (consents !== undefined && consents !== before.allow_private_data_export)
    tellConsent(ctx, emit, user.id, consents)
  if (email_address_visibility !== undefined) {
    changeAddressVisibility(ctx, emit, user, email_address_visibility)
  }
  const { presence_enabled } = settings
  if (presence_enabled !== undefined && presence_enabled !== before.presence_enabled) {
    presenceSwitched(ctx, emit, user, presence_enabled)
  }
}

function tellSetting(emit: Emit, user: User, property: string, value: unknown) {
  const language_name = property === 'default_language' && languageName(String(value))
  emit(
    {
      type: 'user_settings',
      op: 'update',
      property,
      value,
      ...(language_name && { language_name }),
    },
    [user.id],
  )
}

function changeTimezone(ctx: Context, emit: Emit, user: User, timezone: string) {
  if (timezone === user.timezone) return
  ctx.store.users.change(user.id, { timezone })
  tellSetting(emit, user, 'timezone', timezone)
  const person = { user_id: user.id, timezone, email: apiEmail(ctx, user) }
  emit({ type: 'realm_user', op: 'update', person }, userAudience(ctx, user))
}

const mayRename = (ctx: Context, user: User) =>
  user.role <= ROLE.administrator || !theOrganization(ctx).settings.name_changes_disabled

function requireMayMoveTo(ctx: Context, user: User, email: string) {
  if (user.role > ROLE.administrator && theOrganization(ctx).settings.email_changes_disabled) {
    refuse('BAD_REQUEST', 'Email address changes are disabled in this organization.')
  }
  const problem = addressProblem(ctx, email)
  if (problem) refuse('BAD_REQUEST', problem)
  const holder = ctx.store.users.findByEmail(emailKey(email))
  if (holder) {
    refuse(
      'BAD_REQUEST',
      holder.is_active ? 'Already has an account.' : 'Account has been deactivated.',
    )
  }
}

/** @returns the hash to keep */
async function checkNewPassword(user: User, password: { old: string; new: string }) {
  if (!(await verifyPassword(user.password_hash, password.old))) {
    refuse('BAD_REQUEST', 'Wrong password!')
  }
  try {
    checkPasswordStrength(password.new, [user.email, user.full_name])
  } catch (error) {
    if (error instanceof RequestError) refuse('BAD_REQUEST', 'New password is too weak!')
    throw error
  }
  return hashPassword(password.new)
}

/** @throws RequestError for somebody who is not there or no person, or a group that is not */
function targetUsers(ctx: Context, { userIds, groupIds }: Targets): User[] {
  const { users, groups } = ctx.store
  for (const id of userIds) {
    const user = users.find(id)
    if (!user?.is_active || !isPerson(user)) refuse('BAD_REQUEST', `Invalid user ID: ${id}`)
  }
  const inGroups = groupIds.flatMap((id) => {
    const group = groups.find(id)
    if (!group || group.name === null || group.deactivated) {
      refuse('BAD_REQUEST', `Invalid user group ID: ${id}`)
    }
    return groups.everyoneIn(id)
  })
  return [...new Set([...userIds, ...inGroups])]
    .map((id) => users.find(id)!)
    .filter((user) => user.is_active && isPerson(user))
}

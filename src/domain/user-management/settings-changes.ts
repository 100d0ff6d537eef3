// Changes personal settings: one's own, those of others, and the defaults.

import { INVALID_TIMEZONE } from '../../errors/parameters.ts'
import {
  HAS_ACCOUNT,
  HAS_DEACTIVATED_ACCOUNT,
  INVALID_GROUP_ID,
  INVALID_USER_ID,
  WEAK_NEW_PASSWORD,
} from '../../errors/users.ts'
import { RequestError, refuse } from '../../errors.ts'
import type { SettingValue } from '../../events/types/realm-events.ts'
import { ROLE, requireAdministrator } from '../access/roles.ts'
import { checkPasswordStrength, hashPassword, verifyPassword } from '../authentication/passwords.ts'
import { createAddressLink } from '../joining/account-links.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { isTimezone, languageName, requireLanguage } from '../kernel/locales.ts'
import { theOrganization } from '../organization/organization.ts'
import { addressProblem, changeAddressVisibility } from '../users/addresses.ts'
import { emitConsent } from '../users/export-consents.ts'
import { changeFullName } from '../users/full-names.ts'
import { presenceSwitched } from '../users/presence.ts'
import {
  chosenDefaults,
  DEFAULT_USER_SETTINGS,
  newcomersSettings,
  type UserSettingName,
  type UserSettings,
  userSettings,
} from '../users/user-settings.ts'
import { apiEmail, emailKey, isPerson, type User, userAudience } from '../users/users.ts'

/** The users whose settings an administrator changes. */
export interface Targets {
  userIds: readonly number[]
  groupIds: readonly number[]
  /** Skips users who have chosen a value themselves. */
  skipIfChosen: boolean
}

export interface OwnPatch {
  settings: Partial<UserSettings>
  full_name?: string | undefined
  timezone?: string | undefined
  email?: string | undefined
  password?: { old: string; new: string } | undefined
}

/** Settings about a person, which others may not change. */
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

/** Settings without a default for new accounts. */
export const WITHOUT_DEFAULT: ReadonlySet<string> = new Set<UserSettingName>([
  'enable_login_emails',
  'enable_marketing_emails',
  'allow_private_data_export',
])

/**
 * PATCH /settings: all changes or none.
 *
 * @param keptSession CSRF token of the calling session, which a new password does not end
 * @returns the key that confirms the new address of an owner if this server sends no mail; else undefined
 */
export async function changeOwnSettings(
  ctx: App,
  user: User,
  patch: OwnPatch,
  keptSession: string | undefined,
): Promise<string | undefined> {
  const settings = checkSettings(patch.settings)
  const { timezone, email } = patch
  if (timezone !== undefined && !isTimezone(timezone)) {
    refuse(INVALID_TIMEZONE, { timezone })
  }
  const newAddress = email !== undefined && emailKey(email) !== user.email_key ? email : undefined
  if (newAddress !== undefined) requireMayMoveTo(ctx, user, newAddress)
  // Hashing takes its time, so it is done before the transaction begins.
  const passwordHash = patch.password && (await checkNewPassword(user, patch.password))

  return ctx.commit((tx) => {
    const present = tx.store.users.find(user.id)!
    if (patch.full_name !== undefined && mayRename(tx, user)) {
      changeFullName(tx, present, patch.full_name)
    }
    if (timezone !== undefined) changeTimezone(tx, present, timezone)
    changeSettingsOf(tx, present, settings, 'settings')
    if (passwordHash !== undefined) {
      tx.store.users.setPassword(user.id, passwordHash)
      tx.store.sessions.removeOthersOf(user.id, keptSession ?? '')
    }
    return newAddress === undefined ? undefined : createAddressLink(tx, present, newAddress.trim())
  })
}

/** PATCH /settings by an administrator, for others. */
export const changeSettingsOfOthers = (
  ctx: App,
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
  return ctx.commit((tx) => {
    for (const user of targetUsers(tx, targets)) {
      const chosen = targets.skipIfChosen ? (JSON.parse(user.settings) as object) : {}
      const open = Object.entries(settings).filter(([name]) => !Object.hasOwn(chosen, name))
      changeSettingsOf(tx, user, Object.fromEntries(open), 'given_settings')
    }
  })
}

/**
 * PATCH /realm/user_settings_defaults: defaults for new accounts; existing ones are not affected.
 */
export const changeUserDefaults = (ctx: App, asked: Partial<UserSettings>) =>
  ctx.commit((tx) => {
    const before = newcomersSettings(tx)
    const settings = checkSettings(asked)
    const sparse = Object.entries({ ...chosenDefaults(tx), ...settings }).filter(
      ([name, value]) => DEFAULT_USER_SETTINGS[name as UserSettingName] !== value,
    )
    tx.store.organization.saveUserDefaults(JSON.stringify(Object.fromEntries(sparse)))
    for (const [property, value] of Object.entries(settings)) {
      if (before[property as UserSettingName] === value) continue
      tx.emit({ type: 'realm_user_settings_defaults', op: 'update', property, value }, 'everyone')
    }
  })

function checkSettings(settings: Partial<UserSettings>): Partial<UserSettings> {
  if (settings.default_language !== undefined) requireLanguage(settings.default_language)
  // Clients use another name for the default sound.
  return settings.notification_sound === 'service'
    ? { ...settings, notification_sound: 'zulip' }
    : settings
}

/**
 * @param column whether the person or someone else chose; a choice by others replaces the person's
 * own
 */
export function changeSettingsOf(
  tx: Tx,
  user: User,
  wanted: Partial<UserSettings>,
  column: 'settings' | 'given_settings',
) {
  const { email_address_visibility, ...settings } = wanted
  const before = userSettings(user)
  saveSettings(tx, user, settings, column)
  for (const [property, value] of Object.entries(wanted)) {
    if (before[property as UserSettingName] !== value) {
      emitUserSetting(tx, user, property, value)
    }
  }
  const { allow_private_data_export: consents } = settings
  if (consents !== undefined && consents !== before.allow_private_data_export)
    emitConsent(tx, user.id, consents)
  if (email_address_visibility !== undefined) {
    changeAddressVisibility(tx, user, email_address_visibility)
  }
  const { presence_enabled } = settings
  if (presence_enabled !== undefined && presence_enabled !== before.presence_enabled) {
    presenceSwitched(tx, user, presence_enabled)
  }
}

function saveSettings(
  tx: Tx,
  user: User,
  settings: Partial<UserSettings>,
  column: 'settings' | 'given_settings',
) {
  const names = Object.keys(settings)
  if (names.length === 0) return
  const own = JSON.parse(user.settings) as Record<string, unknown>
  const given = JSON.parse(user.given_settings) as Record<string, unknown>
  if (column === 'given_settings') for (const name of names) delete own[name]
  Object.assign(column === 'settings' ? own : given, settings)
  tx.store.users.change(user.id, {
    settings: JSON.stringify(own),
    given_settings: JSON.stringify(given),
  })
}

function emitUserSetting(tx: Tx, user: User, property: string, value: SettingValue) {
  const language_name = property === 'default_language' && languageName(String(value))
  tx.emit(
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

function changeTimezone(tx: Tx, user: User, timezone: string) {
  if (timezone === user.timezone) return
  tx.store.users.change(user.id, { timezone })
  emitUserSetting(tx, user, 'timezone', timezone)
  const person = { user_id: user.id, timezone, email: apiEmail(tx, user) }
  tx.emit({ type: 'realm_user', op: 'update', person }, userAudience(tx, user))
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
    refuse(holder.is_active ? HAS_ACCOUNT : HAS_DEACTIVATED_ACCOUNT)
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
    if (!(error instanceof RequestError)) throw error
    const { message, data } = error
    refuse(WEAK_NEW_PASSWORD, { explanation: data.explanation ?? `${message}.` })
  }
  return hashPassword(password.new)
}

/** @throws RequestError for unknown users, bots, or unknown groups */
function targetUsers(ctx: Context, { userIds, groupIds }: Targets): User[] {
  const { users, groups } = ctx.store
  for (const id of userIds) {
    const user = users.find(id)
    if (!user?.is_active || !isPerson(user)) refuse(INVALID_USER_ID, { id })
  }
  for (const id of groupIds) {
    const group = groups.find(id)
    if (!group || group.name === null || group.deactivated) {
      refuse(INVALID_GROUP_ID, { id })
    }
  }
  return [...new Set([...userIds, ...groups.everyoneIn(groupIds)])]
    .map((id) => users.find(id)!)
    .filter((user) => user.is_active && isPerson(user))
}

// Makes an empty data folder an organization with an owner.

import { randomUUID } from 'node:crypto'
import { codePoints, MAX_ORGANIZATION_NAME_LENGTH } from '../../base/limits.ts'
import { equalsSecret } from '../../base/tokens.ts'
import { HAS_ORGANIZATION } from '../../errors/joining.ts'
import { refuse } from '../../errors.ts'
import { SYSTEM_GROUP } from '../access/group-names.ts'
import { createSystemGroups } from '../access/groups.ts'
import { ORGANIZATION_PERMISSIONS } from '../access/permissions.ts'
import { ROLE } from '../access/roles.ts'
import { createAccount, type NewAccount } from '../authentication/accounts.ts'
import { checkPasswordStrength, hashPassword } from '../authentication/passwords.ts'
import { addChannels, type Channel } from '../channels/channels.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import {
  DEFAULT_SETTINGS,
  type OrganizationSettings,
} from '../organization/organization-settings.ts'
import { subscribe } from '../subscriptions/subscriptions.ts'
import { checkFullName } from '../users/full-names.ts'
import { createSystemBots } from '../users/system-bots.ts'
import type { UserSettings } from '../users/user-settings.ts'

/**
 * An organization that is founded in a browser writes in one: Enter sends, as in most chats. Programs
 * that found one by the API get the defaults that clients of this API know.
 */
export const BROWSER_DEFAULTS: Partial<UserSettings> = { enter_sends: true }

interface Founding {
  name: string
  ownerEmail: string
  ownerName: string
  password: string
  /** Settings that accounts start with, the owner's included; others have their usual defaults. */
  userDefaults?: Partial<UserSettings>
}

/**
 * Creates the organization in an empty database: system groups, system bots, the owner, and one
 * public channel.
 *
 * @returns the owner's user ID
 * @throws RequestError FORBIDDEN when there is an organization already
 */
export async function foundOrganization(ctx: App, request: Founding): Promise<number> {
  const { ownerEmail, ownerName, password } = request
  const name = checkOrganizationName(request.name)
  checkFullName(ownerName)
  checkPasswordStrength(password, [name, ownerName, ownerEmail])
  const passwordHash = await hashPassword(password)
  const owner = { email: ownerEmail, fullName: ownerName, passwordHash }
  const defaults = request.userDefaults ?? {}
  const id = await ctx.commit((tx) => found(tx, name, owner, defaults))
  ctx.server.setupToken = undefined
  return id
}

/** @returns the name, trimmed. @throws RequestError where it is empty or too long */
export function checkOrganizationName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '' || codePoints(trimmed) > MAX_ORGANIZATION_NAME_LENGTH) {
    refuse(
      'BAD_REQUEST',
      `The organization's name must have 1 to ${MAX_ORGANIZATION_NAME_LENGTH} characters.`,
    )
  }
  return trimmed
}

/** Whether this is the token that was printed when the server started without an organization. */
export const isSetupToken = (ctx: Context, token: string) =>
  ctx.server.setupToken !== undefined && equalsSecret(token, ctx.server.setupToken)

function found(
  tx: Tx,
  name: string,
  owner: Omit<NewAccount, 'role'>,
  userDefaults: Partial<UserSettings>,
): number {
  const { store } = tx
  if (store.organization.find()) refuse(HAS_ORGANIZATION)
  store.organization.create(randomUUID(), tx.now, JSON.stringify({ name }))
  store.organization.saveUserDefaults(JSON.stringify(userDefaults))
  createSystemGroups(tx)
  for (const [setting, { default: group }] of Object.entries(ORGANIZATION_PERMISSIONS)) {
    store.organization.grant(setting, SYSTEM_GROUP[group])
  }
  createSystemBots(tx)
  const ownerId = createAccount(tx, { ...owner, role: ROLE.owner, isFirst: true })
  const [general] = addChannels(tx, undefined, [
    {
      name: 'general',
      description: 'For everyone: announcements and whatever has no better place.',
      isDefault: true,
    },
  ]) as [Channel]
  const settings: Partial<OrganizationSettings> = {
    name,
    // Where only invited people come in, they know each other.
    enable_read_receipts: DEFAULT_SETTINGS.invite_required,
    new_stream_announcements_stream_id: general.id,
    signup_announcements_stream_id: general.id,
    service_update_announcements_stream_id: general.id,
  }
  tx.store.organization.saveSettings(JSON.stringify(settings))
  subscribe(tx, [general], [ownerId])
  return ownerId
}

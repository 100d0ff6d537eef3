import { randomUUID } from 'node:crypto'
import { seconds } from '../base/clock.ts'
import { codePoints, MAX_ORGANIZATION_NAME_LENGTH } from '../base/limits.ts'
import { sameText } from '../base/tokens.ts'
import { refuse } from '../errors.ts'
import { createAccount, type NewAccount } from './accounts.ts'
import { createChannel } from './channels.ts'
import type { Context } from './context.ts'
import { checkFullName } from './full-names.ts'
import { createSystemGroups, SYSTEM_GROUP } from './groups.ts'
import type { OrganizationSettings } from './organization-settings.ts'
import { checkPasswordStrength, hashPassword } from './passwords.ts'
import { ORGANIZATION_PERMISSIONS } from './permissions.ts'
import { ROLE } from './roles.ts'
import { subscribe } from './subscriptions.ts'
import { createSystemBots } from './system-bots.ts'
import type { Emit } from './unit-of-work.ts'

/**
 * Makes an empty data folder a team: system groups and bots, the first owner, and one public
 * channel for everyone.
 *
 * @returns the owner's user ID
 * @throws RequestError FORBIDDEN when there is an organization already
 */
export async function foundOrganization(
  ctx: Context,
  request: { name: string; ownerEmail: string; ownerName: string; password: string },
): Promise<number> {
  const name = request.name.trim()
  if (name === '' || codePoints(name) > MAX_ORGANIZATION_NAME_LENGTH) {
    refuse(
      'BAD_REQUEST',
      `The organization's name must have 1 to ${MAX_ORGANIZATION_NAME_LENGTH} characters.`,
    )
  }
  checkFullName(request.ownerName)
  checkPasswordStrength(request.password)
  const passwordHash = await hashPassword(request.password)
  const owner = { email: request.ownerEmail, fullName: request.ownerName, passwordHash }
  const id = await ctx.commit((emit) => found(ctx, emit, name, owner))
  ctx.site.setupToken = undefined
  return id
}

/** Whether this is the token that was printed when the server started without an organization. */
export const isSetupToken = (ctx: Context, token: string) =>
  ctx.site.setupToken !== undefined && sameText(token, ctx.site.setupToken)

function found(ctx: Context, emit: Emit, name: string, owner: Omit<NewAccount, 'role'>): number {
  const { store } = ctx
  if (store.organization.find()) refuse('FORBIDDEN', 'This server already has an organization.')
  store.organization.create(randomUUID(), seconds(ctx.clock), JSON.stringify({ name }))
  createSystemGroups(ctx)
  for (const [setting, { default: group }] of Object.entries(ORGANIZATION_PERMISSIONS)) {
    store.organization.grant(setting, SYSTEM_GROUP[group])
  }
  createSystemBots(ctx)
  const ownerId = createAccount(ctx, emit, { ...owner, role: ROLE.owner, isFirst: true })
  const general = createChannel(ctx, emit, undefined, {
    name: 'general',
    description: 'For everyone: announcements and whatever has no better place.',
    isDefault: true,
  })
  const settings: Partial<OrganizationSettings> = {
    name,
    new_stream_announcements_stream_id: general.id,
    signup_announcements_stream_id: general.id,
    service_update_announcements_stream_id: general.id,
  }
  ctx.store.organization.saveSettings(JSON.stringify(settings))
  subscribe(ctx, emit, [general], [ownerId])
  return ownerId
}

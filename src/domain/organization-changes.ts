import { refuse } from '../errors.ts'
import { hasMetadataAccess } from './access.ts'
import type { Context } from './context.ts'
import { changeHolder, type GroupSetting, type SettingChange } from './group-settings.ts'
import { watchAllGuests } from './guest-sight.ts'
import { requireLanguage } from './locales.ts'
import { theOrganization } from './organization.ts'
import {
  DEFAULT_SETTINGS,
  type OrganizationSettingName,
  type OrganizationSettings,
  SETTING_RULES,
  type SettingRule,
} from './organization-settings.ts'
import { ORGANIZATION_PERMISSIONS, type OrganizationPermission } from './permissions.ts'
import { isWebAddress } from './profile-field-types.ts'
import { renderDescription } from './rendering.ts'
import { requireOwner } from './roles.ts'
import { reviewSystemGroups } from './system-groups.ts'
import type { Emit } from './unit-of-work.ts'
import type { User } from './users.ts'

/** A setting's value as it is sent, before its rule is applied. */
export type SentValue = boolean | number | string

export interface OrganizationPatch {
  settings: Partial<Record<OrganizationSettingName, SentValue>>
  permissions: Partial<Record<OrganizationPermission, SettingChange>>
  /** Ways to log in, by name. */
  authenticationMethods?: Readonly<Record<string, boolean>> | undefined
}

/** What PATCH /realm tells of the outcome: what is now different. */
export interface OrganizationOutcome {
  settings: Partial<OrganizationSettings>
  permissions: Partial<Record<OrganizationPermission, GroupSetting>>
}

/**
 * PATCH /realm by an administrator: everything that was asked for, or nothing.
 * @throws RequestError UNAUTHORIZED_PRINCIPAL for what owners alone decide; "Bad value for …"
 */
export const changeOrganization = (
  ctx: Context,
  by: User,
  patch: OrganizationPatch,
): Promise<OrganizationOutcome> =>
  ctx.commit((emit) => {
    requireMayDecide(by, patch)
    if (patch.authenticationMethods) checkAuthenticationMethods(patch.authenticationMethods)
    const settings = Object.fromEntries(
      Object.entries(patch.settings).map(([name, value]) => [
        name,
        settingValue(ctx, by, name as OrganizationSettingName, value),
      ]),
    ) as Partial<OrganizationSettings>
    return {
      settings: changeSettings(ctx, emit, settings),
      permissions: changePermissions(ctx, emit, patch.permissions),
    }
  })

/**
 * Saves settings of the organization and says what changed; values that stay the same say nothing.
 * @returns those that changed
 */
export function changeSettings(
  ctx: Context,
  emit: Emit,
  wanted: Partial<OrganizationSettings>,
): Partial<OrganizationSettings> {
  const { settings } = theOrganization(ctx)
  const changed = Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => settings[name as OrganizationSettingName] !== value,
    ),
  ) as Partial<OrganizationSettings>
  if (Object.keys(changed).length === 0) return changed
  // Only what differs from the default is kept, so that a better default reaches those who never chose.
  const sparse = Object.entries({ ...settings, ...changed }).filter(
    ([name, value]) => DEFAULT_SETTINGS[name as OrganizationSettingName] !== value,
  )
  ctx.store.organization.saveSettings(JSON.stringify(Object.fromEntries(sparse)))
  ctx.messageCache.forgetAll()
  for (const [name, value] of Object.entries(changed)) tellSetting(ctx, emit, name, value)
  if (changed.waiting_period_threshold !== undefined) reviewSystemGroups(ctx, emit)
  return changed
}

/** Some settings travel in a form of their own (events 3.5). */
function tellSetting(ctx: Context, emit: Emit, property: string, value: unknown) {
  const update = (name: string, value: unknown) =>
    emit({ type: 'realm', op: 'update', property: name, value }, 'everyone')
  const updateTogether = (data: Record<string, unknown>) =>
    emit({ type: 'realm', op: 'update_dict', property: 'default', data }, 'everyone')

  switch (property) {
    case 'allow_message_editing':
    case 'message_content_edit_limit_seconds':
      return updateTogether({ [property]: value })
    case 'topics_policy':
      return updateTogether({
        topics_policy: value,
        mandatory_topics: value === 'disable_empty_topic',
      })
    case 'description':
      return updateTogether({
        description: value,
        rendered_description: renderDescription(ctx, String(value)),
      })
    case 'message_edit_history_visibility_policy':
      update(property, value)
      return update('allow_edit_history', value !== 'none')
    case 'service_update_announcements_stream_id':
      update(property, value)
      return update('zulip_update_announcements_stream_id', value)
    default:
      return update(property, value)
  }
}

/** Permissions about who may act for the whole organization are for owners to give. */
const OWNERS_PERMISSIONS: ReadonlySet<string> = new Set<OrganizationPermission>([
  'can_create_groups',
  'can_manage_all_groups',
  'can_invite_users_group',
  'create_multiuse_invite_group',
  'can_manage_billing_group',
  'workplace_users_group',
])

function requireMayDecide(by: User, patch: OrganizationPatch) {
  const concernsOwners =
    patch.authenticationMethods !== undefined ||
    Object.keys(patch.settings).some(
      (name) => SETTING_RULES[name as OrganizationSettingName].ownerOnly,
    ) ||
    Object.keys(patch.permissions).some((name) => OWNERS_PERMISSIONS.has(name))
  if (concernsOwners) requireOwner(by)
}

function changePermissions(
  ctx: Context,
  emit: Emit,
  wanted: Partial<Record<OrganizationPermission, SettingChange>>,
) {
  const { organization } = ctx.store
  const changed: Partial<Record<OrganizationPermission, GroupSetting>> = {}
  for (const [name, change] of Object.entries(wanted)) {
    const setting = name as OrganizationPermission
    const tellGuests = setting === 'can_access_all_users_group' && watchAllGuests(ctx)
    const value = changeHolder(
      ctx,
      setting,
      ORGANIZATION_PERMISSIONS[setting],
      organization.holderOf(setting)!,
      change,
      (groupId) => organization.grant(setting, groupId),
    )
    if (value === undefined) continue
    changed[setting] = value
    const data = { [setting]: value }
    emit({ type: 'realm', op: 'update_dict', property: 'default', data }, 'everyone')
    if (tellGuests) tellGuests(emit)
  }
  return changed
}

/** This server knows one way to log in, so that one has to stay. */
function checkAuthenticationMethods(methods: Readonly<Record<string, boolean>>) {
  const unavailable = Object.keys(methods).find((name) => methods[name] && name !== 'Email')
  if (unavailable !== undefined) {
    refuseValue('authentication_methods', JSON.stringify(methods))
  }
  if (methods.Email === false) {
    refuse('BAD_REQUEST', 'At least one authentication method must be enabled.')
  }
}

function refuseValue(name: string, value: SentValue): never {
  refuse('BAD_REQUEST', `Bad value for '${name}': ${value}`)
}

function settingValue(
  ctx: Context,
  by: User,
  name: OrganizationSettingName,
  value: SentValue,
): SentValue | null {
  const rule: SettingRule = SETTING_RULES[name]
  switch (rule.kind) {
    case 'switch':
    case 'text':
      return value
    case 'choice':
      return rule.values.some((allowed) => allowed === value) ? value : refuseValue(name, value)
    case 'amount':
      return Number(value) >= rule.min && Number(value) <= rule.max
        ? value
        : refuseValue(name, value)
    case 'time limit':
      if (value === 'unlimited') return null
      return isAboveZero(value) ? value : refuseValue(name, value)
    case 'retention':
      if (value === 'unlimited') return -1
      return isAboveZero(value) ? value : refuseValue(name, value)
    case 'language':
      requireLanguage(String(value))
      return value
    case 'server address':
      if (value === 'default') return null
      return isServerAddress(String(value), rule.limit) ? value : refuseValue(name, value)
    case 'channel':
      return value === -1 ? value : announcedChannel(ctx, by, Number(value), rule.isPrivate)
  }
}

/** Seconds of about 68 years: what any client can count with. */
const MAX_LIMIT = 2 ** 31 - 1

const isAboveZero = (value: SentValue) =>
  typeof value === 'number' && value > 0 && value <= MAX_LIMIT

const isServerAddress = (address: string, limit: number) =>
  address.length <= limit && /^https?:/.test(address) && isWebAddress(address)

function announcedChannel(ctx: Context, by: User, id: number, isPrivate = false): number {
  const channel = ctx.store.channels.find(id)
  if (!channel || channel.is_archived || !hasMetadataAccess(ctx, by, channel)) {
    refuse('BAD_REQUEST', 'Invalid channel ID')
  }
  if (isPrivate && !channel.invite_only) {
    refuse('BAD_REQUEST', 'Moderation request channel must be private.')
  }
  return id
}

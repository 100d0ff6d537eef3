// Changes settings of the organization, each by its rule.

import { refuse } from '../../errors.ts'
import type { SettingValue } from '../../events/types/realm-events.ts'
import {
  changeSettingGroup,
  type GroupSetting,
  type SettingChange,
} from '../access/group-settings.ts'
import { ORGANIZATION_PERMISSIONS, type OrganizationPermission } from '../access/permissions.ts'
import { requireOwner } from '../access/roles.ts'
import { renderDescription } from '../content/rendering.ts'
import { reviewSystemGroups } from '../groups/system-groups.ts'
import type { App, Tx } from '../kernel/context.ts'
import { theOrganization } from '../organization/organization.ts'
import {
  DEFAULT_SETTINGS,
  type OrganizationSettingName,
  type OrganizationSettings,
  SETTING_RULES,
} from '../organization/organization-settings.ts'
import { trackAllGuestVisibility } from '../subscriptions/guest-visibility.ts'
import type { User } from '../users/users.ts'
import { refuseValue, type SentValue, settingValue } from './setting-values.ts'

export interface OrganizationPatch {
  settings: Partial<Record<OrganizationSettingName, SentValue>>
  permissions: Partial<Record<OrganizationPermission, SettingChange>>
  /** Ways to log in, by name. */
  authenticationMethods?: Readonly<Record<string, boolean>> | undefined
}

/** The changed values that PATCH /realm answers with. */
export interface OrganizationOutcome {
  settings: Partial<OrganizationSettings>
  permissions: Partial<Record<OrganizationPermission, GroupSetting>>
}

/**
 * PATCH /realm by an administrator: all changes or none.
 * @throws RequestError UNAUTHORIZED_PRINCIPAL for settings of owners; "Bad value for …"
 */
export const changeOrganization = (
  ctx: App,
  by: User,
  patch: OrganizationPatch,
): Promise<OrganizationOutcome> =>
  ctx.commit((tx) => {
    requireMayDecide(by, patch)
    if (patch.authenticationMethods) checkAuthenticationMethods(patch.authenticationMethods)
    const settings = Object.fromEntries(
      Object.entries(patch.settings).map(([name, value]) => [
        name,
        settingValue(tx, by, name as OrganizationSettingName, value),
      ]),
    ) as Partial<OrganizationSettings>
    return {
      settings: changeOrganizationSettings(tx, settings),
      permissions: changePermissions(tx, patch.permissions),
    }
  })

/**
 * Saves settings of the organization and emits those that changed.
 * @returns the settings that changed
 */
export function changeOrganizationSettings(
  tx: Tx,
  wanted: Partial<OrganizationSettings>,
): Partial<OrganizationSettings> {
  const { settings } = theOrganization(tx)
  const changed = Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => settings[name as OrganizationSettingName] !== value,
    ),
  ) as Partial<OrganizationSettings>
  if (Object.keys(changed).length === 0) return changed
  // Only differences from the defaults are stored, so that a new default takes effect.
  const sparse = Object.entries({ ...settings, ...changed }).filter(
    ([name, value]) => DEFAULT_SETTINGS[name as OrganizationSettingName] !== value,
  )
  tx.store.organization.saveSettings(JSON.stringify(Object.fromEntries(sparse)))
  for (const [name, value] of Object.entries(changed)) emitSetting(tx, name, value)
  if (changed.waiting_period_threshold !== undefined) reviewSystemGroups(tx)
  return changed
}

/** Emits a changed setting; some have an event of their own. */
function emitSetting(tx: Tx, property: string, value: SettingValue) {
  const update = (name: string, value: SettingValue) =>
    tx.emit({ type: 'realm', op: 'update', property: name, value }, 'everyone')
  const updateTogether = (data: Record<string, SettingValue>) =>
    tx.emit({ type: 'realm', op: 'update_dict', property: 'default', data }, 'everyone')

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
        rendered_description: renderDescription(tx, String(value)),
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

/** Permissions that only owners may grant. */
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

function changePermissions(tx: Tx, wanted: Partial<Record<OrganizationPermission, SettingChange>>) {
  const { organization } = tx.store
  const changed: Partial<Record<OrganizationPermission, GroupSetting>> = {}
  for (const [name, change] of Object.entries(wanted)) {
    const setting = name as OrganizationPermission
    const emitGuestChanges = setting === 'can_access_all_users_group' && trackAllGuestVisibility(tx)
    const value = changeSettingGroup(
      tx,
      setting,
      ORGANIZATION_PERMISSIONS[setting],
      organization.holderOf(setting)!,
      change,
      (groupId) => organization.grant(setting, groupId),
    )
    if (value === undefined) continue
    changed[setting] = value
    const data = { [setting]: value }
    tx.emit({ type: 'realm', op: 'update_dict', property: 'default', data }, 'everyone')
    if (emitGuestChanges) emitGuestChanges(tx)
  }
  return changed
}

/** @throws RequestError if the only login method of this server would be switched off */
function checkAuthenticationMethods(methods: Readonly<Record<string, boolean>>) {
  const unavailable = Object.keys(methods).find((name) => methods[name] && name !== 'Email')
  if (unavailable !== undefined) {
    refuseValue('authentication_methods', JSON.stringify(methods), 'Email')
  }
  if (methods.Email === false) {
    refuse('BAD_REQUEST', 'At least one authentication method must be enabled.')
  }
}

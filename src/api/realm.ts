import * as z from 'zod'
import { MAX_ORGANIZATION_NAME_LENGTH, MAX_WELCOME_TEXT_LENGTH } from '../base/limits.ts'
import { changeOrganization, type OrganizationPatch } from '../domain/organization-changes.ts'
import { deactivateOrganization, MIN_DELETION_DAYS } from '../domain/organization-closing.ts'
import {
  type OrganizationSettingName,
  SETTING_RULES,
  type SettingRule,
} from '../domain/organization-settings.ts'
import { ORGANIZATION_PERMISSIONS, type OrganizationPermission } from '../domain/permissions.ts'
import { previewWelcome } from '../domain/welcome-preview.ts'
import { endpoint } from './endpoint.ts'
import {
  alias,
  bool,
  either,
  filledText,
  groupSettingChange,
  int,
  text,
  textUpTo,
} from './params.ts'
import { groupSettingValue } from './wire/groups.ts'

const wordOrNumber = either(z.union([int, text]))

/** The type a setting is sent in; its rule is documented here and the domain's to apply. */
function parameterOf(rule: SettingRule) {
  switch (rule.kind) {
    case 'switch':
      return bool
    case 'text':
      return textUpTo(rule.limit)
    case 'choice':
      return typeof rule.values[0] === 'number'
        ? int.meta({ enum: [...rule.values] })
        : either(text.meta({ enum: [...rule.values] }))
    case 'amount':
      return int.meta({ minimum: rule.min, maximum: rule.max })
    case 'channel':
      return int
    case 'time limit':
    case 'retention':
      return wordOrNumber
    case 'language':
    case 'server address':
      return either(text)
  }
}

const shapeOf = <N extends string, S extends z.ZodType>(
  names: readonly N[],
  schema: (name: N) => S,
) => Object.fromEntries(names.map((name) => [name, schema(name)])) as Record<N, S>

const settingNames = Object.keys(SETTING_RULES) as OrganizationSettingName[]
const permissionNames = Object.keys(ORGANIZATION_PERMISSIONS) as OrganizationPermission[]

const authenticationMethods = z.record(text, bool)

export const changeRealm = endpoint('PATCH /realm', {
  tier: 'administrator',
  params: {
    ...shapeOf(settingNames, (name) => parameterOf(SETTING_RULES[name]).optional()),
    name: filledText(MAX_ORGANIZATION_NAME_LENGTH).optional(),
    service_update_announcements_stream_id: alias(
      'zulip_update_announcements_stream_id',
      int.optional(),
    ),
    authentication_methods: authenticationMethods.optional(),
    ...shapeOf(permissionNames, () => groupSettingChange.optional()),
  },
  returns: {
    ...shapeOf(settingNames, () => z.union([bool, int, text, z.null()]).optional()),
    zulip_update_announcements_stream_id: int.optional(),
    ...shapeOf(permissionNames, () => groupSettingValue.optional()),
  },
  async handle(ctx, { authentication_methods: authenticationMethods, ...sent }, call) {
    const chosen = <N extends string>(names: readonly N[]) =>
      Object.fromEntries(
        names.filter((name) => name in sent).map((name) => [name, sent[name as keyof typeof sent]]),
      )
    const { settings, permissions } = await changeOrganization(ctx, call.user, {
      settings: chosen(settingNames) as OrganizationPatch['settings'],
      permissions: chosen(permissionNames) as OrganizationPatch['permissions'],
      authenticationMethods,
    })
    const announcements = settings.service_update_announcements_stream_id
    return {
      ...settings,
      ...(announcements !== undefined && { zulip_update_announcements_stream_id: announcements }),
      ...permissions,
    }
  },
})

export const deactivateRealm = endpoint('POST /realm/deactivate', {
  tier: 'owner',
  params: {
    // A hundred years are as good as for ever, and can still be added to a date.
    deletion_delay_days: int.min(MIN_DELETION_DAYS).max(36_500).nullable().default(null),
  },
  handle: (ctx, { deletion_delay_days }) => deactivateOrganization(ctx, deletion_delay_days),
})

export const previewWelcomeEndpoint = endpoint('POST /realm/test_welcome_bot_custom_message', {
  tier: 'administrator',
  params: { welcome_message_custom_text: filledText(MAX_WELCOME_TEXT_LENGTH) },
  returns: { message_id: int },
  handle: async (ctx, { welcome_message_custom_text }, call) => ({
    message_id: await previewWelcome(ctx, call.user, welcome_message_custom_text),
  }),
})

// Endpoints: settings and closing of the organization.

import * as z from 'zod'
import { MAX_ORGANIZATION_NAME_LENGTH, MAX_WELCOME_TEXT_LENGTH } from '../../../base/limits.ts'
import {
  ORGANIZATION_PERMISSIONS,
  type OrganizationPermission,
} from '../../../domain/access/permissions.ts'
import { previewWelcome } from '../../../domain/joining/welcome-preview.ts'
import { CALL_PROVIDER_IDS } from '../../../domain/organization/call-providers.ts'
import {
  deactivateOrganization,
  MIN_DELETION_DAYS,
} from '../../../domain/organization/organization-closing.ts'
import {
  type OrganizationSettingName,
  SETTING_RULES,
  type SettingRule,
} from '../../../domain/organization/organization-settings.ts'
import {
  changeOrganization,
  type OrganizationPatch,
} from '../../../domain/organization-management/organization-changes.ts'
import { endpoint } from '../../core/endpoint.ts'
import {
  alias,
  bool,
  either,
  filledText,
  groupSettingChange,
  int,
  text,
  textUpTo,
} from '../../core/params.ts'
import { groupSettingValue } from '../../wire/groups.ts'
import {
  ORGANIZATION_PERMISSION_TEXTS,
  ORGANIZATION_SETTING_TEXTS,
} from '../../wire/setting-texts.ts'

const wordOrNumber = either(z.union([int, text]))

/** The type in which a setting is sent; the domain applies its rule. */
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
    case 'call provider':
      return int.meta({ enum: [...CALL_PROVIDER_IDS] })
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

const textOf = (name: OrganizationSettingName) =>
  ORGANIZATION_SETTING_TEXTS[name] + (SETTING_RULES[name].ownerOnly ? ' For owners.' : '')

const authenticationMethods = z.record(text, bool)

export const changeRealm = endpoint('PATCH /realm', {
  summary: "Changes the organization's settings and permissions, and returns those that changed.",
  tier: 'administrator',
  errors: ['EXPECTATION_MISMATCH', 'SYSTEM_GROUP_REQUIRED'],
  params: {
    ...shapeOf(settingNames, (name) =>
      parameterOf(SETTING_RULES[name]).optional().describe(textOf(name)),
    ),
    name: filledText(MAX_ORGANIZATION_NAME_LENGTH).optional().describe(textOf('name')),
    service_update_announcements_stream_id: alias(
      'zulip_update_announcements_stream_id',
      int.optional(),
    ).describe(textOf('service_update_announcements_stream_id')),
    authentication_methods: authenticationMethods
      .optional()
      .describe('Which ways to log in are offered, by name; one at least must stay.'),
    ...shapeOf(permissionNames, (name) =>
      groupSettingChange.optional().describe(ORGANIZATION_PERMISSION_TEXTS[name]),
    ),
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
  summary: 'Deactivates the organization; nobody can log in to it any more.',
  tier: 'owner',
  params: {
    // At most a hundred years, which can still be added to a date.
    deletion_delay_days: int
      .min(MIN_DELETION_DAYS)
      .max(36_500)
      .nullable()
      .default(null)
      .describe('Days until its data is deleted, at least 14; null keeps it.'),
  },
  handle: (ctx, { deletion_delay_days }) => deactivateOrganization(ctx, deletion_delay_days),
})

export const previewWelcomeEndpoint = endpoint('POST /realm/test_welcome_bot_custom_message', {
  summary: 'Sends the caller the message that new accounts would get from Welcome Bot.',
  tier: 'administrator',
  params: {
    welcome_message_custom_text: filledText(MAX_WELCOME_TEXT_LENGTH).describe('The text to try.'),
  },
  returns: { message_id: int },
  handle: async (ctx, { welcome_message_custom_text }, call) => ({
    message_id: await previewWelcome(ctx, call.user, welcome_message_custom_text),
  }),
})

// Reads the values of organization settings: what is sent, checked by the rule of the setting.

import { INVALID_CHANNEL_ID } from '../../errors/channels.ts'
import { refuse } from '../../errors.ts'
import { hasMetadataAccess } from '../access/access.ts'
import type { Context } from '../kernel/context.ts'
import { requireLanguage } from '../kernel/locales.ts'
import { callProviderIds } from '../organization/call-providers.ts'
import {
  type OrganizationSettingName,
  SETTING_RULES,
  type SettingRule,
} from '../organization/organization-settings.ts'
import { isWebAddress } from '../user-management/profile-field-types.ts'
import type { User } from '../users/users.ts'

/** A setting's value as it is sent, before its rule is applied. */
export type SentValue = boolean | number | string

/** @throws RequestError always; @param allowed the values that the refusal lists */
export function refuseValue(name: string, value: SentValue, allowed: string): never {
  refuse('BAD_REQUEST', `Bad value for '${name}': ${value} (allowed: ${allowed})`)
}

/** The value to store. @throws RequestError if the setting's rule does not allow what was sent */
export function settingValue(
  ctx: Context,
  by: User,
  name: OrganizationSettingName,
  value: SentValue,
): SentValue | null {
  const rule: SettingRule = SETTING_RULES[name]
  const accept = (isAllowed: boolean, allowed: string) =>
    isAllowed ? value : refuseValue(name, value, allowed)
  switch (rule.kind) {
    case 'switch':
    case 'text':
      return value
    case 'choice':
      return accept(
        rule.values.some((allowed) => allowed === value),
        rule.values.join(', '),
      )
    case 'amount':
      return accept(
        Number(value) >= rule.min && Number(value) <= rule.max,
        `${rule.min} to ${rule.max}`,
      )
    case 'time limit':
      return value === 'unlimited' ? null : accept(isAboveZero(value), TIMES)
    case 'retention':
      return value === 'unlimited' ? -1 : accept(isAboveZero(value), TIMES)
    case 'language':
      requireLanguage(String(value))
      return value
    case 'server address':
      if (value === 'default') return null
      return accept(
        isServerAddress(String(value), rule.limit),
        `"default" or a web address of ${rule.limit} characters at most`,
      )
    case 'call provider': {
      const ids = callProviderIds(ctx)
      return accept(ids.includes(Number(value)), ids.join(', '))
    }
    case 'channel':
      return value === -1 ? value : announcedChannel(ctx, by, Number(value), rule.isPrivate)
  }
}

/** Seconds of about 68 years: what any client can count with. */
const MAX_LIMIT = 2 ** 31 - 1

/** The values of limits, in the text of a refusal. */
const TIMES = `1 to ${MAX_LIMIT} or "unlimited"`

const isAboveZero = (value: SentValue) =>
  typeof value === 'number' && value > 0 && value <= MAX_LIMIT

const isServerAddress = (address: string, limit: number) =>
  address.length <= limit && /^https?:/.test(address) && isWebAddress(address)

function announcedChannel(ctx: Context, by: User, id: number, isPrivate = false): number {
  const channel = ctx.store.channels.find(id)
  if (!channel || channel.is_archived || !hasMetadataAccess(ctx, by, channel)) {
    refuse(INVALID_CHANNEL_ID)
  }
  if (isPrivate && !channel.invite_only) {
    refuse('BAD_REQUEST', 'Moderation request channel must be private.')
  }
  return id
}

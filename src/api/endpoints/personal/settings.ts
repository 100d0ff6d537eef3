// Endpoints: personal settings.

import * as z from 'zod'
import {
  changeOwnSettings,
  changeSettingsOfOthers,
} from '../../../domain/user-management/settings-changes.ts'
import { endpoint } from '../../core/endpoint.ts'
import { addressChanges, ownPasswordTries } from '../../core/limits.ts'
import { bool, either, ints, text, textUpTo } from '../../core/params.ts'
import { sentSettings, settingNames, settingParams } from '../../wire/setting-params.ts'

/** Longer than any password that is accepted; the bound keeps hashing cheap. */
const password = textUpTo(1000)

const settingsEndpoint = (path: string, summary: string) =>
  endpoint(`PATCH /${path}`, {
    summary,
    tier: 'human',
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    limits: [ownPasswordTries, ...addressChanges],
    params: {
      ...settingParams(settingNames),
      full_name: text.optional().describe('The name of the person, 1 to 100 characters.'),
      email: text
        .optional()
        .describe(
          'A new address. It is confirmed by a link in a mail to it, or where no mail is sent by an administrator.',
        ),
      timezone: either(text)
        .optional()
        .describe('A time zone of the IANA database, such as "Europe/Berlin".'),
      old_password: password.optional().describe('The present password, with new_password.'),
      new_password: password.optional().describe('6 to 100 characters, hard enough to guess.'),
      target_users: z
        .strictObject({
          user_ids: ints.default([]),
          group_ids: ints.default([]),
          skip_if_already_edited: bool.default(false),
        })
        .optional()
        .describe('Changes the settings of these users instead; for administrators.'),
    },
    // The key that confirms a new address, since no mail is sent.
    returns: { key: text.optional() },
    async handle(ctx, params, call) {
      const { full_name, email, timezone, old_password = '', new_password, target_users } = params
      const patch = {
        settings: sentSettings(params),
        full_name,
        email,
        timezone,
        password: new_password === undefined ? undefined : { old: old_password, new: new_password },
      }
      if (target_users !== undefined) {
        const { user_ids, group_ids, skip_if_already_edited } = target_users
        const targets = {
          userIds: user_ids,
          groupIds: group_ids,
          skipIfChosen: skip_if_already_edited,
        }
        return changeSettingsOfOthers(ctx, call.user, patch, targets)
      }
      const key = await changeOwnSettings(ctx, call.user, patch, call.csrfToken)
      return key === undefined ? {} : { key }
    },
  })

export const changeSettings = settingsEndpoint(
  'settings',
  "Changes the caller's account and personal settings, or for administrators settings of others.",
)

const OLDER = 'Does the same as PATCH /settings, for older clients.'

/** Older clients change settings of display and of notifications by separate endpoints. */
export const changeDisplaySettings = settingsEndpoint('settings/display', OLDER)
export const changeNotificationSettings = settingsEndpoint('settings/notifications', OLDER)

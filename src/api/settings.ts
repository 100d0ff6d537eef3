import * as z from 'zod'
import { changeOwnSettings, changeSettingsOfOthers } from '../domain/settings-changes.ts'
import { endpoint } from './endpoint.ts'
import { bool, either, ints, text, textUpTo } from './params.ts'
import { sentSettings, settingNames, settingParams } from './setting-params.ts'

/** Longer than any password that is accepted; the bound keeps hashing cheap. */
const password = textUpTo(1000)

const settingsEndpoint = (path: string) =>
  endpoint(`PATCH /${path}`, {
    tier: 'human',
    params: {
      ...settingParams(settingNames),
      full_name: text.optional(),
      email: text.optional(),
      timezone: either(text).optional(),
      old_password: password.optional(),
      new_password: password.optional(),
      target_users: z
        .strictObject({
          user_ids: ints.default([]),
          group_ids: ints.default([]),
          skip_if_already_edited: bool.default(false),
        })
        .optional(),
    },
    // Confirms a new address where no mail can be sent to it.
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

export const changeSettings = settingsEndpoint('settings')

/** Older clients change the look and the notifications of the same settings apart. */
export const changeDisplaySettings = settingsEndpoint('settings/display')
export const changeNotificationSettings = settingsEndpoint('settings/notifications')

// Endpoints: default settings of new accounts.

import {
  changeUserDefaults,
  WITHOUT_DEFAULT,
} from '../../../domain/user-management/settings-changes.ts'
import { endpoint } from '../../core/endpoint.ts'
import { sentSettings, settingNames, settingParams } from '../../wire/setting-params.ts'

export const changeUserSettingsDefaults = endpoint('PATCH /realm/user_settings_defaults', {
  summary: 'Changes the personal settings that new accounts start with.',
  tier: 'administrator',
  params: settingParams(settingNames.filter((name) => !WITHOUT_DEFAULT.has(name))),
  handle: (ctx, params) => changeUserDefaults(ctx, sentSettings(params)),
})

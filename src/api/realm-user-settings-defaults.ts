import { changeUserDefaults, WITHOUT_DEFAULT } from '../domain/settings-changes.ts'
import { endpoint } from './endpoint.ts'
import { sentSettings, settingNames, settingParams } from './setting-params.ts'

export const changeUserSettingsDefaults = endpoint('PATCH /realm/user_settings_defaults', {
  tier: 'administrator',
  params: settingParams(settingNames.filter((name) => !WITHOUT_DEFAULT.has(name))),
  handle: (ctx, params) => changeUserDefaults(ctx, sentSettings(params)),
})

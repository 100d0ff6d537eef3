// Parameters for personal settings, derived from the list of settings in the domain.

import * as z from 'zod'
import {
  DEFAULT_USER_SETTINGS,
  USER_SETTING_CHOICES,
  USER_SETTING_RANGES,
  type UserSettingName,
  type UserSettings,
} from '../../domain/users/user-settings.ts'
import { bool, either, int, text } from '../core/params.ts'
import { USER_SETTING_TEXTS } from './setting-texts.ts'

const choices: Partial<Record<UserSettingName, readonly (string | number)[]>> = USER_SETTING_CHOICES
const ranges: Partial<Record<UserSettingName, readonly number[]>> = USER_SETTING_RANGES

/** The type a personal setting is sent in. */
function parameterOf(name: UserSettingName): z.ZodType {
  const chosen = choices[name]
  if (chosen) {
    const oneOfThem = z.literal([...chosen])
    return typeof chosen[0] === 'string' ? either(oneOfThem) : oneOfThem
  }
  if (typeof DEFAULT_USER_SETTINGS[name] === 'boolean') return bool
  if (typeof DEFAULT_USER_SETTINGS[name] === 'string') return either(text)
  const [min, max] = ranges[name]!
  return int.min(min!).max(max!)
}

export const settingNames = Object.keys(DEFAULT_USER_SETTINGS) as UserSettingName[]

const params = new Map(
  settingNames.map((name) => [
    name,
    parameterOf(name).optional().describe(USER_SETTING_TEXTS[name]),
  ]),
)

/** Parameters for personal settings, each optional. */
export const settingParams = (names: readonly UserSettingName[]) =>
  Object.fromEntries(names.map((name) => [name, params.get(name)])) as Record<
    UserSettingName,
    z.ZodOptional<z.ZodType>
  >

/** Those of the parameters that are settings and were sent. */
export const sentSettings = (params: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    settingNames.filter((name) => params[name] !== undefined).map((name) => [name, params[name]]),
  ) as Partial<UserSettings>

/** Types of the values of personal settings, as they are read. */
export const settingValues = Object.fromEntries(
  Object.entries(DEFAULT_USER_SETTINGS).map(([name, value]) => [
    name,
    { boolean: bool, number: int, string: text }[typeof value as 'boolean' | 'number' | 'string'],
  ]),
)

import type { Context } from './context.ts'
import type { User } from './users.ts'

/** Personal settings with their defaults (events 1.10). */
export const DEFAULT_USER_SETTINGS = {
  translate_emoticons: false,
}

export type UserSettings = typeof DEFAULT_USER_SETTINGS

export function userSettings(_ctx: Context, user: User): UserSettings {
  return { ...DEFAULT_USER_SETTINGS, ...(JSON.parse(user.settings) as Partial<UserSettings>) }
}

export const userSetting = <K extends keyof UserSettings>(
  ctx: Context,
  user: User,
  name: K,
): UserSettings[K] => userSettings(ctx, user)[name]

import type { Context } from './context.ts'
import type { User } from './users.ts'

/** Personal settings with their defaults (events 1.10). */
export const DEFAULT_USER_SETTINGS = {
  translate_emoticons: false,
  enable_stream_desktop_notifications: false,
  enable_stream_email_notifications: false,
  enable_stream_push_notifications: false,
  enable_stream_audible_notifications: false,
  wildcard_mentions_notify: true,
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

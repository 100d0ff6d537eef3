import { administrators } from './audiences.ts'
import type { Context } from './context.ts'
import type { Emit } from './unit-of-work.ts'
import { userSetting } from './user-settings.ts'
import { isPerson, type User } from './users.ts'

/** Whether somebody has agreed that what is private to them may be in an export. */
export const hasConsented = (user: User) =>
  isPerson(user) && userSetting(user, 'allow_private_data_export')

/** GET /export/realm/consents: of all people with an open account. */
export const listConsents = (ctx: Context) =>
  ctx.store.users
    .all()
    .filter((user) => user.is_active && isPerson(user))
    .map((user) => ({
      user_id: user.id,
      consented: hasConsented(user),
      email_address_visibility: user.email_address_visibility,
    }))

export const tellConsent = (ctx: Context, emit: Emit, user_id: number, consented: boolean) =>
  emit({ type: 'realm_export_consent', user_id, consented }, administrators(ctx))

// Who agreed to have private data exported.

import { administrators } from '../access/audiences.ts'
import type { Context, Tx } from '../kernel/context.ts'
import { userSetting } from './user-settings.ts'
import { isPerson, type User } from './users.ts'

/** Whether a user agreed to the export of their private data. */
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

/** Emits a changed consent to administrators. */
export const emitConsent = (tx: Tx, user_id: number, consented: boolean) =>
  tx.emit({ type: 'realm_export_consent', user_id, consented }, administrators(tx))

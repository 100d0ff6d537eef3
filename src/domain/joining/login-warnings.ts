// Tells people that strangers have tried their password.

import type { App } from '../kernel/context.ts'
import { sendSystemDm } from '../messages/system-messages.ts'
import { findByEmail } from '../users/users.ts'

/** Sends a warning to the person with this address; does nothing if no active account has it. */
export async function warnOfGuessing(ctx: App, email: string): Promise<void> {
  const user = findByEmail(ctx, email)
  if (!user?.is_active || user.bot_type !== null) return
  const warning =
    'Somebody has tried many wrong passwords for your account, from places you never logged in from. ' +
    'Your password was not found. You can log in as before from where you have logged in before; ' +
    'from anywhere else it is possible again in half an hour.'
  await ctx.commit((tx) => sendSystemDm(tx, 'notification', user, warning))
}

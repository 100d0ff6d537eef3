import { seconds } from '../base/clock.ts'
import type { Context } from './context.ts'
import { ROLE } from './roles.ts'

/** Accounts the server itself writes from (organization 4.5). */
const SYSTEM_BOTS = [
  { system_bot: 'notification', full_name: 'Notification Bot', address: 'notification-bot' },
  { system_bot: 'welcome', full_name: 'Welcome Bot', address: 'welcome-bot' },
  { system_bot: 'email-gateway', full_name: 'Email Gateway', address: 'emailgateway' },
] as const

/** Nobody may register these: they are not addresses anyone receives mail at. */
const HOST = 'hearth.invalid'

export const isReservedAddress = (key: string) => key.endsWith(`@${HOST}`)

export function createSystemBots(ctx: Context) {
  for (const { system_bot, full_name, address } of SYSTEM_BOTS) {
    ctx.store.users.create({
      email: `${address}@${HOST}`,
      email_key: `${address}@${HOST}`,
      full_name,
      role: ROLE.member,
      joined_at: seconds(ctx.clock),
      password_hash: null,
      bot_type: 1,
      system_bot,
    })
  }
}

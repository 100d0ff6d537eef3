// The accounts from which the server itself writes.

import { ROLE } from '../access/roles.ts'
import type { Tx } from '../kernel/context.ts'

/** Accounts the server itself writes from. */
const SYSTEM_BOTS = [
  { system_bot: 'notification', full_name: 'Notification Bot', address: 'notification-bot' },
  { system_bot: 'welcome', full_name: 'Welcome Bot', address: 'welcome-bot' },
  { system_bot: 'email-gateway', full_name: 'Email Gateway', address: 'emailgateway' },
] as const

/** The host of reserved addresses, which receive no mail and which no one may register. */
const HOST = 'hearth.invalid'

/** Whether an address belongs to the host of system bots. @param key the address, case-folded */
export const isReservedAddress = (key: string) => key.endsWith(`@${HOST}`)

/** Creates the system bots of a new organization. */
export function createSystemBots(tx: Tx) {
  for (const { system_bot, full_name, address } of SYSTEM_BOTS) {
    tx.store.users.create({
      email: `${address}@${HOST}`,
      email_key: `${address}@${HOST}`,
      full_name,
      role: ROLE.member,
      joined_at: tx.now,
      password_hash: null,
      bot_type: 1,
      system_bot,
    })
  }
}

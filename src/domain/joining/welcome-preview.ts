// Shows administrators the welcome message before others receive it.

import type { App } from '../kernel/context.ts'
import { sendSystemDm } from '../messages/system-messages.ts'
import type { User } from '../users/users.ts'

/** Sends an administrator the text that newcomers would get. @returns the message's ID */
export const previewWelcome = (ctx: App, user: User, text: string): Promise<number> =>
  ctx.commit((tx) => {
    sendSystemDm(tx, 'welcome', user, text)
    return tx.store.userMessages.newestId(user.id)
  })

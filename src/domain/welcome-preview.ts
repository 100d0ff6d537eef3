import type { Context } from './context.ts'
import { noteDirectly } from './notices.ts'
import type { User } from './users.ts'

/** Sends an administrator the text that newcomers would get. @returns the message's ID */
export const previewWelcome = (ctx: Context, user: User, text: string): Promise<number> =>
  ctx.commit((emit) => {
    noteDirectly(ctx, emit, 'welcome', user, text)
    return ctx.store.userMessages.newestId(user.id)
  })

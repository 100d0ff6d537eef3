import type { Context } from './context.ts'
import { deliver, type Outgoing } from './messages.ts'
import type { User } from './users.ts'
import { replyFromWelcomeBot } from './welcome-replies.ts'

/** POST /messages. */
export const sendMessage = (ctx: Context, sender: User, outgoing: Outgoing) =>
  ctx.commit((emit) => {
    const sent = deliver(ctx, emit, sender, outgoing)
    if (outgoing.destination.kind === 'direct') replyFromWelcomeBot(ctx, emit, sender, sent.id)
    return sent
  })

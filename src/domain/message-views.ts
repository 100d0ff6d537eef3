import { type MessageFacts, type MessageShape, shapeMessage } from '../events/message-shape.ts'
import type { Context } from './context.ts'
import { messageFacts } from './message-facts.ts'
import { unknownAvatar } from './pictures.ts'
import { seesEveryone, seesUser, unknownPerson, type Viewer } from './users.ts'

/**
 * How one viewer reads messages: JSON objects that lack their closing brace, ready for more
 * fields. All viewers read the same, but for guests who may not know every sender.
 */
export function openMessageFor(
  ctx: Context,
  viewer: Viewer,
  shape: MessageShape,
): (id: number) => string {
  if (viewer === undefined || seesEveryone(ctx, viewer))
    return (id) => ctx.messageCache.open(ctx, id, shape)
  const known = new Map<number, boolean>()
  const knows = (userId: number) => {
    let sees = known.get(userId)
    if (sees === undefined) {
      sees = seesUser(ctx, viewer, ctx.store.users.find(userId)!)
      known.set(userId, sees)
    }
    return sees
  }
  return (id) => {
    const facts = messageFacts(ctx, ctx.store.messages.find(id)!)
    const shown = knows(facts.sender_id) ? facts : withoutSender(ctx, facts)
    return JSON.stringify(shapeMessage(shown, shape)).slice(0, -1)
  }
}

/** What is left of a message's sender for guests who may not see them (messages 9). */
export function withoutSender(ctx: Context, facts: MessageFacts): MessageFacts {
  const { full_name: sender_full_name, email: sender_email } = unknownPerson(ctx, facts.sender_id)
  const avatar_url = unknownAvatar(ctx)
  return { ...facts, sender_full_name, sender_email, avatar_url, is_gravatar: false }
}

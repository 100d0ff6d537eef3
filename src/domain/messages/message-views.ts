// Messages as one viewer reads them; guests may not see every sender.

import { utf8Of } from '../../base/json.ts'
import {
  type CanonicalMessage,
  formatMessage,
  type MessageFormat,
} from '../../events/types/message-format.ts'
import type { Context, MessageTexts } from '../kernel/context.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { unknownAvatar } from '../pictures/pictures.ts'
import { seesEveryone, seesUser, unknownPerson } from '../users/users.ts'
import { canonicalMessage } from './canonical-message.ts'

/**
 * Makes the function, for this turn, that gives the JSON of a message for one viewer in UTF-8 (see
 * JsonBytes), without the closing brace so that fields can be added. All viewers get the same, except
 * guests who may not see every sender.
 */
export function messageJsonPrefixFor(
  ctx: Context,
  viewer: Viewer,
  format: MessageFormat,
  texts: MessageTexts = ctx.messageCache,
): (id: number) => string {
  if (viewer === undefined || seesEveryone(ctx, viewer)) return texts.inThisTurn(ctx, format)
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
    const facts = canonicalMessage(ctx, ctx.store.messages.find(id)!)
    const shown = knows(facts.sender_id) ? facts : withoutSender(ctx, facts)
    return utf8Of(JSON.stringify(formatMessage(shown, format)).slice(0, -1))
  }
}

/** A message with a placeholder for its sender, for guests who may not see them. */
export function withoutSender(ctx: Context, facts: CanonicalMessage): CanonicalMessage {
  const { full_name: sender_full_name, email: sender_email } = unknownPerson(ctx, facts.sender_id)
  const avatar_url = unknownAvatar(ctx)
  return { ...facts, sender_full_name, sender_email, avatar_url, is_gravatar: false }
}

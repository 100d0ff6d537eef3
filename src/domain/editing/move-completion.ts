// The last step of a move: topic preferences and system messages.

import { hasContentAccess } from '../access/access.ts'
import { topicKey } from '../content/topics.ts'
import type { Context, Tx } from '../kernel/context.ts'
import { POLICY, setVisibilities, showsMore, type VisibilityPolicy } from '../topics/user-topics.ts'
import type { User } from '../users/users.ts'
import { readableIdsByUser } from './message-visibility.ts'
import type { Move } from './move-permissions.ts'
import type { MoveOptions } from './move-requests.ts'
import { postMoveMessages, postResolveMessage } from './move-system-messages.ts'

/** Moves topic preferences and posts system messages, once all messages are moved. */
export function finishMove(tx: Tx, user: User, move: Move, options: MoveOptions) {
  const { from, to } = move
  const isElsewhere =
    from.channel.id !== to.channel.id || topicKey(from.topic) !== topicKey(to.topic)
  // Another spelling of the same topic is not a move.
  if (!isElsewhere) return
  if (isLeftBehind(tx, user, move)) movePolicies(tx, move)
  if (move.isToggle) postResolveMessage(tx, user, move)
  else postMoveMessages(tx, user, move, options)
}

/** Whether the user can read no message in the old place any more. */
function isLeftBehind(ctx: Context, user: User, { from }: Move): boolean {
  const { conversations, messageMoves } = ctx.store
  const old = conversations.findTopic(from.channel.id, topicKey(from.topic))
  if (old?.last_message_id == null) return true
  if (from.channel.history_public_to_subscribers) return false
  const rest = messageMoves.idsFrom(old.id, 0)
  return readableIdsByUser(ctx, from.channel, [user.id], rest).size === 0
}

/** Moves topic preferences along; of two, the one that shows more of the topic is kept. */
function movePolicies(tx: Tx, { from, to, joinsOthers }: Move) {
  const { userTopics, users } = tx.store
  const choicesIn = (place: Move['from']) =>
    new Map(
      userTopics
        .ofTopic(place.channel.id, topicKey(place.topic))
        .map((row) => [row.user_id, row.visibility_policy as VisibilityPolicy]),
    )
  const old = choicesIn(from)
  const present = choicesIn(to)
  const concerned = joinsOthers ? new Set([...old.keys(), ...present.keys()]) : old.keys()
  for (const userId of concerned) {
    const before = old.get(userId) ?? POLICY.none
    const there = present.get(userId) ?? POLICY.none
    const after = joinsOthers && showsMore(there, before) ? there : before
    const follows = hasContentAccess(tx, users.find(userId), to.channel)
    setVisibilities(tx, userId, [
      { ...from, policy: POLICY.none },
      ...(follows ? [{ ...to, policy: after }] : []),
    ])
  }
}

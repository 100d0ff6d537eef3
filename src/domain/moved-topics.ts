import { hasContentAccess } from './access.ts'
import { showsMore } from './automatic-visibility.ts'
import type { Context } from './context.ts'
import { tellMoved, tellToggled } from './move-notices.ts'
import type { Move } from './move-permissions.ts'
import type { MoveWish } from './move-wishes.ts'
import { sightOf } from './moved-sight.ts'
import { topicKey } from './topics.ts'
import type { Emit } from './unit-of-work.ts'
import { POLICY, setVisibility, type VisibilityPolicy } from './user-topics.ts'
import type { User } from './users.ts'

/** What follows once all messages of a move are where they belong (messages 2.1). */
export function completeMove(ctx: Context, emit: Emit, user: User, move: Move, wish: MoveWish) {
  const { from, to } = move
  const isElsewhere =
    from.channel.id !== to.channel.id || topicKey(from.topic) !== topicKey(to.topic)
  // Another spelling of the same topic leaves everything where it was.
  if (!isElsewhere) return
  if (isLeftBehind(ctx, user, move)) movePolicies(ctx, emit, move)
  if (move.isToggle) tellToggled(ctx, emit, user, move)
  else tellMoved(ctx, emit, user, move, wish)
}

/** Whether the mover sees nothing any more where the messages were. */
function isLeftBehind(ctx: Context, user: User, { from }: Move): boolean {
  const { conversations, messageMoves } = ctx.store
  const old = conversations.findTopic(from.channel.id, topicKey(from.topic))
  if (old?.last_message_id == null) return true
  if (from.channel.history_public_to_subscribers) return false
  const rest = messageMoves.idsFrom(old.id, 0)
  return sightOf(ctx, from.channel, [user.id], rest).size === 0
}

/** What people chose for a topic goes with it; where two meet, the more visible choice holds. */
function movePolicies(ctx: Context, emit: Emit, { from, to, joinsOthers }: Move) {
  const { userTopics, users } = ctx.store
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
    setVisibility(ctx, emit, userId, from.channel, from.topic, POLICY.none)
    if (!hasContentAccess(ctx, users.find(userId), to.channel)) continue
    const after = joinsOthers && showsMore(there, before) ? there : before
    setVisibility(ctx, emit, userId, to.channel, to.topic, after)
  }
}

import type { Channel } from '../store/channels.ts'
import type { Context } from './context.ts'
import { topicKey } from './topics.ts'
import type { Emit } from './unit-of-work.ts'
import { type UserSettings, userSetting, userSettings } from './user-settings.ts'
import { POLICY, setVisibility, type VisibilityPolicy } from './user-topics.ts'
import { isPerson, type User } from './users.ts'

/** What somebody did in a topic, from the least to the most. */
export type Deed = 'participated' | 'sent' | 'started'

/** The deeds that count under each value of the two settings (messages 1.6). */
const COUNTING: Record<number, readonly Deed[]> = {
  1: ['participated', 'sent', 'started'],
  2: ['sent', 'started'],
  3: ['started'],
  4: [],
}

/** How much of a topic each policy shows; automatically a policy is only raised. */
const SHOWS: readonly VisibilityPolicy[] = [
  POLICY.muted,
  POLICY.none,
  POLICY.unmuted,
  POLICY.followed,
]

export const showsMore = (a: VisibilityPolicy, b: VisibilityPolicy) =>
  SHOWS.indexOf(a) > SHOWS.indexOf(b)

/**
 * Follows or unmutes a topic for somebody who takes part in it, as their settings say.
 * @returns the new policy, undefined where nothing changed
 */
export function raiseForDeed(
  ctx: Context,
  emit: Emit,
  user: User,
  channel: Pick<Channel, 'id'>,
  topic: string,
  deed: Deed,
): VisibilityPolicy | undefined {
  if (!isPerson(user)) return undefined
  const policy = policyFor(ctx, user, channel, userSettings(user), deed)
  if (policy === undefined) return undefined
  return raise(ctx, emit, user.id, channel, topic, policy) ? policy : undefined
}

function policyFor(
  ctx: Context,
  user: User,
  channel: Pick<Channel, 'id'>,
  settings: UserSettings,
  deed: Deed,
): VisibilityPolicy | undefined {
  const counts = (setting: number) => COUNTING[setting]?.includes(deed)
  if (counts(settings.automatically_follow_topics_policy)) return POLICY.followed
  if (!counts(settings.automatically_unmute_topics_in_muted_streams_policy)) return undefined
  const subscription = ctx.store.subscriptions.find(user.id, channel.id)
  return subscription?.is_active && subscription.is_muted ? POLICY.unmuted : undefined
}

/** Follows a topic for those who were mentioned there and want that. */
export function followForMentioned(
  ctx: Context,
  emit: Emit,
  userIds: Iterable<number>,
  channel: Pick<Channel, 'id'>,
  topic: string,
) {
  for (const userId of userIds) {
    const user = ctx.store.users.find(userId)!
    if (!isPerson(user)) continue
    if (userSetting(user, 'automatically_follow_topics_where_mentioned'))
      raise(ctx, emit, userId, channel, topic, POLICY.followed)
  }
}

function raise(
  ctx: Context,
  emit: Emit,
  userId: number,
  channel: Pick<Channel, 'id'>,
  topic: string,
  policy: VisibilityPolicy,
): boolean {
  const present = ctx.store.userTopics.policy(userId, channel.id, topicKey(topic))
  return showsMore(policy, present) && setVisibility(ctx, emit, userId, channel, topic, policy)
}

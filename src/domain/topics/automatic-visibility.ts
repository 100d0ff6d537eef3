// Follows or unmutes topics automatically for people who take part in them.

import type { Channel } from '../../store/tables/channels.ts'
import type { Context, Tx } from '../kernel/context.ts'
import { type UserSettings, userSetting, userSettings } from '../users/user-settings.ts'
import { isPerson, type User } from '../users/users.ts'
import { followForAll, POLICY, setVisibilities, type VisibilityPolicy } from './user-topics.ts'

/** What a user did in a topic, from the least to the most. */
export type TopicActivity = 'participated' | 'sent' | 'started'

/** The activities that count for each value of the two settings. */
const COUNTING: Record<number, readonly TopicActivity[]> = {
  1: ['participated', 'sent', 'started'],
  2: ['sent', 'started'],
  3: ['started'],
  4: [],
}

/**
 * Follows or unmutes a topic for a user who takes part in it, according to their settings.
 * @returns the new policy; undefined if it did not change
 */
export function applyActivityPolicy(
  tx: Tx,
  user: User,
  channel: Pick<Channel, 'id'>,
  topic: string,
  activity: TopicActivity,
): VisibilityPolicy | undefined {
  if (!isPerson(user)) return undefined
  const policy = policyFor(tx, user, channel, userSettings(user), activity)
  if (policy === undefined) return undefined
  // Automatically a policy is only raised.
  const isChange = setVisibilities(tx, user.id, [{ channel, topic, policy, isRaise: true }])
  return isChange ? policy : undefined
}

function policyFor(
  ctx: Context,
  user: User,
  channel: Pick<Channel, 'id'>,
  settings: UserSettings,
  activity: TopicActivity,
): VisibilityPolicy | undefined {
  const counts = (setting: number) => COUNTING[setting]?.includes(activity)
  if (counts(settings.automatically_follow_topics_policy)) return POLICY.followed
  if (!counts(settings.automatically_unmute_topics_in_muted_streams_policy)) return undefined
  const subscription = ctx.store.subscriptions.find(user.id, channel.id)
  return subscription?.is_active && subscription.is_muted ? POLICY.unmuted : undefined
}

/** Follows a topic for users who were mentioned in it and have that setting. */
export function followForMentioned(
  tx: Tx,
  userIds: Iterable<number>,
  channel: Pick<Channel, 'id'>,
  topic: string,
) {
  const following = [...userIds].filter((userId) => {
    const user = tx.store.users.find(userId)!
    return isPerson(user) && userSetting(user, 'automatically_follow_topics_where_mentioned')
  })
  if (following.length > 0) followForAll(tx, following, channel, topic)
}

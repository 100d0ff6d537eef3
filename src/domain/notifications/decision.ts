// The one place that decides who is notified of a message, by which way, and why. Mail, pushes to
// browsers and pushes to addresses all follow it.

import { FLAG } from '../../store/bits.ts'
import type { Receipt } from '../../store/pending-receipts.ts'
import type { Message } from '../../store/tables/messages.ts'
import type { Reason, Way } from '../../store/tables/notifications.ts'
import type { Subscription } from '../../store/tables/subscriptions.ts'
import { topicKey } from '../content/topics.ts'
import type { Context } from '../kernel/context.ts'
import { POLICY } from '../topics/user-topics.ts'
import { type UserSettings, userSettings } from '../users/user-settings.ts'
import { isPerson, type User } from '../users/users.ts'

/** Why a person is notified, by each way in which they are. */
export type Ways = Partial<Record<Way, Reason>>

export interface Decided {
  user: User
  ways: Ways
}

/** What a person has chosen for the place of a message. */
interface Place {
  subscription: Subscription | undefined
  isMuted: boolean
  isFollowed: boolean
}

/** Parsed settings, as long as the row of the user is the same. */
const parsed = new WeakMap<User, UserSettings>()

export function settingsOf(user: User): UserSettings {
  const known = parsed.get(user) ?? userSettings(user)
  parsed.set(user, known)
  return known
}

/** Who of these receivers of a message is to be notified: those who have not read it and want it. */
export function decide(ctx: Context, message: Message, receipts: readonly Receipt[]): Decided[] {
  const decided: Decided[] = []
  for (const { user_id, flags } of receipts) {
    const user = ctx.store.users.find(user_id)!
    const ways = waysFor(ctx, user, message, flags)
    if (ways.mail !== undefined || ways.push !== undefined) decided.push({ user, ways })
  }
  return decided
}

/** The same for one receiver. @param flags of the receiver's row */
export function waysFor(ctx: Context, user: User, message: Message, flags: number): Ways {
  const isReached = user.is_active === 1 && isPerson(user) && user.id !== message.sender_id
  if (!isReached || flags & FLAG.read) return {}
  const settings = settingsOf(user)
  if (flags & FLAG.direct) return whenOffline(settings, 'direct')
  // Also in muted places: the sender means this person.
  if (flags & FLAG.mentioned) return whenOffline(settings, 'mention')
  const place = placeFor(ctx, user, message)
  const ways: Ways = {}
  if (mayMeanEveryone(flags) && wildcardsNotify(settings, place))
    Object.assign(ways, whenOffline(settings, 'wildcard'))
  ways.mail ??= inChannel(settings, place, 'email')
  ways.push ??= inChannel(settings, place, 'push')
  return ways
}

const mayMeanEveryone = (flags: number) =>
  (flags & (FLAG.streamWildcardMentioned | FLAG.topicWildcardMentioned)) !== 0

function whenOffline(settings: UserSettings, reason: Reason): Ways {
  return {
    ...(settings.enable_offline_email_notifications && { mail: reason }),
    ...(settings.enable_offline_push_notifications && { push: reason }),
  }
}

function wildcardsNotify(settings: UserSettings, { subscription, isMuted, isFollowed }: Place) {
  if (isFollowed && settings.enable_followed_topic_wildcard_mentions_notify) return true
  const chosen = subscription?.wildcard_mentions_notify
  return !isMuted && (chosen == null ? settings.wildcard_mentions_notify : chosen === 1)
}

function inChannel(settings: UserSettings, place: Place, way: 'email' | 'push') {
  const { subscription, isMuted, isFollowed } = place
  if (isFollowed && settings[`enable_followed_topic_${way}_notifications`]) return 'followed'
  const chosen = subscription?.[`${way}_notifications`]
  const isWanted = chosen == null ? settings[`enable_stream_${way}_notifications`] : chosen === 1
  return isWanted && !isMuted ? 'channel' : undefined
}

function placeFor(ctx: Context, user: User, { channel_id, topic }: Message): Place {
  const { subscriptions, userTopics } = ctx.store
  const subscription = subscriptions.find(user.id, channel_id!)
  const policy = userTopics.policy(user.id, channel_id!, topicKey(topic!))
  const isShown = policy === POLICY.unmuted || policy === POLICY.followed
  return {
    subscription: subscription?.is_active === 1 ? subscription : undefined,
    isMuted: policy === POLICY.muted || (subscription?.is_muted === 1 && !isShown),
    isFollowed: policy === POLICY.followed,
  }
}

// What a person chose for a topic: muted, unmuted or followed.

import { refuse } from '../../errors.ts'
import type { Capability } from '../../events/types/client-format.ts'
import type { MutedTopic } from '../../events/types/message-events.ts'
import { shownTopic } from '../../events/types/message-format.ts'
import type { Channel } from '../../store/tables/channels.ts'
import type { ShownChoice, VisibilityPolicy } from '../../store/tables/user-topics.ts'
import { hasMetadataAccess, readableChannel } from '../access/access.ts'
import { channelKey } from '../channels/channels.ts'
import { namedTopic, topicKey } from '../content/topics.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import type { User } from '../users/users.ts'

export type { VisibilityPolicy }

export const POLICY = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const

/** Topics that one person has a policy for: POST /register lists them, and each change all muted ones. */
const MOST_CHOICES = 10_000

/** POST /user_topics: sets the policy for a topic, which need not have messages. */
export const chooseVisibility = (
  ctx: App,
  user: User,
  channelId: number,
  topic: string,
  policy: VisibilityPolicy,
) =>
  ctx.commit((tx) => {
    const name = namedTopic(topic.trim())
    const before = tx.store.userTopics.policy(user.id, channelId, topicKey(name))
    // Removing a policy must be possible after access was lost.
    const isRemoved = policy === POLICY.none && before !== POLICY.none
    const channel = isRemoved ? { id: channelId } : readableChannel(tx, user, channelId)
    if (isTooMuch(tx, user.id, before, policy))
      refuse('BAD_REQUEST', `You can mute, unmute and follow ${MOST_CHOICES} topics in all.`)
    setVisibility(tx, user.id, channel, name, policy)
  })

/** The ID of no channel. */
const NO_CHANNEL = 0

/** PATCH /users/me/subscriptions/muted_topics, of older clients. */
export function muteTopic(
  ctx: App,
  user: User,
  channel: { id: number } | { name: string },
  topic: string,
  op: 'add' | 'remove',
) {
  const id =
    'id' in channel ? channel.id : ctx.store.channels.findByName(channelKey(channel.name))?.id
  // A name of no channel costs as much as that of a hidden one: both are refused there.
  return chooseVisibility(
    ctx,
    user,
    id ?? NO_CHANNEL,
    topic,
    op === 'add' ? POLICY.muted : POLICY.none,
  )
}

/** How much of a topic each policy shows, from the least to the most. */
const SHOWS: readonly VisibilityPolicy[] = [
  POLICY.muted,
  POLICY.none,
  POLICY.unmuted,
  POLICY.followed,
]

/** Whether the first policy shows more of a topic than the second. */
export const showsMore = (a: VisibilityPolicy, b: VisibilityPolicy) =>
  SHOWS.indexOf(a) > SHOWS.indexOf(b)

/** What a person wants to see of a topic. */
export interface TopicChoice {
  channel: Pick<Channel, 'id'>
  topic: string
  policy: VisibilityPolicy
  /** A policy that shows more is kept. */
  isRaise?: boolean
}

/** Sets a policy and emits it if it changed, unless the person has too many. @returns whether it changed */
export const setVisibility = (
  tx: Tx,
  userId: number,
  channel: Pick<Channel, 'id'>,
  topic: string,
  policy: VisibilityPolicy,
): boolean => setVisibilities(tx, userId, [{ channel, topic, policy }])

/** The same for several topics, with one list of muted ones. @returns whether any is a change */
export function setVisibilities(tx: Tx, userId: number, choices: readonly TopicChoice[]): boolean {
  const changes = choices
    .map((choice) => saveChoice(tx, userId, choice))
    .filter((change) => change !== undefined)
  emitChoices(tx, userId, changes)
  return changes.length > 0
}

/** Follows a topic for many people, except those who have too many choices. */
export function followForAll(
  tx: Tx,
  userIds: readonly number[],
  channel: Pick<Channel, 'id'>,
  topic: string,
) {
  const row = {
    channel_id: channel.id,
    topic_key: topicKey(topic),
    topic,
    visibility_policy: POLICY.followed,
    updated_at: tx.now,
  }
  const changed = tx.store.userTopics.saveForAll(userIds, row, MOST_CHOICES)
  for (const userId of changed) emitChoices(tx, userId, [row])
}

function emitChoices(tx: Tx, userId: number, changes: readonly TopicPreference[]) {
  // The list can be long, and most users affected by a move are not connected.
  if (changes.length === 0 || !tx.hub.isListening(userId)) return
  const user = tx.store.users.find(userId)!
  // Users who can no longer see the channel must not learn the names of its topics.
  const told = changes.filter(({ channel_id }) =>
    hasMetadataAccess(tx, user, tx.store.channels.find(channel_id)!),
  )
  if (told.length > 0)
    tx.emit({ type: 'muted_topics', muted_topics: mutedTopics(tx, user) }, [userId])
  for (const change of told) emitTopicPreference(tx, userId, change)
}

/** Whether a policy would be one more than a person can have. */
const isTooMuch = (tx: Tx, userId: number, before: VisibilityPolicy, policy: VisibilityPolicy) =>
  before === POLICY.none &&
  policy !== POLICY.none &&
  tx.store.userTopics.count(userId) >= MOST_CHOICES

function saveChoice(
  tx: Tx,
  userId: number,
  { channel, topic, policy, isRaise }: TopicChoice,
): TopicPreference | undefined {
  const { userTopics } = tx.store
  const key = topicKey(topic)
  const before = userTopics.policy(userId, channel.id, key)
  if (before === policy || (isRaise && !showsMore(policy, before))) return undefined
  if (isTooMuch(tx, userId, before, policy)) return undefined
  const row = {
    user_id: userId,
    channel_id: channel.id,
    topic_key: key,
    topic,
    updated_at: tx.now,
  }
  if (policy === POLICY.none) userTopics.remove(userId, channel.id, key)
  else userTopics.save({ ...row, visibility_policy: policy })
  return { ...row, visibility_policy: policy }
}

type TopicPreference = Omit<ShownChoice, 'visibility_policy'> & {
  visibility_policy: VisibilityPolicy
}

const emitTopicPreference = (tx: Tx, userId: number, row: TopicPreference) =>
  tx.emit(
    {
      type: 'user_topic',
      stream_id: row.channel_id,
      topic_name: row.topic,
      last_updated: row.updated_at,
      visibility_policy: row.visibility_policy,
    },
    [userId],
  )

/** Emits a user's policies for topics of channels that became visible. */
export function emitTopicPreferences(
  tx: Tx,
  userId: number,
  isVisibleNow: (channelId: number) => boolean,
) {
  const rows = tx.store.userTopics.ofUser(userId).filter((row) => isVisibleNow(row.channel_id))
  if (rows.length === 0) return
  const muted_topics = mutedTopics(tx, tx.store.users.find(userId)!)
  tx.emit({ type: 'muted_topics', muted_topics }, [userId])
  for (const row of rows) emitTopicPreference(tx, userId, row)
}

const mutedTopics = (ctx: Context, user: User): MutedTopic[] =>
  visible(ctx, user, ctx.store.userTopics.mutedBy(user.id)).map((row) => [
    row.channel_name,
    row.topic,
    row.updated_at,
  ])

type ClientCapabilities = { capabilities: ReadonlySet<Capability> }

/** The user's topic policies for the snapshot. */
export const ownUserTopics = (ctx: Context, user: User, { capabilities }: ClientCapabilities) =>
  visible(ctx, user, ctx.store.userTopics.ofUser(user.id)).map((row) => ({
    stream_id: row.channel_id,
    topic_name: shownTopic(row.topic, capabilities.has('empty_topic_name')),
    last_updated: row.updated_at,
    visibility_policy: row.visibility_policy,
  }))

/** The same of muted topics only, for older clients. */
export const ownMutedTopics = (
  ctx: Context,
  user: User,
  { capabilities }: ClientCapabilities,
): MutedTopic[] =>
  mutedTopics(ctx, user).map(([channel, topic, at]) => [
    channel,
    shownTopic(topic, capabilities.has('empty_topic_name')),
    at,
  ])

/** Policies of a user, without those in channels they can no longer see. */
function visible<Row extends { channel_id: number }>(
  ctx: Context,
  user: User,
  policies: readonly Row[],
): Row[] {
  const known = new Map<number, boolean>()
  return policies.filter(({ channel_id }) => {
    const seen =
      known.get(channel_id) ?? hasMetadataAccess(ctx, user, ctx.store.channels.find(channel_id)!)
    known.set(channel_id, seen)
    return seen
  })
}

import { seconds } from '../base/clock.ts'
import { refuse } from '../errors.ts'
import type { Capability } from '../events/client-shape.ts'
import type { MutedTopic } from '../events/message-events.ts'
import { shownTopic } from '../events/message-shape.ts'
import type { Channel } from '../store/channels.ts'
import type { UserTopic, VisibilityPolicy } from '../store/user-topics.ts'
import { hasMetadataAccess, readableChannel } from './access.ts'
import { channelKey } from './channels.ts'
import type { Context } from './context.ts'
import { namedTopic, topicKey } from './topics.ts'
import type { Emit } from './unit-of-work.ts'
import type { User } from './users.ts'

export type { VisibilityPolicy }

export const POLICY = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const

/** POST /user_topics: what a person wants to see of a topic, which need not have messages. */
export const chooseVisibility = (
  ctx: Context,
  user: User,
  channelId: number,
  topic: string,
  policy: VisibilityPolicy,
) =>
  ctx.commit((emit) => {
    // Taking a choice back must be possible after access is lost.
    const channel =
      policy === POLICY.none
        ? (ctx.store.channels.find(channelId) ?? refuse('BAD_REQUEST', 'Invalid channel ID'))
        : readableChannel(ctx, user, channelId)
    setVisibility(ctx, emit, user.id, channel, namedTopic(topic.trim()), policy)
  })

/** PATCH /users/me/subscriptions/muted_topics, of older clients. */
export function muteTopic(
  ctx: Context,
  user: User,
  channel: { id: number } | { name: string },
  topic: string,
  op: 'add' | 'remove',
) {
  const id =
    'id' in channel ? channel.id : ctx.store.channels.findByName(channelKey(channel.name))?.id
  if (id === undefined) refuse('BAD_REQUEST', 'Invalid channel ID')
  return chooseVisibility(ctx, user, id, topic, op === 'add' ? POLICY.muted : POLICY.none)
}

/** @returns whether that is a change; what is already so is not announced */
export function setVisibility(
  ctx: Context,
  emit: Emit,
  userId: number,
  channel: Pick<Channel, 'id'>,
  topic: string,
  policy: VisibilityPolicy,
): boolean {
  const { userTopics } = ctx.store
  const key = topicKey(topic)
  if (userTopics.policy(userId, channel.id, key) === policy) return false
  const row = {
    user_id: userId,
    channel_id: channel.id,
    topic_key: key,
    topic,
    updated_at: seconds(ctx.clock),
  }
  if (policy === POLICY.none) userTopics.remove(userId, channel.id, key)
  else userTopics.save({ ...row, visibility_policy: policy })
  // The list is long for some, and most people concerned by a move are not connected.
  if (!ctx.hub.isListening(userId)) return true
  const user = ctx.store.users.find(userId)!
  // Nor does a channel that was closed to somebody go on telling where its topics go.
  if (!hasMetadataAccess(ctx, user, ctx.store.channels.find(channel.id)!)) return true
  emit({ type: 'muted_topics', muted_topics: mutedTopics(ctx, user) }, [userId])
  tellChoice(emit, { ...row, visibility_policy: policy })
  return true
}

type Choice = Omit<UserTopic, 'visibility_policy'> & { visibility_policy: VisibilityPolicy }

const tellChoice = (emit: Emit, row: Choice) =>
  emit(
    {
      type: 'user_topic',
      stream_id: row.channel_id,
      topic_name: row.topic,
      last_updated: row.updated_at,
      visibility_policy: row.visibility_policy,
    },
    [row.user_id],
  )

/** Says to people who come to know a channel, perhaps again, what they chose for its topics. */
export function tellChoicesIn(
  ctx: Context,
  emit: Emit,
  channelId: number,
  userIds: readonly number[],
) {
  for (const userId of userIds) {
    const rows = ctx.store.userTopics.ofUser(userId).filter((row) => row.channel_id === channelId)
    if (rows.length === 0) continue
    const muted_topics = mutedTopics(ctx, ctx.store.users.find(userId)!)
    emit({ type: 'muted_topics', muted_topics }, [userId])
    for (const row of rows) tellChoice(emit, row)
  }
}

const mutedTopics = (ctx: Context, user: User): MutedTopic[] =>
  visibleChoices(ctx, user)
    .filter((row) => row.visibility_policy === POLICY.muted)
    .map((row) => [row.channel_name, row.topic, row.updated_at])

type Reading = { capabilities: ReadonlySet<Capability> }

/** What POST /register tells of a person's topics (events 1.4). */
export const ownUserTopics = (ctx: Context, user: User, { capabilities }: Reading) =>
  visibleChoices(ctx, user).map((row) => ({
    stream_id: row.channel_id,
    topic_name: shownTopic(row.topic, capabilities.has('empty_topic_name')),
    last_updated: row.updated_at,
    visibility_policy: row.visibility_policy,
  }))

/** The same of muted topics only, for older clients. */
export const ownMutedTopics = (ctx: Context, user: User, { capabilities }: Reading): MutedTopic[] =>
  mutedTopics(ctx, user).map(([channel, topic, at]) => [
    channel,
    shownTopic(topic, capabilities.has('empty_topic_name')),
    at,
  ])

/** A channel may have been closed to somebody who chose something for one of its topics. */
function visibleChoices(ctx: Context, user: User) {
  const known = new Map<number, boolean>()
  return ctx.store.userTopics.ofUser(user.id).filter(({ channel_id }) => {
    const seen =
      known.get(channel_id) ?? hasMetadataAccess(ctx, user, ctx.store.channels.find(channel_id)!)
    known.set(channel_id, seen)
    return seen
  })
}

import type { Filter } from '../store/narrows.ts'
import type { Context } from './context.ts'
import { FLAG } from './flags.ts'
import { negate, places, topics } from './narrow-filters.ts'
import { POLICY } from './user-topics.ts'
import type { User } from './users.ts'

/** What a person has hidden from view: a topic's policy counts before its channel's. */
export interface Muting {
  channels: ReadonlySet<number>
  /** Conversation IDs. */
  mutedTopics: ReadonlySet<number>
  /** Unmuted and followed ones: shown even in muted channels. */
  shownTopics: ReadonlySet<number>
  /** Muted topics of channels that are not muted themselves. */
  mutedTopicsElsewhere: ReadonlySet<number>
}

export function mutingOf(ctx: Context, user: User): Muting {
  const channels = new Set(ctx.store.topics.mutedChannels(user.id))
  const mutedTopics = new Set<number>()
  const shownTopics = new Set<number>()
  const mutedTopicsElsewhere = new Set<number>()
  for (const topic of ctx.store.topics.policies(user.id)) {
    if (topic.visibility_policy !== POLICY.muted) shownTopics.add(topic.conversation_id)
    else {
      mutedTopics.add(topic.conversation_id)
      if (!channels.has(topic.channel_id)) mutedTopicsElsewhere.add(topic.conversation_id)
    }
  }
  return { channels, mutedTopics, shownTopics, mutedTopicsElsewhere }
}

export const isMuted = (muting: Muting, channelId: number, conversationId: number) =>
  muting.mutedTopics.has(conversationId) ||
  (muting.channels.has(channelId) && !muting.shownTopics.has(conversationId))

/** Whether a message counts as a mention: one of everybody does not where it is muted. */
export function mentions(
  muting: Muting,
  place: { channel_id: number | null; conversation_id: number },
  flags: number,
): boolean {
  if (flags & FLAG.mentioned) return true
  if (!(flags & (FLAG.streamWildcardMentioned | FLAG.topicWildcardMentioned))) return false
  return place.channel_id === null || !isMuted(muting, place.channel_id, place.conversation_id)
}

/** What all muted messages have in common. */
export function mutedFilters({ channels, shownTopics, mutedTopicsElsewhere }: Muting): Filter[] {
  const muted = places([...channels], [...mutedTopicsElsewhere])
  const areShown = channels.size > 0 && shownTopics.size > 0
  return areShown ? [muted, negate([topics([...shownTopics])])] : [muted]
}

/** Whatever is not muted. */
export const shownFilter = (muting: Muting): Filter => negate(mutedFilters(muting))

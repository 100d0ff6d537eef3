// What a person has muted, as filters of a narrow.

import type { Filter } from '../../store/search/narrow.ts'
import { FLAG } from '../content/flags.ts'
import type { Context } from '../kernel/context.ts'
import { POLICY } from '../topics/user-topics.ts'
import type { User } from '../users/users.ts'
import { inPlaces, inTopics, negate } from './narrow-filters.ts'

/** What a person has muted; the policy of a topic overrides that of its channel. */
export interface Muting {
  channels: ReadonlySet<number>
  /** Conversation IDs. */
  mutedTopics: ReadonlySet<number>
  /** Unmuted and followed ones: shown even in muted channels. */
  shownTopics: ReadonlySet<number>
  /** Muted topics of channels that are not muted themselves. */
  mutedTopicsElsewhere: ReadonlySet<number>
}

/** What a user has muted, read from the database once. */
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

/** Whether messages of a conversation are muted. */
export const isMuted = (muting: Muting, channelId: number, conversationId: number) =>
  muting.mutedTopics.has(conversationId) ||
  (muting.channels.has(channelId) && !muting.shownTopics.has(conversationId))

/** Whether a message counts as a mention: wildcard mentions do not in muted places. */
export function mentions(
  muting: Muting,
  place: { channel_id: number | null; conversation_id: number },
  flags: number,
): boolean {
  if (flags & FLAG.mentioned) return true
  if (!(flags & (FLAG.streamWildcardMentioned | FLAG.topicWildcardMentioned))) return false
  return place.channel_id === null || !isMuted(muting, place.channel_id, place.conversation_id)
}

/** Filters that match all muted messages. */
export function mutedFilters({ channels, shownTopics, mutedTopicsElsewhere }: Muting): Filter[] {
  const muted = inPlaces([...channels], [...mutedTopicsElsewhere])
  const areShown = channels.size > 0 && shownTopics.size > 0
  return areShown ? [muted, negate([inTopics([...shownTopics])])] : [muted]
}

/** A filter that matches messages that are not muted. */
export const shownFilter = (muting: Muting): Filter => negate(mutedFilters(muting))

// The known topics of channels, and the preference of the user for each.

import { channelIn, foldTopic, topicKey } from './conversations.ts'
import { Table } from './table.ts'
import type { Snapshot, TopicPolicy, VisibilityPolicy } from './wire.ts'

export const POLICY = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const

/** A topic with the spelling and ID of its newest message. */
export interface Topic {
  name: string
  max_id: number
}

export class Topics {
  /** By conversation key; topics without a row are shown as their channel is. */
  readonly policies = new Table<string, TopicPolicy>()
  /** By channel and folded name, newest first. */
  readonly #lists = new Table<number, readonly Topic[]>()
  /** Channels of which all topics are known. */
  readonly #complete = new Table<number, true>()

  load(snapshot: Snapshot) {
    this.policies.replace(snapshot.user_topics.map((row) => [policyKey(row), row]))
  }

  applyPolicy({ stream_id, topic_name, last_updated, visibility_policy }: TopicPolicy) {
    const row = { stream_id, topic_name, last_updated, visibility_policy }
    if (visibility_policy === POLICY.none) this.policies.delete(policyKey(row))
    else this.policies.set(policyKey(row), row)
  }

  policy(channelId: number, topic: string): VisibilityPolicy {
    return this.policies.get(topicKey(channelId, topic))?.visibility_policy ?? POLICY.none
  }

  /** Whether the topic is hidden. @param isChannelMuted whether its channel is */
  isMuted(channelId: number, topic: string, isChannelMuted: boolean): boolean {
    const policy = this.policy(channelId, topic)
    return policy === POLICY.none ? isChannelMuted : policy === POLICY.muted
  }

  isFollowed(channelId: number, topic: string): boolean {
    return this.policy(channelId, topic) === POLICY.followed
  }

  /** The topics known of a channel, newest first: all of them after they were fetched. */
  of(channelId: number): readonly Topic[] {
    return this.#lists.get(channelId) ?? NONE
  }

  isComplete(channelId: number): boolean {
    return this.#complete.get(channelId) ?? false
  }

  /** The topic of a name in any case; undefined if it is not known. */
  find(channelId: number, topic: string): Topic | undefined {
    const folded = foldTopic(topic)
    return this.of(channelId).find(({ name }) => foldTopic(name) === folded)
  }

  /** The topic as people spell it; as given where it is not known. */
  spelling(channelId: number, topic: string): string {
    return this.find(channelId, topic)?.name ?? topic
  }

  /** Takes in what GET /users/me/{id}/topics answers. */
  setAll(channelId: number, topics: readonly Topic[]) {
    this.#lists.set(channelId, merged(topics, this.#lists.peek(channelId) ?? NONE, channelId))
    this.#complete.set(channelId, true)
  }

  /** A message of a topic was seen. */
  note(channelId: number, name: string, messageId: number) {
    const known = this.#lists.peek(channelId) ?? NONE
    if (known[0]?.name === name && known[0].max_id >= messageId) return
    this.#lists.set(channelId, merged([{ name, max_id: messageId }], known, channelId))
  }

  /**
   * Messages have left a topic, for another or for good.
   * @param conversation its key; those of direct messages change nothing
   * @param newest the newest message that is known to be left; undefined for none
   */
  left(conversation: string, newest: number | undefined) {
    const channelId = channelIn(conversation)
    if (channelId === undefined) return
    const topics = (this.#lists.peek(channelId) ?? NONE).flatMap((topic) => {
      if (topicKey(channelId, topic.name) !== conversation) return [topic]
      return newest === undefined ? [] : [{ ...topic, max_id: newest }]
    })
    this.#lists.set(channelId, topics.sort(newestFirst))
  }

  clear() {
    this.#lists.replace([])
    this.#complete.replace([])
  }

  /** Marks all lists of topics as incomplete, so that each is fetched again when it is next shown. */
  expire() {
    this.#complete.replace([])
  }
}

const NONE: readonly Topic[] = []

const policyKey = (row: TopicPolicy) => topicKey(row.stream_id, row.topic_name)

const newestFirst = (a: Topic, b: Topic) => b.max_id - a.max_id

/** The topics of both lists; of each the newest message known, and its spelling. */
function merged(more: readonly Topic[], known: readonly Topic[], channelId: number) {
  const byKey = new Map<string, Topic>()
  for (const topic of [...known, ...more]) {
    const key = topicKey(channelId, topic.name)
    const present = byKey.get(key)
    if (!present || present.max_id <= topic.max_id) byKey.set(key, topic)
  }
  return [...byKey.values()].sort(newestFirst)
}

// Table user_topic: topics a person muted, unmuted or follows.

import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

/** 0 none, 1 muted, 2 unmuted, 3 followed. */
export type VisibilityPolicy = 0 | 1 | 2 | 3

export interface UserTopic {
  user_id: number
  channel_id: number
  topic_key: string
  /** As it was spelled when the person chose. */
  topic: string
  visibility_policy: Exclude<VisibilityPolicy, 0>
  updated_at: number
}

const COLUMNS = 'user_id, channel_id, topic_key, topic, visibility_policy, updated_at'

/** What the person sees of it: they may have ten thousand, and each column takes its part of the time. */
const SHOWN = 'channel_id, topic, visibility_policy, updated_at'

const OLDEST_FIRST = 'ORDER BY updated_at, channel_id, topic_key'

/** A choice as its person sees it. */
export type ShownChoice = Omit<UserTopic, 'user_id' | 'topic_key'>

/** Puts a choice in the place of the one that is there. */
const REPLACING = `ON CONFLICT DO UPDATE SET visibility_policy = excluded.visibility_policy,
  topic = excluded.topic, updated_at = excluded.updated_at`

/** Statements on topic preferences. A topic without a row has policy 0. */
export function userTopics(db: Db) {
  const policy = db
    .prepare<[user: number, channel: number, key: string], VisibilityPolicy>(
      'SELECT visibility_policy FROM user_topic WHERE user_id = ? AND channel_id = ? AND topic_key = ?',
    )
    .pluck()
  const count = db
    .prepare<[user: number], number>('SELECT count(*) FROM user_topic WHERE user_id = ?')
    .pluck()
  const ofUser = db.prepare<[user: number], ShownChoice>(
    `SELECT ${SHOWN} FROM user_topic WHERE user_id = ? ${OLDEST_FIRST}`,
  )
  const mutedBy = db.prepare<[user: number], ShownChoice & { channel_name: string }>(`
    SELECT ${SHOWN}, channel.name AS channel_name
      FROM user_topic JOIN channel ON channel.id = channel_id
     WHERE user_id = ? AND visibility_policy = 1 ${OLDEST_FIRST}`)
  const ofTopic = db.prepare<[channel: number, key: string], UserTopic>(
    `SELECT ${COLUMNS} FROM user_topic WHERE channel_id = ? AND topic_key = ? ORDER BY user_id`,
  )
  const save = db.prepare<UserTopic>(`
    INSERT INTO user_topic (${COLUMNS}) VALUES (${COLUMNS.replace(/\w+/g, '@$&')}) ${REPLACING}`)
  const saveForAll = db
    .prepare<Omit<UserTopic, 'user_id'> & { users: string; most: number }, number>(`
      INSERT INTO user_topic (${COLUMNS})
      SELECT value, @channel_id, @topic_key, @topic, @visibility_policy, @updated_at FROM json_each(@users)
       WHERE EXISTS (SELECT 1 FROM user_topic WHERE user_id = value AND channel_id = @channel_id
                                                AND topic_key = @topic_key)
          OR (SELECT count(*) FROM user_topic WHERE user_id = value) < @most
      ${REPLACING}
       WHERE visibility_policy <> excluded.visibility_policy
      RETURNING user_id`)
    .pluck()
  const remove = db.prepare<[user: number, channel: number, key: string]>(
    'DELETE FROM user_topic WHERE user_id = ? AND channel_id = ? AND topic_key = ?',
  )

  return {
    /** @param key the topic, case-folded */
    policy: (userId: number, channelId: number, key: string): VisibilityPolicy =>
      policy.get(userId, channelId, key) ?? 0,
    /** How many topics a person has a policy for. */
    count: (userId: number) => count.get(userId)!,
    /** Oldest choice first. */
    ofUser: (userId: number) => ofUser.all(userId),
    /** Those of them that are muted: few, where thousands are followed. */
    mutedBy: (userId: number) => mutedBy.all(userId),
    /** Everyone's choice for a topic. */
    ofTopic: (channelId: number, key: string) => ofTopic.all(channelId, key),

    ...writing({
      save: (row: UserTopic) => void save.run(row),
      /**
       * The same choice for many people, except for those who have none for this topic and `most` for others.
       * @returns those who had another choice
       */
      saveForAll: (
        users: readonly number[],
        row: Omit<UserTopic, 'user_id'>,
        most: number,
      ): number[] => saveForAll.all({ ...row, users: JSON.stringify(users), most }),
      remove: (userId: number, channelId: number, key: string) =>
        void remove.run(userId, channelId, key),
    }),
  }
}

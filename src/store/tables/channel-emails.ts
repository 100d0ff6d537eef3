// Table channel_email: secret addresses that post incoming mail into a channel.

import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

/** One address of a channel. Mail to it is posted with the creator's permission. */
export interface ChannelEmail {
  /** 32 hex digits inside the address. */
  token: string
  channel_id: number
  /** The user whose permission to post is checked for each mail. */
  creator_id: number
  /** The user who appears as the sender. */
  sender_id: number
}

/** Statements on mail addresses of channels. */
export function channelEmails(db: Db) {
  const byToken = db.prepare<[token: string], ChannelEmail>(
    'SELECT token, channel_id, creator_id, sender_id FROM channel_email WHERE token = ?',
  )
  const made = db.prepare<[channel: number, creator: number, sender: number], ChannelEmail>(`
    SELECT token, channel_id, creator_id, sender_id FROM channel_email
     WHERE channel_id = ? AND creator_id = ? AND sender_id = ?`)
  const insert = db.prepare<ChannelEmail>(`
    INSERT INTO channel_email (token, channel_id, creator_id, sender_id)
    VALUES (@token, @channel_id, @creator_id, @sender_id)`)

  return {
    find: (token: string) => byToken.get(token),
    findMade: (channelId: number, creatorId: number, senderId: number) =>
      made.get(channelId, creatorId, senderId),

    ...writing({
      create: (email: ChannelEmail) => void insert.run(email),
    }),
  }
}

import type { Db } from './db.ts'

/** The right to write into a channel by mail, made by somebody who may write there. */
export interface ChannelEmail {
  /** 32 hex digits inside the address. */
  token: string
  channel_id: number
  /** By whose leave mail is posted. */
  creator_id: number
  /** In whose name it is posted. */
  sender_id: number
}

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
    create: (email: ChannelEmail) => void insert.run(email),
  }
}

// Table user_message: one row for each person and message, with flags such as read and starred.
// Without a row the person never received the message.

import { LARGER_THAN_ANY_MESSAGE_ID } from '../../base/limits.ts'
import { FLAG } from '../bits.ts'
import { changeLog } from '../changes.ts'
import { type ConversationLocation, conversationLocations } from '../conversation-locations.ts'
import type { Db } from '../db.ts'
import { messageConversations } from '../message-conversations.ts'
import { messageReceivers, receiversOf } from '../message-receivers.ts'
import { type Portion, pendingReceipts } from '../pending-receipts.ts'
import type { ReceiverFlags } from '../receiver-flags.ts'
import { writing } from '../writing.ts'

/** Where a message belongs, with the topic as the message spells it. */
export interface MessageLocation extends ConversationLocation {
  conversation_id: number
}

/** An unread message that mentions a person. */
export interface UnreadMention {
  message_id: number
  flags: number
}

/** Positions in the logs of moved messages and of moved conversations. */
export interface MovePositions {
  messages: number
  conversations: number
}

/** Numbers that tell whether flags have changed; people who share one read a list once more than needed. */
const VERSIONS = 1024

/** One person's state of one message; a row exists for everyone who received it. */
export function userMessages(db: Db) {
  const pending = pendingReceipts(db)
  const receivers = messageReceivers(db)
  const { ofPerson } = pending
  const flagsVersions = new Uint32Array(VERSIONS)
  const unreadVersions = new Uint32Array(VERSIONS)
  const placeOf = (userId: number) => userId % VERSIONS
  /** The method changes a person's rows of messages that were there before, and perhaps which of them are unread. */
  const changing = <Rest extends unknown[], Output>(
    method: (userId: number, ...rest: Rest) => Output,
    concernsUnread: (...rest: Rest) => boolean,
  ) =>
    ofPerson((userId: number, ...rest: Rest) => {
      flagsVersions[placeOf(userId)]!++
      if (concernsUnread(...rest)) unreadVersions[placeOf(userId)]!++
      return method(userId, ...rest)
    })
  const flags = db
    .prepare<[user: number, message: number], number>(
      'SELECT flags FROM user_message WHERE user_id = ? AND message_id = ?',
    )
    .pluck()
  const insert = db.prepare<[user: number, message: number, flags: number]>(
    'INSERT INTO user_message VALUES (?, ?, ?)',
  )
  // OR FAIL: to take back a statement of many rows alone, SQLite copies every page that it touches,
  // which takes as long as the rows. Here the transaction is taken back as a whole.
  const insertForAll = db.prepare<[message: number, flags: number, users: string]>(
    'INSERT OR FAIL INTO user_message SELECT value, ?, ? FROM json_each(?)',
  )
  const setFlags = db.prepare<[flags: number, user: number, message: number]>(
    'UPDATE user_message SET flags = ? WHERE user_id = ? AND message_id = ?',
  )
  const between = db
    .prepare<[user: number, first: number, last: number], number>(
      'SELECT message_id FROM user_message WHERE user_id = ? AND message_id BETWEEN ? AND ? ORDER BY message_id',
    )
    .pluck()
  const readers = db
    .prepare<{ message: number }, number>(`
      SELECT user_id FROM ${receiversOf('@message')} CROSS JOIN user_message USING (user_id) JOIN user ON user.id = user_id
       WHERE message_id = @message AND (flags & ${FLAG.read}) <> 0 AND is_active = 1 ORDER BY user_id`)
    .pluck()
  const newest = db
    .prepare<[user: number], number | null>(
      'SELECT max(message_id) FROM user_message WHERE user_id = ?',
    )
    .pluck()

  const unreadBelow = db.prepare<
    { user: number; below: number; limit: number; channels: string },
    { count: number; oldest: number | null; messages: string }
  >(`
    SELECT count(*) AS count, min(message_id) AS oldest,
           json_group_array(message_id) FILTER (
             WHERE channel_id IN (SELECT value FROM json_each(@channels))) AS messages
      FROM (SELECT message_id FROM user_message INDEXED BY user_message_unread
             WHERE user_id = @user AND (flags & ${FLAG.read}) = 0 AND message_id < @below
             ORDER BY message_id DESC LIMIT @limit)
     CROSS JOIN message ON message.id = message_id`)

  const rows = db.prepare<[ids: string, user: number], { message_id: number; flags: number }>(`
    SELECT message_id, flags FROM json_each(?) AS listed
     CROSS JOIN user_message ON user_id = ? AND message_id = listed.value`)
  const places = db.prepare<[ids: string], MessageLocation>(`
    SELECT message.id, conversation_id, message.channel_id,
           coalesce(message.topic, conversation.topic) AS topic, member_key
      FROM json_each(?) AS listed
     CROSS JOIN message ON message.id = listed.value
     CROSS JOIN conversation ON conversation.id = conversation_id`)
  // A list as text takes a tenth of the time of fifty thousand rows.
  const unread = db
    .prepare<[user: number, above: number, below: number, limit: number], string>(`
      SELECT json_group_array(message_id) FROM (
        SELECT message_id FROM user_message INDEXED BY user_message_unread
         WHERE user_id = ? AND (flags & ${FLAG.read}) = 0 AND message_id > ? AND message_id < ?
         ORDER BY message_id DESC LIMIT ?)`)
    .pluck()
  const unreadMentions = db.prepare<[user: number, from: number], UnreadMention>(`
    SELECT message_id, flags FROM user_message INDEXED BY user_message_mentioned
     WHERE user_id = ? AND (flags & 120) <> 0 AND (flags & ${FLAG.read}) = 0 AND message_id >= ?`)
  const change = db.prepare<{ user: number; ids: string; set: number; cleared: number }>(`
    UPDATE user_message SET flags = (flags | @set) & ~@cleared
     WHERE user_id = @user AND message_id IN (SELECT value FROM json_each(@ids))`)
  const createAll = db.prepare<{ user: number; ids: string; flags: number }>(
    'INSERT INTO user_message SELECT @user, value, @flags FROM json_each(@ids)',
  )

  const movedMessages = changeLog(db, {
    ...{ table: 'message', columns: ['conversation_id'], key: 'id' },
    ignoreInserts: true,
  })
  const movedConversations = changeLog(db, {
    ...{ table: 'conversation', columns: ['topic', 'channel_id'], key: 'id' },
    ignoreInserts: true,
  })

  return {
    /** undefined: this person never received the message. */
    flags: (userId: number, messageId: number) =>
      pending.flags(userId, messageId, flags.get(userId, messageId)),
    /** A person's rows among the listed messages. */
    rows: ofPerson((userId: number, ids: readonly number[]) =>
      rows.all(JSON.stringify(ids), userId),
    ),
    /** Channel and conversation of each listed message that exists. */
    places: (ids: readonly number[]) => places.all(JSON.stringify(ids)),
    /** A person's newest unread messages between two, descending. */
    unread: ofPerson(
      (
        userId: number,
        limit: number,
        { above = 0, below = LARGER_THAN_ANY_MESSAGE_ID } = {},
      ): number[] => JSON.parse(unread.get(userId, above, below, limit)!),
    ),
    /**
     * Another number when a person's rows of older messages may have changed; flags that follow from an edited
     * text do not change it (`setFlags`).
     */
    flagsVersion: (userId: number) => flagsVersions[placeOf(userId)]!,
    /** Another number when older messages of a person may be unread no more, or again. */
    unreadVersion: (userId: number) => unreadVersions[placeOf(userId)]!,
    /**
     * Looks at a person's newest unread messages below one: how many were looked at, the oldest of
     * them, and those in some channels, ascending.
     */
    unreadBelow: ofPerson(
      (userId: number, below: number, limit: number, channelIds: readonly number[]) => {
        const channels = JSON.stringify(channelIds)
        const found = unreadBelow.get({ user: userId, below, limit, channels })!
        const messages = (JSON.parse(found.messages) as number[]).sort((a, b) => a - b)
        return { messages, count: found.count, oldest: found.oldest ?? 0 }
      },
    ),
    /** The conversation of each of these messages; 0 for one that does not exist. */
    conversationsOf: messageConversations(db),
    /** Messages that went to another conversation or were deleted. */
    movedMessages,
    /** Conversations that were renamed, or went to another channel. */
    movedConversations,
    /** How far both logs have come. */
    movePositions: (): MovePositions => ({
      messages: movedMessages.position(),
      conversations: movedConversations.position(),
    }),
    /** Unread messages from one on that mention the person in whatever way. */
    unreadMentions: ofPerson((userId: number, from: number) => unreadMentions.all(userId, from)),
    conversations: conversationLocations(db),
    /** Everyone who has the message. */
    owners: (messageId: number) => receivers.of(messageId),
    /** Messages of an ID range that a person has, ascending. */
    between: ofPerson((userId: number, first: number, last: number) =>
      between.all(userId, first, last),
    ),
    /** Active users who have the message and have read it. */
    readers: (messageId: number) =>
      pending.withRowsOfMessage(messageId, () => readers.all({ message: messageId })),
    /** Newest message this person received; -1 if they received nothing. */
    newestId: ofPerson((userId: number) => newest.get(userId) ?? -1),
    /** How many rows are not written yet. */
    pendingRows: () => pending.count,
    /** How many rows of a message may be missing. */
    pendingRowsOf: (messageId: number) => pending.countOf(messageId),

    ...writing({
      create: changing(
        (userId: number, messageId: number, bits: number) => {
          insert.run(userId, messageId, bits)
          receivers.give([messageId], [userId])
        },
        (_messageId, bits) => (bits & FLAG.read) === 0,
      ),
      /** A row for each receiver of a new message, with these flags; unless they are few, `spread` writes them. */
      createForAll(messageId: number, flags: ReceiverFlags) {
        if (pending.add(messageId, flags)) return
        const users = new Map<number, string>()
        for (const userId of flags.userIds) {
          const bits = flags.get(userId)!
          const before = users.get(bits)
          users.set(bits, before === undefined ? `[${userId}` : `${before},${userId}`)
        }
        for (const [bits, list] of users) insertForAll.run(messageId, bits, `${list}]`)
      },
      /** Writes some of the pending rows. @returns whether the rest may wait for more */
      spread: (portion: Portion) => pending.spread(portion),
      /** The end of each transaction: writes as many pending rows as it added, if they are many. */
      keepUp: () => pending.keepUp(),
      changeFlags: changing(
        (userId: number, ids: readonly number[], set: number, cleared: number) =>
          void change.run({ user: userId, ids: JSON.stringify(ids), set, cleared }),
        (_ids, set, cleared) => ((set | cleared) & FLAG.read) !== 0,
      ),
      /** Rows of messages that this person never received. */
      createHistorical: changing(
        (userId: number, ids: readonly number[], flags: number) => {
          createAll.run({ user: userId, ids: JSON.stringify(ids), flags })
          receivers.give(ids, [userId])
        },
        (_ids, flags) => (flags & FLAG.read) === 0,
      ),
      /** The flags that follow from the content of a message, when it is edited. */
      setFlags: ofPerson(
        (userId: number, messageId: number, bits: number) =>
          void setFlags.run(bits, userId, messageId),
      ),
    }),
  }
}

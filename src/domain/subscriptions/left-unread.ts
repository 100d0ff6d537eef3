// Marks as read what people had not read in channels that they left, because unread messages live in
// subscribed channels only.

import { FLAG } from '../../store/bits.ts'
import type { App, Tx } from '../kernel/context.ts'
import { commitPortion } from '../kernel/portions.ts'

/** Unread messages that one transaction looks at, so that others wait for milliseconds only. */
const PORTION = 2000

/** What is still to be looked at of one user. */
export interface LeftUnread {
  userId: number
  channelIds: readonly number[]
  /** Unread messages from here on were looked at. */
  below: number
}

/**
 * Marks the newest unread messages of users who left channels as read. Most users have no more.
 * @returns what finishReading has to look at after this transaction
 */
export function readNewest(tx: Tx, left: ReadonlyMap<number, readonly number[]>): LeftUnread[] {
  const limit = Math.ceil(PORTION / Math.max(1, left.size))
  return [...left].flatMap(([userId, channelIds]) => {
    const rest = readPortion(tx, { userId, channelIds, below: Number.MAX_SAFE_INTEGER }, limit)
    return rest ?? []
  })
}

/** Goes on where readNewest stopped, in portions. */
export async function finishReading(app: App, left: readonly LeftUnread[]) {
  for (const one of left) {
    for (let rest: LeftUnread | undefined = one; rest; ) {
      const portion: LeftUnread = rest
      rest = await commitPortion(app, (tx) => readPortion(tx, stillLeft(tx, portion), PORTION))
    }
  }
}

/** Meanwhile the user may have subscribed again. */
const stillLeft = (tx: Tx, left: LeftUnread): LeftUnread => ({
  ...left,
  channelIds: left.channelIds.filter((id) => !tx.store.subscriptions.isSubscribed(left.userId, id)),
})

/** @returns what is older than the messages looked at; undefined if nothing is */
function readPortion(tx: Tx, left: LeftUnread, limit: number): LeftUnread | undefined {
  const { userId, channelIds, below } = left
  if (channelIds.length === 0) return undefined
  const { userMessages } = tx.store
  const { messages, count, oldest } = userMessages.unreadBelow(userId, below, limit, channelIds)
  if (messages.length > 0) {
    userMessages.changeFlags(userId, messages, FLAG.read, 0)
    const news = { type: 'update_message_flags', op: 'add', operation: 'add' } as const
    tx.emit({ ...news, flag: 'read', messages, all: false }, [userId])
  }
  return count < limit ? undefined : { ...left, below: oldest }
}

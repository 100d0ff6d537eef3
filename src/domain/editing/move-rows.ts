// What people have of messages that move to another channel: its subscribers receive them, and everyone
// else loses their rows. Thousands of rows, each on a page of its own, are dropped in portions after the move.

import { getOrMake } from '../../base/collections.ts'
import type { MessageReceipt } from '../../store/tables/message-moves.ts'
import { hasContentAccess, hasSharedHistory } from '../access/access.ts'
import { FLAG } from '../content/flags.ts'
import type { Tx } from '../kernel/context.ts'
import type { Move } from './move-permissions.ts'

/** Gives messages to the subscribers of their new channel. @returns rows that are to be dropped */
export function settleRows(tx: Tx, { to }: Move, ids: readonly number[]): MessageReceipt[] {
  const { messageMoves } = tx.store
  const lost = ids.flatMap((id) => messageMoves.outsiders(id, to.channel.id))
  if (!to.channel.history_public_to_subscribers)
    for (const id of ids) messageMoves.addInsiders(id, to.channel.id)
  return lost
}

/**
 * Drops the first of these rows and emits what their users lose with them. A user who has subscribed or
 * has changed a flag since the move keeps the row.
 * @returns the rows that are left
 */
export function dropRows(
  tx: Tx,
  { from, to }: Move,
  rows: readonly MessageReceipt[],
  most: number,
): MessageReceipt[] {
  const dropped = new Map<number, DroppedFlags>()
  for (const { message_id, user_id, flags } of rows.slice(0, most)) {
    if (!tx.store.messageMoves.dropRow(message_id, user_id, flags, to.channel.id)) continue
    const lists = getOrMake(dropped, user_id, () => ({ unread: [], starred: [] }))
    if (!(flags & FLAG.read)) lists.unread.push(message_id)
    if (flags & FLAG.starred) lists.starred.push(message_id)
  }
  for (const [userId, lists] of dropped) {
    const user = tx.store.users.find(userId)!
    // Users who may not read the old channel get no event; users who may not read the new one get a
    // deletion instead.
    if (hasContentAccess(tx, user, from.channel) && hasSharedHistory(tx, user, to.channel))
      emitDroppedFlags(tx, userId, lists)
  }
  return rows.slice(most)
}

/** Messages for which a user lost the row. */
interface DroppedFlags {
  unread: number[]
  starred: number[]
}

/** Emits the flags of lost rows to a user who may still read the messages: read, not starred. */
function emitDroppedFlags(tx: Tx, userId: number, { unread, starred }: DroppedFlags) {
  const base = { type: 'update_message_flags', all: false } as const
  if (unread.length > 0)
    tx.emit({ ...base, op: 'add', operation: 'add', flag: 'read', messages: unread }, [userId])
  if (starred.length > 0)
    tx.emit({ ...base, op: 'remove', operation: 'remove', flag: 'starred', messages: starred }, [
      userId,
    ])
}

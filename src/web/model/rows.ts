// What stands in a list of messages besides the messages: bars, day lines, the line of unread ones.

import type { Message } from './messages.ts'

/** One line of the list. Keys are stable, and equal rows are the same object as before. */
export type Row =
  | { kind: 'message'; key: string; id: number /** Under the name above it. */; continues: boolean }
  | { kind: 'recipient'; key: string; messageId: number; conversation: string }
  | { kind: 'day'; key: string; timestamp: number }
  | { kind: 'unread'; key: string }

export interface RowOptions {
  message(id: number): Message | undefined
  /** Whether bars say where messages are: in all narrows but those of one conversation. */
  showsRecipients: boolean
  /** The first unread message when the view was opened; the line stays before it. */
  unreadFrom?: number | undefined
  /** The day of a time in UNIX seconds, in the reader's time zone. */
  dayOf?(timestamp: number): string
}

/** Messages of one sender stand under one name for so long. */
const GROUP_SECONDS = 600

const localDay = (timestamp: number) => new Date(timestamp * 1000).toDateString()

/** @param before the rows as they were, whose objects are kept where they say the same */
export function rowsOf(
  ids: readonly number[],
  options: RowOptions,
  before: readonly Row[] = [],
): readonly Row[] {
  const { showsRecipients, unreadFrom, dayOf = localDay } = options
  const known = new Map(before.map((row) => [row.key, row]))
  const rows: Row[] = []
  const push = (row: Row) => {
    const old = known.get(row.key)
    rows.push(old && isSame(old, row) ? old : row)
  }
  let above: Message | undefined
  for (const id of ids) {
    const message = options.message(id)
    if (!message) continue
    const { conversation, timestamp } = message
    const isNewDay = !above || dayOf(above.timestamp) !== dayOf(timestamp)
    const isElsewhere = showsRecipients && above?.conversation !== conversation
    const isFirstUnread =
      unreadFrom !== undefined && id >= unreadFrom && (above === undefined || above.id < unreadFrom)
    if (isNewDay) push({ kind: 'day', key: `d${id}`, timestamp })
    if (isElsewhere) push({ kind: 'recipient', key: `r${id}`, messageId: id, conversation })
    if (isFirstUnread) push({ kind: 'unread', key: 'unread' })
    const continues =
      !isNewDay && !isElsewhere && !isFirstUnread && above !== undefined && goesOn(above, message)
    push({ kind: 'message', key: `m${id}`, id, continues })
    above = message
  }
  const isUnchanged = rows.length === before.length && rows.every((row, at) => row === before[at])
  return isUnchanged ? before : rows
}

const goesOn = (above: Message, message: Message) =>
  above.sender_id === message.sender_id &&
  above.conversation === message.conversation &&
  !above.is_me_message &&
  !message.is_me_message &&
  message.timestamp - above.timestamp < GROUP_SECONDS

function isSame(a: Row, b: Row): boolean {
  if (a.kind === 'message' && b.kind === 'message') return a.continues === b.continues
  if (a.kind === 'recipient' && b.kind === 'recipient') return a.conversation === b.conversation
  return a.kind === b.kind
}

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
  const messages = ids.flatMap((id) => options.message(id) ?? [])
  for (const [at, message] of messages.entries()) {
    const above = messages[at - 1]
    const { id, conversation, timestamp } = message
    const between: Row[] = []
    if (!above || dayOf(above.timestamp) !== dayOf(timestamp))
      between.push({ kind: 'day', key: `d${id}`, timestamp })
    if (showsRecipients && above?.conversation !== conversation)
      between.push({ kind: 'recipient', key: `r${id}`, messageId: id, conversation })
    if (isFirstFrom(unreadFrom, message, above)) between.push({ kind: 'unread', key: 'unread' })
    between.forEach(push)
    const continues = between.length === 0 && above !== undefined && goesOn(above, message)
    push({ kind: 'message', key: `m${id}`, id, continues })
  }
  const isUnchanged = rows.length === before.length && rows.every((row, at) => row === before[at])
  return isUnchanged ? before : rows
}

const isFirstFrom = (start: number | undefined, { id }: Message, above: Message | undefined) =>
  start !== undefined && id >= start && (above === undefined || above.id < start)

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

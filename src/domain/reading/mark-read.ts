// Marks whole places as read: a topic, a channel, what one person wrote, or everything.

import { refuse } from '../../errors.ts'
import type { Filter } from '../../store/search/narrow.ts'
import { readableChannel } from '../access/access.ts'
import { FLAG } from '../content/flags.ts'
import { namedTopic, topicKey } from '../content/topics.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { PortionSize } from '../kernel/portion-size.ts'
import type { User } from '../users/users.ts'
import { applyChange, MARK_READ } from './flag-changes.ts'
import { idsOf, runInChunks, runToEnd, selectMessages } from './message-query.ts'
import { NOTHING } from './narrow-filters.ts'

const UNREAD: Filter = { by: 'flag', flag: 'unread', negated: false }

/** POST /mark_all_as_read. @returns whether everything was marked before MAX_WORK_MS was over */
export async function markAllRead(ctx: App, user: User): Promise<boolean> {
  const deadline = ctx.clock.elapsed() + MAX_WORK_MS
  const size = new PortionSize()
  for (;;) {
    const limit = size.rows
    const isDone = await ctx.commit((tx) => size.measure(() => markSomeRead(tx, user, limit)))
    if (isDone) return true
    if (ctx.clock.elapsed() >= deadline) return false
  }
}

/** Milliseconds. */
const MAX_WORK_MS = 50_000

/** @returns whether no other message was unread */
function markSomeRead(tx: Tx, user: User, limit: number): boolean {
  const ids = idsOf(runToEnd(select(tx, user, [UNREAD], { from: 0, limit })))
  const isLast = ids.length < limit
  tx.store.userMessages.changeFlags(user.id, ids, FLAG.read, 0)
  if (ids.length > 0) emitRead(tx, user, isLast ? [] : ids, isLast)
  return isLast
}

/** POST /mark_stream_as_read. */
export async function markChannelRead(ctx: App, user: User, channelId: number) {
  readableChannel(ctx, user, channelId)
  await markRead(ctx, user, { by: 'channel', id: channelId, negated: false })
}

/** Marks all that one person wrote. */
export const markSenderRead = (ctx: App, user: User, senderId: number) =>
  markRead(ctx, user, { by: 'sender', id: senderId, negated: false })

/** POST /mark_topic_as_read. */
export async function markTopicRead(ctx: App, user: User, channelId: number, name: string) {
  readableChannel(ctx, user, channelId)
  const topic = ctx.store.conversations.findTopic(channelId, topicKey(namedTopic(name.trim())))
  const within: Filter = topic ? { by: 'conversation', id: topic.id, negated: false } : NOTHING
  const [any] = await runInChunks(select(ctx, user, [within], { from: 0, limit: 1 }))
  if (any === undefined) refuse('BAD_REQUEST', `No such topic '${name}'`)
  await markRead(ctx, user, within)
}

async function markRead(ctx: App, user: User, within: Filter) {
  const size = new PortionSize()
  for (let from: number | undefined = 0; from !== undefined; ) {
    const limit = size.rows
    const page = { from, limit }
    const selected: number[] = idsOf(await runInChunks(select(ctx, user, [within, UNREAD], page)))
    // Since they were selected, messages may have gone, or been read.
    if (selected.length > 0) {
      const apply = (tx: Tx) => size.measure(() => void applyChange(tx, user, selected, MARK_READ))
      await ctx.commit(apply)
    }
    from = selected.length < limit ? undefined : selected.at(-1)! + 1
  }
}

/** What a person received, ascending. */
const select = (
  ctx: Context,
  user: User,
  filters: readonly Filter[],
  page: { from: number; limit: number },
) =>
  selectMessages(
    ctx,
    { reader: user.id, personal: true, hidden: [], filters },
    { ...page, towards: 'newer' },
  )

const emitRead = (tx: Tx, user: User, messages: readonly number[], all: boolean) =>
  tx.emit(
    { type: 'update_message_flags', op: 'add', operation: 'add', flag: 'read', messages, all },
    [user.id],
  )

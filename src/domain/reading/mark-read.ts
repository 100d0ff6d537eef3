// Marks whole places as read: a topic, a channel, or everything.

import { refuse } from '../../errors.ts'
import type { Filter } from '../../store/search/narrow.ts'
import { readableChannel } from '../access/access.ts'
import { FLAG } from '../content/flags.ts'
import { namedTopic, topicKey } from '../content/topics.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import type { User } from '../users/users.ts'
import { FLAGS_AT_ONCE } from './flag-changes.ts'
import { idsOf, runToEnd, selectMessages } from './message-query.ts'
import { NOTHING } from './narrow-filters.ts'

/** POST /mark_all_as_read. @returns whether everything was marked before MAX_WORK_MS was over */
export async function markAllRead(ctx: App, user: User): Promise<boolean> {
  const deadline = ctx.clock.elapsed() + MAX_WORK_MS
  for (;;) {
    const isDone = await ctx.commit((tx) => {
      const ids = unreadIn(tx, user, [], FLAGS_AT_ONCE)
      const isLast = ids.length < FLAGS_AT_ONCE
      tx.store.userMessages.changeFlags(user.id, ids, FLAG.read, 0)
      if (ids.length > 0) emitRead(tx, user, isLast ? [] : ids, isLast)
      return isLast
    })
    if (isDone) return true
    if (ctx.clock.elapsed() >= deadline) return false
  }
}

/** Milliseconds. */
const MAX_WORK_MS = 50_000

/** POST /mark_stream_as_read. */
export async function markChannelRead(ctx: App, user: User, channelId: number) {
  readableChannel(ctx, user, channelId)
  await markRead(ctx, user, { by: 'channel', id: channelId, negated: false })
}

/** POST /mark_topic_as_read. */
export async function markTopicRead(ctx: App, user: User, channelId: number, name: string) {
  readableChannel(ctx, user, channelId)
  const topic = ctx.store.conversations.findTopic(channelId, topicKey(namedTopic(name.trim())))
  const within: Filter = topic ? { by: 'conversation', id: topic.id, negated: false } : NOTHING
  if (select(ctx, user, [within], 1).length === 0) refuse('BAD_REQUEST', `No such topic '${name}'`)
  await markRead(ctx, user, within)
}

async function markRead(ctx: App, user: User, within: Filter) {
  for (let isDone = false; !isDone; ) {
    isDone = await ctx.commit((tx) => {
      const ids = unreadIn(tx, user, [within], FLAGS_AT_ONCE)
      tx.store.userMessages.changeFlags(user.id, ids, FLAG.read, 0)
      if (ids.length > 0) emitRead(tx, user, ids, false)
      return ids.length < FLAGS_AT_ONCE
    })
  }
}

const unreadIn = (ctx: Context, user: User, within: readonly Filter[], limit: number) =>
  select(ctx, user, [...within, { by: 'flag', flag: 'unread', negated: false }], limit)

/** IDs among what a person received, ascending. */
const select = (ctx: Context, user: User, filters: readonly Filter[], limit: number) => {
  const narrow = { reader: user.id, personal: true, hidden: [], filters }
  return idsOf(runToEnd(selectMessages(ctx, narrow, { from: 0, towards: 'newer', limit })))
}

const emitRead = (tx: Tx, user: User, messages: readonly number[], all: boolean) =>
  tx.emit(
    { type: 'update_message_flags', op: 'add', operation: 'add', flag: 'read', messages, all },
    [user.id],
  )

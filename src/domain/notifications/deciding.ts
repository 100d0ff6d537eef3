// Follows committed messages and notes who is to be notified of them. Senders do not wait for it, and
// what was not decided when the server was killed is decided after the next start.

import { seconds } from '../../base/clock.ts'
import { makePause, nextTurn } from '../../base/jobs.ts'
import type { Delivery } from '../../events/types/types.ts'
import { FLAG } from '../../store/bits.ts'
import type { ChangedMention } from '../../store/tables/changed-mentions.ts'
import type { Message } from '../../store/tables/messages.ts'
import type { Notification, Way } from '../../store/tables/notifications.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { PortionSize } from '../kernel/portion-size.ts'
import { commitPortion } from '../kernel/portions.ts'
import { canNotify } from '../mail/outbox.ts'
import { type Decided, decide, settingsOf, waysFor } from './decision.ts'

/** Messages decided about one after the other. */
const BATCH_SIZE = 20

/** Receivers that are decided about at once. */
const RECEIVERS_AT_ONCE = 50

/** Rows that are enough to be written before the next message is decided about. */
const MOST_ROWS = 500

/** People that edits mention, decided about in one piece of work. */
const EDITS_BATCH_SIZE = 200

/** A server that was down longer does not notify of what was sent before. */
const FORGOTTEN_AFTER_SECONDS = 86_400

/** For so long a mention that an edit takes away and a later one brings back notifies once. */
const REMEMBERED_SECONDS = 30 * 86_400

/** Decides about messages from now on. @param decided called when people are to be notified */
export function startDeciding(ctx: App, decided: () => void) {
  let isRunning = false

  async function run(isStopping: () => boolean) {
    try {
      while (!isStopping() && ((await decideSome(ctx)) || (await decideEdits(ctx)))) {
        decided()
        await nextTurn()
      }
    } catch (error) {
      ctx.log.error('notifying-failed', { error: String((error as Error).stack) })
    } finally {
      isRunning = false
    }
  }
  const wake = () => {
    if (isRunning) return
    isRunning = true
    ctx.backgroundJobs.start(run)
  }
  ctx.onCommitted((deliveries) => {
    if (canNotify(ctx) && deliveries.some(concernsNotifying)) wake()
  })
  if (canNotify(ctx)) wake()
  else if (ctx.store.notifications.progress() !== undefined) ctx.backgroundJobs.start(forget)

  /** A background job, because a server that stops waits for those. */
  async function forget() {
    try {
      await ctx.commit((tx) => tx.store.notifications.clearProgress())
    } catch (error) {
      ctx.log.error('notifying-failed', { error: String((error as Error).stack) })
    }
  }
}

const concernsNotifying = ({ event }: Delivery) =>
  event.type === 'message' || event.type === 'update_message'

/** @returns whether there was anything to decide */
async function decideSome(ctx: App): Promise<boolean> {
  const { notifications, messages } = ctx.store
  const newest = messages.newestId()
  const progress = notifications.progress()
  if (progress === undefined) {
    await ctx.commit((tx) => tx.store.notifications.setProgress(newest))
    return false
  }
  const batch = messages.between(progress, newest, BATCH_SIZE)
  const now = seconds(ctx.clock)
  const size = new PortionSize()
  let rows: Notification[] = []
  for (const message of batch) {
    if (now - message.sent_at < FORGOTTEN_AFTER_SECONDS)
      rows = rows.concat(await rowsInTurns(ctx, message, now))
    if (rows.length < MOST_ROWS && message !== batch.at(-1)) continue
    await noteRows(ctx, rows, message.id, size)
    rows = []
  }
  return batch.length > 0
}

/** Decides about the thousands who may have received a message, and lets others run in between. */
async function rowsInTurns(ctx: Context, message: Message, now: number): Promise<Notification[]> {
  const receipts = ctx.store.notifications.unread(message.id)
  const pause = makePause()
  const rows: Notification[] = []
  for (let at = 0; at < receipts.length; at += RECEIVERS_AT_ONCE) {
    const some = receipts.slice(at, at + RECEIVERS_AT_ONCE)
    for (const decided of decide(ctx, message, some))
      rows.push(...rowsOf(ctx, message, decided, now))
    await pause()
  }
  return rows
}

/**
 * Notes who is to be notified of the messages up to one, in portions: rows may all lie on pages of their own. After a
 * crash in between, the messages are decided about again, and what was noted is left as it is.
 */
async function noteRows(
  ctx: App,
  rows: readonly Notification[],
  messageId: number,
  size: PortionSize,
) {
  let rest = rows
  do {
    const some = rest.slice(0, size.rows)
    rest = rest.slice(some.length)
    const decided = rest.length === 0 ? messageId : 0
    await commitPortion(ctx, (tx) => size.measure(() => addRows(tx, some, decided)))
  } while (rest.length > 0)
}

/** @param decided the last message of which all rows are there then; 0: none more */
function addRows({ store: { notifications } }: Tx, rows: readonly Notification[], decided: number) {
  // The first device of all comes after what was sent before, also while this waited for its turn.
  const progress = notifications.progress() ?? 0
  for (const row of rows) if (row.message_id > progress) notifications.add(row)
  notifications.setProgress(Math.max(progress, decided))
}

/**
 * Decides about the people that edits mention. They are notified by the ways in which they would not
 * have been notified of the message as it was before.
 * @returns whether there was anything to decide
 */
async function decideEdits(ctx: App): Promise<boolean> {
  const batch = ctx.store.changedMentions.open(EDITS_BATCH_SIZE)
  if (batch.length === 0) return false
  await ctx.commit((tx) => {
    for (const change of batch) decideEdit(tx, change)
    tx.store.changedMentions.removeOld(tx.now - REMEMBERED_SECONDS)
  })
  return true
}

function decideEdit(tx: Tx, { message_id, user_id, flags: before }: ChangedMention) {
  const message = tx.store.messages.find(message_id)
  const flags = tx.store.userMessages.flags(user_id, message_id) ?? 0
  tx.store.changedMentions.close(message_id, user_id, flags & ~FLAG.read)
  if (message === undefined) return
  const user = tx.store.users.find(user_id)!
  const known = waysFor(tx, user, message, before)
  const { mail, push } = waysFor(tx, user, message, flags)
  const ways = {
    ...(mail !== undefined && known.mail === undefined && { mail }),
    ...(push !== undefined && known.push === undefined && { push }),
  }
  for (const row of rowsOf(tx, message, { user, ways }, tx.now)) tx.store.notifications.add(row)
}

function rowsOf(ctx: Context, message: Message, { user, ways }: Decided, now: number) {
  const row = (way: Way, dueAt: number): Notification[] => {
    const reason = ways[way]
    if (reason === undefined) return []
    const ids = { user_id: user.id, message_id: message.id }
    return [{ ...ids, way, reason, made_at: now, due_at: dueAt }]
  }
  const pause = settingsOf(user).email_notifications_batching_period_seconds
  return [
    ...(ctx.server.sendsMail ? row('mail', now + pause) : []),
    ...(ctx.store.pushSubscriptions.hasOne(user.id) ? row('push', now) : []),
  ]
}

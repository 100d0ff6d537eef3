// Follows committed messages and notes who is to be notified of them. Senders do not wait for it, and
// what was not decided when the server was killed is decided after the next start.

import { nextTurn } from '../../base/jobs.ts'
import type { Message } from '../../store/tables/messages.ts'
import type { Notification, Way } from '../../store/tables/notifications.ts'
import type { App, Context } from '../kernel/context.ts'
import { decide, settingsOf } from './decision.ts'

/** Messages decided about in one piece of work. */
const BATCH_SIZE = 20

/** A server that was down longer does not notify of what was sent before. */
const FORGOTTEN_AFTER_SECONDS = 86_400

/** Whether anyone can be notified: without mail and without a device nothing is decided at all. */
export const canNotify = (ctx: Context): boolean =>
  ctx.server.sendsMail || ctx.store.pushSubscriptions.exist()

/** Decides about messages from now on. @param decided called when people are to be notified */
export function startDeciding(ctx: App, decided: () => void) {
  let isRunning = false

  async function run(isStopping: () => boolean) {
    try {
      while (!isStopping() && (await decideSome(ctx))) {
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
    if (canNotify(ctx) && deliveries.some(({ event }) => event.type === 'message')) wake()
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
  if (batch.length === 0) return false
  await ctx.commit((tx) => {
    const isRecent = ({ sent_at }: Message) => tx.now - sent_at < FORGOTTEN_AFTER_SECONDS
    for (const message of batch.filter(isRecent))
      for (const row of rowsFor(tx, message, tx.now)) tx.store.notifications.add(row)
    tx.store.notifications.setProgress(batch.at(-1)!.id)
  })
  return true
}

function rowsFor(ctx: Context, message: Message, now: number): Notification[] {
  return decide(ctx, message).flatMap(({ user, ways }) => {
    const row = (way: Way, dueAt: number): Notification[] => {
      const reason = ways[way]
      if (reason === undefined) return []
      const ids = { user_id: user.id, message_id: message.id }
      return [{ ...ids, way, reason, made_at: now, due_at: dueAt }]
    }
    const pause = settingsOf(user).email_notifications_batching_period_seconds
    return [
      ...(ctx.server.sendsMail ? row('mail', now + pause) : []),
      ...(ctx.store.pushSubscriptions.mayHave(user.id) ? row('push', now) : []),
    ]
  })
}

// Takes rows from the outbox when they are due and has them sent; tries again later what failed.

import { seconds } from '../../base/clock.ts'
import { nextTurn } from '../../base/jobs.ts'
import { Limiter } from '../../base/limiter.ts'
import type { OutboxRow } from '../../store/tables/outbox.ts'
import type { App } from '../kernel/context.ts'

/** What came of an attempt. */
export type Attempt =
  | { result: 'sent' | 'dropped' }
  | {
      result: 'failed'
      why: string
      isFinal: boolean
      /** UNIX seconds before which the other side wants no further attempt. */
      notBefore?: number | undefined
    }

export interface Dispatch {
  /** For the log. */
  name: string
  isMail: boolean
  /** How many are sent at once. */
  concurrency: number
  /** After so many seconds an unsent row is given up. */
  giveUpAfter: number
  attempt(row: OutboxRow): Promise<Attempt>
  /** Called when a row is given up. */
  whenGivenUp?(row: OutboxRow): Promise<void>
}

/** Rows read at once. */
const BATCH_SIZE = 50

/** The pause after the first failure doubles with each further one. */
const FIRST_PAUSE_SECONDS = 30
const LONGEST_PAUSE_SECONDS = 4 * 3600

/** How often to look without being woken: one index lookup. */
const LOOK_EVERY_MS = 5000

/** Ended rows are counted for so long. */
const REMEMBERED_SECONDS = 86_400

/** Sends rows of one way from now on. A row is sent at least once: it ends after it was taken. */
export function startDispatch(ctx: App, dispatch: Dispatch) {
  const limiter = new Limiter(dispatch.concurrency)
  let isRunning = false
  let isAskedAgain = false

  async function run(isStopping: () => boolean) {
    try {
      do {
        isAskedAgain = false
        const due = ctx.store.outbox.due(seconds(ctx.clock), BATCH_SIZE, dispatch.isMail)
        if (due.length === BATCH_SIZE) isAskedAgain = true
        const work = (row: OutboxRow) =>
          limiter.run(async () => {
            if (!isStopping()) await tryRow(ctx, dispatch, row)
          })
        await Promise.all(due.map(work))
        await nextTurn()
      } while (isAskedAgain && !isStopping())
    } catch (error) {
      ctx.log.error('sending-failed', { of: dispatch.name, error: String((error as Error).stack) })
    } finally {
      isRunning = false
    }
  }
  const look = () => {
    isAskedAgain = true
    if (isRunning) return
    isRunning = true
    ctx.backgroundJobs.start(run)
  }
  const lookAgain = () => {
    const nextDue = ctx.store.outbox.nextDue()
    if (nextDue !== undefined && nextDue <= seconds(ctx.clock)) look()
    ctx.timers.after(LOOK_EVERY_MS, lookAgain)
  }
  ctx.outboxBell.onRing(look)
  lookAgain()
}

async function attemptOf(ctx: App, { name, attempt }: Dispatch, row: OutboxRow): Promise<Attempt> {
  try {
    return await attempt(row)
  } catch (error) {
    // A mistake of ours must neither lose the row nor keep the rows behind it.
    ctx.log.error('sending-failed', { of: name, error: String((error as Error).stack) })
    return { result: 'failed', why: 'it could not be written', isFinal: false }
  }
}

async function tryRow(ctx: App, dispatch: Dispatch, row: OutboxRow) {
  const attempt = await attemptOf(ctx, dispatch, row)
  if (attempt.result !== 'failed') return end(ctx, row, attempt.result)
  const { why } = attempt
  const now = seconds(ctx.clock)
  const isFinal = attempt.isFinal || now - row.created_at >= dispatch.giveUpAfter
  const fields = { kind: row.kind, attempt: row.attempts + 1, why }
  ctx.log.info(isFinal ? `${dispatch.name}-given-up` : `${dispatch.name}-postponed`, fields)
  if (!isFinal) {
    const dueAt = Math.max(now + pauseAfter(row.attempts), attempt.notBefore ?? 0)
    return ctx.commit((tx) => tx.store.outbox.postpone(row.id, dueAt))
  }
  await end(ctx, row, why)
  await dispatch.whenGivenUp?.(row)
}

const end = (ctx: App, { id }: OutboxRow, outcome: string) =>
  ctx.commit((tx) => {
    tx.store.outbox.end(id, outcome, tx.now)
    tx.store.outbox.removeEnded(tx.now - REMEMBERED_SECONDS)
  })

const pauseAfter = (attempts: number) =>
  Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** Math.min(attempts, 20))

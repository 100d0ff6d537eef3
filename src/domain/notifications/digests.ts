// Puts weekly digests into the outbox: in the morning of the organization's day, in each person's own
// time zone, for those who were away.

import { seconds } from '../../base/clock.ts'
import { nextTurn } from '../../base/jobs.ts'
import { SESSION_SECONDS } from '../authentication/sessions.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { putMail, sendsMail } from '../mail/outbox.ts'
import { findOrganization } from '../organization/organization.ts'
import { activeAt } from '../users/activity.ts'
import { isPerson, type User } from '../users/users.ts'
import { settingsOf } from './decision.ts'

/** How often to look whose morning it is. */
const LOOK_EVERY_MS = 600_000

/** In the person's time zone. */
const HOUR = 9

const DAY_SECONDS = 86_400

/** People who used the chat later than this know what happened. */
const AWAY_SECONDS = 5 * DAY_SECONDS

/** A little less than a week: the day may be changed, and clocks are put forward. */
const PAUSE_SECONDS = 6 * DAY_SECONDS

/** People per piece of work. */
const BATCH_SIZE = 50

/** Makes digests from now on. */
export function startDigests(ctx: App) {
  const run = async (isStopping: () => boolean) => {
    try {
      await makeDigests(ctx, isStopping)
    } catch (error) {
      ctx.log.error('digests-failed', { error: String((error as Error).stack) })
    } finally {
      ctx.timers.after(LOOK_EVERY_MS, look)
    }
  }
  const look = () => ctx.backgroundJobs.start(run)
  ctx.timers.after(LOOK_EVERY_MS, look)
}

async function makeDigests(ctx: App, isStopping: () => boolean) {
  if (!isSending(ctx)) return
  const people = ctx.store.users.all().filter((user) => isPerson(user) && user.is_active === 1)
  for (let from = 0; from < people.length && !isStopping(); from += BATCH_SIZE) {
    const due = people.slice(from, from + BATCH_SIZE).filter((user) => isDue(ctx, user))
    if (due.length > 0)
      await ctx.commit((tx) => {
        for (const { id } of due) putDigest(tx, id)
      })
    await nextTurn()
  }
}

/** Whether this organization sends digests. */
function isSending(ctx: Context): boolean {
  const organization = findOrganization(ctx)
  const isOpen = organization !== undefined && !organization.isDeactivated
  return sendsMail(ctx) && isOpen && organization.settings.digest_emails_enabled
}

function isDue(ctx: Context, user: User): boolean {
  const now = seconds(ctx.clock)
  return (
    wantsDigest(user) &&
    now - (ctx.store.digests.madeAt(user.id) ?? 0) >= PAUSE_SECONDS &&
    isMorningOf(user, findOrganization(ctx)!.settings.digest_weekday, ctx.clock.now()) &&
    now - lastSeen(ctx, user) >= AWAY_SECONDS
  )
}

/**
 * When a person used the chat last, in UNIX seconds. Of people who hide their presence a browser that is
 * still logged in is all that is left after a restart.
 */
function lastSeen(ctx: Context, user: User): number {
  const sessionUsedAt = () => (ctx.store.sessions.lastExpiry(user.id) ?? 0) - SESSION_SECONDS
  return Math.max(user.joined_at, activeAt(ctx, user) ?? sessionUsedAt())
}

/** Whether a person has not turned digests off. */
export const wantsDigest = (user: User): boolean =>
  user.is_active === 1 && settingsOf(user).enable_digest_emails

/** Puts the digest of a person into the outbox. If too much mail waits, the next look tries again. */
function putDigest(tx: Tx, userId: number) {
  const user = tx.store.users.find(userId)!
  const about = { since: tx.now - 7 * DAY_SECONDS }
  const refusal = putMail(tx, { kind: 'digest', to: user.email, user, about })
  if (refusal === undefined) tx.store.digests.save(userId, tx.now)
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Making a format takes fifty times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** @param weekday 0 is Monday */
function isMorningOf({ timezone }: User, weekday: number, now: number): boolean {
  const timeZone = timezone || 'UTC'
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      hourCycle: 'h23',
    })
  formats.set(timeZone, format)
  const parts = format.formatToParts(now)
  const part = (type: string) => parts.find((one) => one.type === type)!.value
  return part('weekday') === WEEKDAYS[weekday] && Number(part('hour')) >= HOUR
}

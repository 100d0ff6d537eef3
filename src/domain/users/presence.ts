// Who is online, and since when.

import { seconds } from '../../base/clock.ts'
import { PRESENCE_OFFLINE_SECONDS } from '../../base/limits.ts'
import { refuse } from '../../errors.ts'
import type { Capability } from '../../events/types/client-format.ts'
import type { Presence } from '../../store/tables/presence.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { noteActive } from './activity.ts'
import { userByAddress } from './user-lists.ts'
import { userSetting } from './user-settings.ts'
import { apiEmail, isPerson, sight, type User, userAudience, visibleUser } from './users.ts'

/** Pings within this time after the last one are not written. */
const WRITE_EVERY_SECONDS = 55

/** A user active within this time counts as present; becoming active again emits no event. */
const ABSENT_AFTER_SECONDS = 130

/** A user whose connection is this much newer than their last activity is idle. */
const IDLE_AFTER_SECONDS = 70

/** With more users, presence events are not sent and clients poll instead. */
const MAX_PRESENCE_AUDIENCE = 100

const DAY_SECONDS = 86_400

/** How many days back presence is listed by default. */
export const HISTORY_DAYS = 14

export type Activity = 'active' | 'idle'

/** POST /users/me/presence: records that a client is connected and whether its user is active. */
export async function reportPresence(ctx: App, user: User, activity: Activity): Promise<void> {
  if (activity === 'active') noteActive(ctx, user)
  if (!userSetting(user, 'presence_enabled')) return
  const now = seconds(ctx.clock)
  const isDue = (at: number | null | undefined) => !isWithin(WRITE_EVERY_SECONDS, at, now)
  const known = ctx.store.presence.ofUser(user.id)
  const isActive = activity === 'active' && isDue(known?.active_at)
  // Most pings change nothing and need no write.
  if (!isActive && !isDue(known?.connected_at)) return
  await ctx.commit((tx) => {
    const before = tx.store.presence.ofUser(user.id)
    tx.store.presence.save(user.id, isActive ? now : (before?.active_at ?? null), now)
    const wasAbsent = !isWithin(ABSENT_AFTER_SECONDS, before?.active_at, now)
    if (before === undefined || (isActive && wasAbsent)) emitPresence(tx, user)
  })
}

/**
 * Whether a time is recent; times in the future come from a clock that was put back, and are not.
 */
const isWithin = (seconds: number, at: number | null | undefined, now: number) =>
  at != null && at <= now && now - at <= seconds

/**
 * Emits a user as offline at once when they stop showing presence, and as online when they show it.
 */
export function presenceSwitched(tx: Tx, user: User, isShown: boolean) {
  const now = tx.now
  const at = isShown ? now : now - PRESENCE_OFFLINE_SECONDS - 1
  tx.store.presence.save(user.id, at, at)
  emitPresence(tx, user, true)
  // The older word for the same, which statuses still have.
  tx.emit({ type: 'user_status', user_id: user.id, away: !isShown }, userAudience(tx, user))
}

function emitPresence(tx: Tx, user: User, always = false) {
  const most = MAX_PRESENCE_AUDIENCE
  if (!always && tx.store.users.countActivePeople(most + 1) > most) return
  const row = tx.store.presence.ofUser(user.id)!
  tx.emit(
    {
      type: 'presence',
      user_id: user.id,
      email: apiEmail(tx, user),
      server_timestamp: tx.clock.now() / 1000,
      presence: { website: legacyForm(tx, user, row).website },
      presences: { [user.id]: modernForm(user, row) },
    },
    userAudience(tx, user),
  )
}

/** Times by user ID. */
const modernForm = (user: User, { active_at, connected_at }: Presence) => ({
  active_timestamp: active_at ?? user.joined_at,
  idle_timestamp: connected_at,
})

/**
 * The older form of presence: a status and since when it holds. Only `aggregated` says `offline`;
 * clients work it out for the others.
 */
function legacyForm(ctx: Context, user: User, { active_at, connected_at }: Presence) {
  const activeAt = active_at ?? user.joined_at
  const isActive = activeAt + IDLE_AFTER_SECONDS >= connected_at
  const presence = {
    client: 'website',
    status: isActive ? ('active' as const) : ('idle' as const),
    timestamp: isActive ? activeAt : connected_at,
  }
  const isOffline = seconds(ctx.clock) - presence.timestamp > PRESENCE_OFFLINE_SECONDS
  const aggregated = { ...presence, ...(isOffline && { status: 'offline' as const }) }
  return { aggregated, website: { ...presence, pushable: false } }
}

export interface PresenceOptions {
  /** Only what changed after that update; undefined: everything. */
  after?: number | undefined
  historyDays: number
}

/** Presence of users the viewer can see. */
function* visiblePresence(
  ctx: Context,
  viewer: User,
  { after = 0, historyDays }: PresenceOptions,
): Iterable<[User, Presence]> {
  if (historyDays === 0) return
  const since = seconds(ctx.clock) - historyDays * DAY_SECONDS
  const sees = sight(ctx, viewer)
  for (const row of ctx.store.presence.since(after, since)) {
    const user = ctx.store.users.find(row.user_id)!
    if (user.is_active && isPerson(user) && sees(user)) yield [user, row]
  }
}

const inModernForm = (ctx: Context, viewer: User, options: PresenceOptions) =>
  Object.fromEntries(
    [...visiblePresence(ctx, viewer, options)].map(([user, row]) => [
      user.id,
      modernForm(user, row),
    ]),
  )

const inLegacyForm = (ctx: Context, viewer: User, options: PresenceOptions) =>
  Object.fromEntries(
    [...visiblePresence(ctx, viewer, options)].map(([user, row]) => [
      apiEmail(ctx, user),
      legacyForm(ctx, user, row),
    ]),
  )

/** Everyone's presence and the ID of the newest update; `isSlim` selects the modern form. */
export const readPresences = (
  ctx: Context,
  viewer: User,
  isSlim: boolean,
  options: PresenceOptions,
) => ({
  presences: isSlim ? inModernForm(ctx, viewer, options) : inLegacyForm(ctx, viewer, options),
  server_timestamp: ctx.clock.now() / 1000,
  presence_last_update_id: ctx.store.presence.newestUpdate(),
})

/** Section presence of the snapshot. */
export const presenceSection = (
  ctx: Context,
  viewer: User,
  options: {
    slimPresence: boolean
    presenceHistoryDays: number
    capabilities: ReadonlySet<Capability>
  },
) =>
  readPresences(
    ctx,
    viewer,
    options.slimPresence || options.capabilities.has('simplified_presence_events'),
    { historyDays: options.presenceHistoryDays },
  )

/** GET /users/{id or email}/presence. @throws RequestError for bots and unknown users */
export function readPresenceOf(ctx: Context, viewer: User, nameOrId: number | string) {
  const user =
    typeof nameOrId === 'number'
      ? visibleUser(ctx, viewer, nameOrId)
      : userByAddress(ctx, viewer, nameOrId)
  if (!isPerson(user)) refuse('BAD_REQUEST', 'Presence is not supported for bot users.')
  const row = user.is_active ? ctx.store.presence.ofUser(user.id) : undefined
  if (!row) refuse('BAD_REQUEST', `No presence data for ${nameOrId}`)
  const { aggregated, website } = legacyForm(ctx, user, row)
  const { timestamp } = aggregated
  return {
    aggregated: { status: aggregated.status, timestamp },
    website: { status: website.status, timestamp },
  }
}

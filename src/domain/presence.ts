import { seconds } from '../base/clock.ts'
import { PRESENCE_OFFLINE_SECONDS } from '../base/limits.ts'
import { refuse } from '../errors.ts'
import type { Capability } from '../events/client-shape.ts'
import type { Presence } from '../store/presence.ts'
import type { Context } from './context.ts'
import type { Emit } from './unit-of-work.ts'
import { userByAddress } from './user-lists.ts'
import { userSetting } from './user-settings.ts'
import { apiEmail, isPerson, seesUser, type User, userAudience, visibleUser } from './users.ts'

/** Clients ping more often than this is worth writing down (organization 2.4). */
const WRITE_EVERY_SECONDS = 55

/** Who was active this long ago is still here, so coming back is no news. */
const ABSENT_AFTER_SECONDS = 130

/** A connection this much younger than the last activity means that somebody looks away. */
const IDLE_AFTER_SECONDS = 70

/** With more people, clients ask for everyone's presence instead of being told. */
const MAX_PEOPLE_TOLD = 100

const DAY_SECONDS = 86_400

/** How far back presence is told where a client does not say. */
export const HISTORY_DAYS = 14

export type Activity = 'active' | 'idle'

/** POST /users/me/presence: somebody's client is here, and perhaps somebody in front of it. */
export async function reportPresence(ctx: Context, user: User, activity: Activity): Promise<void> {
  if (!userSetting(user, 'presence_enabled')) return
  const now = seconds(ctx.clock)
  const isDue = (at: number | null | undefined) => !isWithin(WRITE_EVERY_SECONDS, at, now)
  const known = ctx.store.presence.ofUser(user.id)
  const isActive = activity === 'active' && isDue(known?.active_at)
  // Most pings change nothing, and need not wait for the disk.
  if (!isActive && !isDue(known?.connected_at)) return
  await ctx.commit((emit) => {
    const before = ctx.store.presence.ofUser(user.id)
    ctx.store.presence.save(user.id, isActive ? now : (before?.active_at ?? null), now)
    const wasAbsent = !isWithin(ABSENT_AFTER_SECONDS, before?.active_at, now)
    if (before === undefined || (isActive && wasAbsent)) tellPresence(ctx, emit, user)
  })
}

/** What a clock wrote down that has been put back since says nothing about the present. */
const isWithin = (seconds: number, at: number | null | undefined, now: number) =>
  at != null && at <= now && now - at <= seconds

/** Whoever stops showing their presence is gone at once, and back at once when they show it again. */
export function presenceSwitched(ctx: Context, emit: Emit, user: User, isShown: boolean) {
  const now = seconds(ctx.clock)
  const at = isShown ? now : now - PRESENCE_OFFLINE_SECONDS - 1
  ctx.store.presence.save(user.id, at, at)
  tellPresence(ctx, emit, user, true)
  // The older word for the same, which statuses still have.
  emit({ type: 'user_status', user_id: user.id, away: !isShown }, userAudience(ctx, user))
}

function tellPresence(ctx: Context, emit: Emit, user: User, always = false) {
  const people = ctx.store.users.all().filter((other) => other.is_active && isPerson(other))
  if (people.length > MAX_PEOPLE_TOLD && !always) return
  const row = ctx.store.presence.ofUser(user.id)!
  emit(
    {
      type: 'presence',
      user_id: user.id,
      email: apiEmail(ctx, user),
      server_timestamp: ctx.clock.now() / 1000,
      presence: { website: legacyForm(user, row).website },
      presences: { [user.id]: modernForm(user, row) },
    },
    userAudience(ctx, user),
  )
}

/** Times by user ID. */
const modernForm = (user: User, { active_at, connected_at }: Presence) => ({
  active_timestamp: active_at ?? user.joined_at,
  idle_timestamp: connected_at,
})

/** What clients read before: a status, and since when (events 1.9). */
function legacyForm(user: User, { active_at, connected_at }: Presence) {
  const activeAt = active_at ?? user.joined_at
  const isActive = activeAt + IDLE_AFTER_SECONDS >= connected_at
  const presence = {
    client: 'website',
    status: isActive ? ('active' as const) : ('idle' as const),
    timestamp: isActive ? activeAt : connected_at,
  }
  return { aggregated: presence, website: { ...presence, pushable: false } }
}

export interface PresenceOptions {
  /** Only what changed after that update; undefined: everything. */
  after?: number | undefined
  historyDays: number
}

/** People the viewer sees, with the last they were seen. */
function* visiblePresence(
  ctx: Context,
  viewer: User,
  { after = 0, historyDays }: PresenceOptions,
): Iterable<[User, Presence]> {
  if (historyDays === 0) return
  const since = seconds(ctx.clock) - historyDays * DAY_SECONDS
  for (const row of ctx.store.presence.since(after, since)) {
    const user = ctx.store.users.find(row.user_id)!
    if (user.is_active && isPerson(user) && seesUser(ctx, viewer, user)) yield [user, row]
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
      legacyForm(user, row),
    ]),
  )

/** Everyone's presence, and where it stands; `isSlim` asks for the modern form. */
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

/** GET /users/{id or email}/presence. @throws RequestError for bots, and where nothing is known */
export function readPresenceOf(ctx: Context, viewer: User, whom: number | string) {
  const user =
    typeof whom === 'number' ? visibleUser(ctx, viewer, whom) : userByAddress(ctx, viewer, whom)
  if (!isPerson(user)) refuse('BAD_REQUEST', 'Presence is not supported for bot users.')
  const row = user.is_active ? ctx.store.presence.ofUser(user.id) : undefined
  if (!row) refuse('BAD_REQUEST', `No presence data for ${whom}`)
  const { status, timestamp } = legacyForm(user, row).aggregated
  return { aggregated: { status, timestamp }, website: { status, timestamp } }
}

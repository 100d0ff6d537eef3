import { codePoints, MAX_STATUS_LENGTH } from '../base/limits.ts'
import { refuse } from '../errors.ts'
import { shownReactionType } from '../events/message-shape.ts'
import type { UserStatus } from '../store/user-statuses.ts'
import type { Context } from './context.ts'
import { emojiNamed, requireValid } from './reactions.ts'
import { ROLE } from './roles.ts'
import { changeSettingsOf } from './settings-changes.ts'
import type { Emit } from './unit-of-work.ts'
import { userSetting } from './user-settings.ts'
import { isPerson, seesUser, type User, userAudience, visibleUser } from './users.ts'

const NO_STATUS: UserStatus = {
  status_text: '',
  emoji_name: '',
  emoji_code: '',
  reaction_type: '',
}

/** What is passed changes, '' clears it; the rest stays. */
export interface StatusPatch {
  status_text?: string | undefined
  emoji_name?: string | undefined
  emoji_code?: string | undefined
  reaction_type?: string | undefined
  /** The old word for presence that is not shown. */
  away?: boolean | undefined
}

/** GET /users/{id}/status: only what is set. */
export const readStatus = (ctx: Context, viewer: User, id: number, vendorNames: boolean) =>
  describe(visibleUser(ctx, viewer, id), ctx.store.userStatuses.ofUser(id), vendorNames)

function describe(user: User, status: UserStatus | undefined, vendorNames: boolean) {
  const { status_text, emoji_name, emoji_code, ...emoji } = status ?? NO_STATUS
  const reaction_type = shownReactionType(emoji.reaction_type, vendorNames)
  return {
    ...(isPerson(user) && !userSetting(user, 'presence_enabled') && { away: true as const }),
    ...(status_text && { status_text }),
    ...(emoji_name && { emoji_name, emoji_code, reaction_type }),
  }
}

/**
 * Section user_status of the snapshot: everyone the viewer sees who says something. Of those who
 * are deactivated too: nobody announces a status again when an account is opened again.
 */
export function statusSection(
  ctx: Context,
  viewer: User,
  { vendorNames }: { vendorNames: boolean },
) {
  const statuses = new Map(ctx.store.userStatuses.all().map((row) => [row.user_id, row]))
  const described = ctx.store.users
    .all()
    .filter((user) => seesUser(ctx, viewer, user))
    .map((user) => [user.id, describe(user, statuses.get(user.id), vendorNames)] as const)
    .filter(([, status]) => Object.keys(status).length > 0)
  return { user_status: Object.fromEntries(described) }
}

/** POST /users/me/status. */
export const setOwnStatus = (ctx: Context, user: User, patch: StatusPatch) =>
  ctx.commit((emit) => setStatus(ctx, emit, user, patch))

/** POST /users/{id}/status (specification 4.7). */
export const setStatusOf = (ctx: Context, by: User, id: number, patch: StatusPatch) =>
  ctx.commit((emit) => {
    if (by.role > ROLE.administrator) refuse('BAD_REQUEST', 'Insufficient permission')
    const user = visibleUser(ctx, by, id)
    if (!user.is_active) refuse('BAD_REQUEST', 'User is deactivated')
    if (!isPerson(user)) refuse('BAD_REQUEST', 'Bots have no status.')
    setStatus(ctx, emit, user, patch)
  })

function setStatus(ctx: Context, emit: Emit, user: User, patch: StatusPatch) {
  if (Object.values(patch).every((value) => value === undefined))
    refuse('BAD_REQUEST', 'Client did not pass any new values.')
  const text = patch.status_text?.trim()
  if (text !== undefined && codePoints(text) > MAX_STATUS_LENGTH)
    refuse('BAD_REQUEST', `status_text is too long (limit: ${MAX_STATUS_LENGTH} characters)`)
  const before = ctx.store.userStatuses.ofUser(user.id) ?? NO_STATUS
  const after = {
    ...before,
    ...(text !== undefined && { status_text: text }),
    ...chosenEmoji(ctx, patch),
  }
  ctx.store.userStatuses.save({ user_id: user.id, ...after })
  changeAway(ctx, emit, user, patch.away)
  tellStatus(ctx, emit, user, before, after)
}

/** Of somebody whose profile is removed nothing is known any more. */
export function clearStatus(ctx: Context, emit: Emit, user: User) {
  const before = ctx.store.userStatuses.ofUser(user.id) ?? NO_STATUS
  ctx.store.userStatuses.clear(user.id)
  tellStatus(ctx, emit, user, before, NO_STATUS)
}

function tellStatus(ctx: Context, emit: Emit, user: User, before: UserStatus, after: UserStatus) {
  const { status_text, ...emoji } = after
  const isOther = (part: keyof UserStatus) => after[part] !== before[part]
  const news = {
    ...(isOther('status_text') && { status_text }),
    // Clients take an emoji as a whole: of one that lacks a part they keep nothing.
    ...(EMOJI_PARTS.some(isOther) && emoji),
  }
  if (Object.keys(news).length === 0) return
  emit({ type: 'user_status', user_id: user.id, ...news }, userAudience(ctx, user))
}

const EMOJI_PARTS = ['emoji_name', 'emoji_code', 'reaction_type'] as const

/** @throws RequestError unless name, code and type belong together */
function chosenEmoji(ctx: Context, patch: StatusPatch) {
  const { emoji_name: name, emoji_code: code, reaction_type: type } = patch
  if (name === undefined) {
    if (code !== undefined || type !== undefined)
      refuse('BAD_REQUEST', 'emoji_code and reaction_type need emoji_name beside them.')
    return {}
  }
  if (name === '') return { emoji_name: '', emoji_code: '', reaction_type: '' }
  const known = code && type ? undefined : emojiNamed(ctx, name)
  const emoji = {
    emoji_name: name,
    emoji_code: code || known!.emoji_code,
    reaction_type:
      type === 'zulip_extra_emoji' ? 'service_extra_emoji' : type || known!.reaction_type,
  }
  requireValid(ctx, emoji)
  return emoji
}

function changeAway(ctx: Context, emit: Emit, user: User, away: boolean | undefined) {
  if (away === undefined || userSetting(user, 'presence_enabled') === !away) return
  changeSettingsOf(ctx, emit, user, { presence_enabled: !away }, 'settings')
}

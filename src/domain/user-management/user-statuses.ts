// The status texts and emoji that people set.

import { codePoints, MAX_STATUS_LENGTH } from '../../base/limits.ts'
import { INSUFFICIENT_PERMISSION } from '../../errors/callers.ts'
import { TOO_LONG } from '../../errors/parameters.ts'
import { DEACTIVATED_USER } from '../../errors/users.ts'
import { refuse } from '../../errors.ts'
import { shownReactionType } from '../../events/types/message-format.ts'
import type { UserStatus } from '../../store/tables/user-statuses.ts'
import { ROLE } from '../access/roles.ts'
import { emojiNamed, requireUsableEmoji } from '../content/emoji-choice.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { userSetting } from '../users/user-settings.ts'
import { isPerson, seesUser, type User, userAudience, visibleUser } from '../users/users.ts'
import { changeSettingsOf } from './settings-changes.ts'

const NO_STATUS: UserStatus = {
  status_text: '',
  emoji_name: '',
  emoji_code: '',
  reaction_type: '',
}

/** A change of a status: '' clears a field, undefined leaves it unchanged. */
export interface StatusPatch {
  status_text?: string | undefined
  emoji_name?: string | undefined
  emoji_code?: string | undefined
  reaction_type?: string | undefined
  /** The older name for presence that is not shown. */
  away?: boolean | undefined
}

/** GET /users/{id}/status: only what is set. */
export const readStatus = (ctx: Context, viewer: User, id: number, vendorNames: boolean) =>
  describe(visibleUser(ctx, viewer, id), ctx.store.userStatuses.ofUser(id), vendorNames)

function describe(user: User, status: UserStatus | undefined, vendorNames: boolean) {
  const { status_text, emoji_name, emoji_code, ...emoji } = status ?? NO_STATUS
  const reaction_type = shownReactionType(emoji.reaction_type, vendorNames)
  return {
    ...(hidesPresence(user) && { away: true as const }),
    ...(status_text && { status_text }),
    ...(emoji_name && { emoji_name, emoji_code, reaction_type }),
  }
}

const hidesPresence = (user: User): boolean =>
  isPerson(user) && !user.is_deleted && !userSetting(user, 'presence_enabled')

/**
 * Section user_status of the snapshot: the statuses of all users the viewer can see. Deactivated
 * users are included, since reactivation emits no status event.
 */
export function statusSection(
  ctx: Context,
  viewer: User,
  { vendorNames }: { vendorNames: boolean },
) {
  const statuses = new Map(ctx.store.userStatuses.all().map((row) => [row.user_id, row]))
  const described = ctx.store.users
    .withStatus()
    .filter((user) => seesUser(ctx, viewer, user))
    .map((user) => [user.id, describe(user, statuses.get(user.id), vendorNames)] as const)
    .filter(([, status]) => Object.keys(status).length > 0)
  return { user_status: Object.fromEntries(described) }
}

/** POST /users/me/status. */
export const setOwnStatus = (ctx: App, user: User, patch: StatusPatch) =>
  ctx.commit((tx) => setStatus(tx, user, patch))

/** POST /users/{id}/status, by an administrator. */
export const setStatusOf = (ctx: App, by: User, id: number, patch: StatusPatch) =>
  ctx.commit((tx) => {
    if (by.role > ROLE.administrator) refuse(INSUFFICIENT_PERMISSION)
    const user = visibleUser(tx, by, id)
    if (!user.is_active) refuse(DEACTIVATED_USER)
    if (!isPerson(user)) refuse('BAD_REQUEST', 'Bots have no status.')
    setStatus(tx, user, patch)
  })

function setStatus(tx: Tx, user: User, patch: StatusPatch) {
  if (Object.values(patch).every((value) => value === undefined))
    refuse('BAD_REQUEST', 'Client did not pass any new values.')
  const text = patch.status_text?.trim()
  if (text !== undefined && codePoints(text) > MAX_STATUS_LENGTH)
    refuse(TOO_LONG, { name: 'status_text', limit: MAX_STATUS_LENGTH })
  const before = tx.store.userStatuses.ofUser(user.id) ?? NO_STATUS
  const after = {
    ...before,
    ...(text !== undefined && { status_text: text }),
    ...chosenEmoji(tx, patch),
  }
  tx.store.userStatuses.save({ user_id: user.id, ...after })
  changeAway(tx, user, patch.away)
  emitStatus(tx, user, before, after)
}

/** Clears the status of a user whose profile is removed. */
export function clearStatus(tx: Tx, user: User) {
  const before = tx.store.userStatuses.ofUser(user.id) ?? NO_STATUS
  tx.store.userStatuses.clear(user.id)
  emitStatus(tx, user, before, NO_STATUS)
}

function emitStatus(tx: Tx, user: User, before: UserStatus, after: UserStatus) {
  const { status_text, ...emoji } = after
  const isOther = (part: keyof UserStatus) => after[part] !== before[part]
  const news = {
    ...(isOther('status_text') && { status_text }),
    // Clients need all parts of an emoji, so they are sent together.
    ...(EMOJI_PARTS.some(isOther) && {
      ...emoji,
      // No emoji has a type that clients know as well.
      reaction_type: emoji.reaction_type || 'unicode_emoji',
    }),
  }
  if (Object.keys(news).length === 0) return
  tx.emit({ type: 'user_status', user_id: user.id, ...news }, userAudience(tx, user))
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
  requireUsableEmoji(ctx, emoji)
  return emoji
}

function changeAway(tx: Tx, user: User, away: boolean | undefined) {
  if (away === undefined || userSetting(user, 'presence_enabled') === !away) return
  changeSettingsOf(tx, user, { presence_enabled: !away }, 'settings')
}

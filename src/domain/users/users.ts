// Users: finding them, who may see them, and the user object. The lowest file about people;
// nearly everything imports it.

import { hash } from 'node:crypto'
import { ByteCache } from '../../base/byte-cache.ts'
import { refuse } from '../../errors.ts'
import type { User } from '../../store/tables/users.ts'
import { SYSTEM_GROUP } from '../access/group-names.ts'
import { ROLE } from '../access/roles.ts'
import type { Context } from '../kernel/context.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { generatedName, pictureUrl } from '../pictures/pictures.ts'
import { type ProfileData, profileDataOf } from './profile-data.ts'

export type { User }

/** Addresses are compared without regard to case. */
export const emailKey = (email: string) => email.trim().toLowerCase()

/** Whether a text can be an e-mail address, and not a user ID. */
export const isEmailLike = (text: string) => text.includes('@')

/** Whether a user is neither a bot nor a system bot. */
export const isPerson = (user: User) => user.bot_type === null && user.system_bot === null

/** The ID of the person who answers for an account: of a bot its owner. */
export const personBehind = ({ id, bot_owner_id }: User): number => bot_owner_id ?? id

/** The largest role that sees real addresses under each value of email_address_visibility. */
const SEES_ADDRESS: Record<number, number> = {
  1: ROLE.guest,
  2: ROLE.member,
  5: ROLE.moderator,
  3: ROLE.administrator,
  4: 0,
}

/** The `email` of the API: the real address if everyone may see it, else a made-up one. */
export const apiEmail = (ctx: Context, user: User) =>
  user.email_address_visibility === 1 ? user.email : `user${user.id}@${ctx.server.mailHost}`

/** The real address; null if the viewer may not see it. */
export function deliveryEmail(user: User, viewer: Viewer): string | null {
  if (viewer?.id === user.id) return user.email
  const bound = SEES_ADDRESS[user.email_address_visibility] ?? 0
  if (viewer === undefined) return user.email_address_visibility === 1 ? user.email : null
  return viewer.role <= bound ? user.email : null
}

/** Finds a user by the real or the API address, for logins. */
export function findByEmail(ctx: Context, email: string): User | undefined {
  const key = emailKey(email)
  const found = ctx.store.users.findByEmail(key)
  if (found) return found
  const id = /^user(\d{1,15})@(.*)$/.exec(key)
  if (!id || id[2] !== ctx.server.mailHost) return undefined
  return ctx.store.users.find(Number(id[1]))
}

/**
 * Whether a viewer can see all users. Guests may be limited to people in their own channels and
 * conversations; spectators see all, as they read public channels only.
 */
export const seesEveryone = (ctx: Context, viewer: Viewer) =>
  viewer?.role !== ROLE.guest ||
  ctx.store.organization.holderOf('can_access_all_users_group') === SYSTEM_GROUP['role:everyone']

/** Finds a user by an address; by the real one only if the viewer may see it. */
export function findByKnownEmail(ctx: Context, viewer: Viewer, email: string): User | undefined {
  const user = findByEmail(ctx, email)
  if (!user || emailKey(email) !== user.email_key) return user
  return deliveryEmail(user, viewer) !== null && seesUser(ctx, viewer, user) ? user : undefined
}

/** A user the viewer can see. @throws RequestError, the same for hidden and unknown users */
export const visibleUser = (ctx: Context, viewer: Viewer, id: number): User =>
  requireVisible(ctx, viewer, ctx.store.users.find(id))

/** @throws RequestError "No such user" if there is no user or the viewer may not see them */
export function requireVisible(ctx: Context, viewer: Viewer, user: User | undefined): User {
  if (user && seesUser(ctx, viewer, user)) return user
  refuse('BAD_REQUEST', seesEveryone(ctx, viewer) ? 'No such user' : 'Insufficient permission')
}

/**
 * Whether a viewer can see a user; guests see bots, themselves, and people they share a place with.
 */
export const seesUser = (ctx: Context, viewer: Viewer, user: User) =>
  !isPerson(user) ||
  viewer?.id === user.id ||
  seesEveryone(ctx, viewer) ||
  (viewer !== undefined && ctx.store.acquaintances.areAcquainted(viewer.id, user.id))

/** The same for many users at one moment. */
export function sight(ctx: Context, viewer: Viewer): (user: User) => boolean {
  if (seesEveryone(ctx, viewer)) return () => true
  const known = viewer && ctx.store.acquaintances.of(viewer.id)
  return (user) => !isPerson(user) || viewer?.id === user.id || known?.has(user.id) === true
}

/** The placeholder for a user who is hidden from a guest. */
export const unknownPerson = (ctx: Context, id: number) => ({
  user_id: id,
  email: `user${id}@${ctx.server.mailHost}`,
  full_name: 'Unknown user',
})

/** The receivers of changes to a user: everyone who can see them. */
export const userAudience = (ctx: Context, user: User) => (viewerId: number) =>
  seesUser(ctx, ctx.store.users.find(viewerId), user)

/** Whether the avatar is a Gravatar, whose address clients can compute. */
export const isGravatar = (user: User) =>
  user.avatar_source === 'G' && user.email_address_visibility === 1

/** Marks by address, for some thousand people: each message shows that of its sender. */
const gravatarMarks = new ByteCache<string>(1024 * 1024)

/** What Gravatar knows an address by. */
function gravatarMark({ email_key }: User): string {
  const known = gravatarMarks.get(email_key)
  if (known !== undefined) return known
  const mark = hash('md5', email_key)
  gravatarMarks.set(email_key, mark)
  return mark
}

/** The address of a user's avatar, which changes with the picture. */
export function avatarUrl(ctx: Context, user: User, size: 'small' | 'medium' = 'small'): string {
  const medium = size === 'medium'
  if (user.avatar_source === 'G') {
    const mark = gravatarMark(user)
    return `https://secure.gravatar.com/avatar/${mark}?d=identicon&version=${user.avatar_version}${medium ? '&s=500' : ''}`
  }
  const own = user.avatar_source === 'U' ? user.avatar_file : null
  return pictureUrl(own ?? generatedName(ctx, String(user.id)), user.avatar_version, medium)
}

const isoDate = (at: number) => new Date(at * 1000).toISOString().replace('.000Z', '+00:00')

export interface UserDescription {
  /** The client computes addresses of Gravatars itself. */
  clientGravatar?: boolean
  /** Reads custom profile fields; undefined if they are not requested. */
  profileOf?: ((user: User) => ProfileData) | undefined
}

/** The user object as one viewer sees it: the real address only where it is visible to them. */
export function describeUser(
  ctx: Context,
  user: User,
  viewer: Viewer,
  { clientGravatar = false, profileOf }: UserDescription = {},
) {
  const isBot = !isPerson(user)
  return {
    user_id: user.id,
    email: apiEmail(ctx, user),
    delivery_email: deliveryEmail(user, viewer),
    full_name: user.full_name,
    date_joined: viewer ? isoDate(user.joined_at) : isoDate(user.joined_at).slice(0, 10),
    is_active: user.is_active === 1,
    is_owner: user.role === ROLE.owner,
    is_admin: user.role <= ROLE.administrator,
    is_guest: user.role === ROLE.guest,
    is_bot: isBot,
    role: user.role,
    ...(viewer && { timezone: user.timezone }),
    avatar_url: clientGravatar && isGravatar(user) ? null : avatarUrl(ctx, user),
    avatar_version: user.avatar_version,
    is_imported_stub: false,
    ...(user.is_deleted && { is_deleted: true }),
    ...(isBot && { bot_type: user.bot_type ?? 1, bot_owner_id: user.bot_owner_id }),
    ...(user.system_bot !== null && { is_system_bot: true }),
    ...(!isBot && viewer && profileOf && { profile_data: profileOf(user) }),
  }
}

/** The caller's own user object. */
export const describeSelf = (ctx: Context, user: User) => ({
  user_id: user.id,
  email: apiEmail(ctx, user),
  delivery_email: user.email,
  full_name: user.full_name,
  date_joined: isoDate(user.joined_at),
  is_active: user.is_active === 1,
  is_owner: user.role === ROLE.owner,
  is_admin: user.role <= ROLE.administrator,
  is_guest: user.role === ROLE.guest,
  is_bot: !isPerson(user),
  role: user.role,
  timezone: user.timezone,
  avatar_url: avatarUrl(ctx, user),
  avatar_version: user.avatar_version,
  is_imported_stub: false,
  max_message_id: ctx.store.userMessages.newestId(user.id),
  ...(isPerson(user) && { profile_data: profileDataOf(ctx, user) }),
})

import { createHash } from 'node:crypto'
import { refuse } from '../errors.ts'
import type { User } from '../store/users.ts'
import type { Context } from './context.ts'
import { SYSTEM_GROUP } from './groups.ts'
import { generatedName, pictureUrl } from './pictures.ts'
import { type ProfileData, profileDataOf } from './profile-data.ts'
import { ROLE } from './roles.ts'

export type { User }

/** Who looks at users; undefined is the public. */
export type Viewer = User | undefined

/** Addresses are compared without regard to case. */
export const emailKey = (email: string) => email.trim().toLowerCase()

/** Whether an account could be known by this, as people's are by their e-mail addresses. */
export const isEmailLike = (text: string) => text.includes('@')

export const isPerson = (user: User) => user.bot_type === null && user.system_bot === null

/** The largest role that sees real addresses under each value of email_address_visibility. */
const SEES_ADDRESS: Record<number, number> = {
  1: ROLE.guest,
  2: ROLE.member,
  5: ROLE.moderator,
  3: ROLE.administrator,
  4: 0,
}

/** The address the API shows to all: the real one if all may know it, else one that reaches nobody. */
export const apiEmail = (ctx: Context, user: User) =>
  user.email_address_visibility === 1 ? user.email : `user${user.id}@${ctx.site.mailHost}`

/** The real address, where the viewer may know it. */
export function deliveryEmail(user: User, viewer: Viewer): string | null {
  if (viewer?.id === user.id) return user.email
  const bound = SEES_ADDRESS[user.email_address_visibility] ?? 0
  if (viewer === undefined) return user.email_address_visibility === 1 ? user.email : null
  return viewer.role <= bound ? user.email : null
}

/** Logs in by the real or the API address. */
export function findByEmail(ctx: Context, email: string): User | undefined {
  const key = emailKey(email)
  const found = ctx.store.users.findByEmail(key)
  if (found) return found
  const id = /^user(\d{1,15})@(.*)$/.exec(key)
  if (!id || id[2] !== ctx.site.mailHost) return undefined
  return ctx.store.users.find(Number(id[1]))
}

/**
 * Guests may be kept from seeing people they share nothing with (organization 2.1); everyone else
 * sees all, the public too, which reads nothing but public channels.
 */
export const seesEveryone = (ctx: Context, viewer: Viewer) =>
  viewer?.role !== ROLE.guest ||
  ctx.store.organization.holderOf('can_access_all_users_group') === SYSTEM_GROUP['role:everyone']

/** Whom an address names to somebody: the real one only to those who may know it. */
export function findByKnownEmail(ctx: Context, viewer: Viewer, email: string): User | undefined {
  const user = findByEmail(ctx, email)
  if (!user || emailKey(email) !== user.email_key) return user
  return deliveryEmail(user, viewer) !== null && seesUser(ctx, viewer, user) ? user : undefined
}

/** A user the viewer may know of. @throws RequestError alike for one who is hidden or does not exist */
export const visibleUser = (ctx: Context, viewer: Viewer, id: number): User =>
  requireVisible(ctx, viewer, ctx.store.users.find(id))

export function requireVisible(ctx: Context, viewer: Viewer, user: User | undefined): User {
  if (user && seesUser(ctx, viewer, user)) return user
  refuse('BAD_REQUEST', seesEveryone(ctx, viewer) ? 'No such user' : 'Insufficient permission')
}

/** Bots, oneself, and whom a guest shares a channel or a direct conversation with. */
export const seesUser = (ctx: Context, viewer: Viewer, user: User) =>
  !isPerson(user) ||
  viewer?.id === user.id ||
  seesEveryone(ctx, viewer) ||
  (viewer !== undefined && ctx.store.users.areAcquainted(viewer.id, user.id))

/** Stands for somebody a guest may not see, where clients need a person. */
export const unknownPerson = (ctx: Context, id: number) => ({
  user_id: id,
  email: `user${id}@${ctx.site.mailHost}`,
  full_name: 'Unknown user',
})

/** Who hears of changes to a user: everyone listening who may see them. */
export const userAudience = (ctx: Context, user: User) => (viewerId: number) =>
  seesUser(ctx, ctx.store.users.find(viewerId), user)

/** Whether a client could compute the avatar's address itself. */
export const isGravatar = (user: User) =>
  user.avatar_source === 'G' && user.email_address_visibility === 1

/** An address that changes whenever the picture does. */
export function avatarUrl(ctx: Context, user: User, size: 'small' | 'medium' = 'small'): string {
  const medium = size === 'medium'
  if (user.avatar_source === 'G') {
    const hash = createHash('md5').update(user.email_key).digest('hex')
    return `https://secure.gravatar.com/avatar/${hash}?d=identicon&version=${user.avatar_version}${medium ? '&s=500' : ''}`
  }
  const own = user.avatar_source === 'U' ? user.avatar_file : null
  return pictureUrl(own ?? generatedName(ctx, String(user.id)), user.avatar_version, medium)
}

const isoDate = (at: number) => new Date(at * 1000).toISOString().replace('.000Z', '+00:00')

export interface UserDescription {
  /** The client computes addresses of Gravatars itself. */
  clientGravatar?: boolean
  /** Reads people's custom profile fields; absent where they are not asked for. */
  profileOf?: ((user: User) => ProfileData) | undefined
}

/** The user object of organization 2.1 as one viewer sees it. */
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

/** The caller's own user object (specification 2.5). */
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

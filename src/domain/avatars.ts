import { refuse } from '../errors.ts'
import type { Context } from './context.ts'
import { theOrganization } from './organization.ts'
import { discardPictures, storePicture } from './pictures.ts'
import { ROLE } from './roles.ts'
import { admitSpectator } from './spectators.ts'
import type { Emit } from './unit-of-work.ts'
import { userByAddress } from './user-lists.ts'
import { avatarUrl, type User, userAudience, type Viewer, visibleUser } from './users.ts'

/**
 * Address of somebody's picture.
 * @param whom a user's ID or e-mail address
 * @throws RequestError for somebody the viewer may not see, or who does not exist; UNAUTHORIZED
 *   without a viewer, unless the organization shows itself
 */
export function avatarOf(ctx: Context, viewer: Viewer, whom: string, isMedium: boolean): string {
  admitSpectator(ctx, viewer)
  const user = /^\d{1,15}$/.test(whom)
    ? visibleUser(ctx, viewer, Number(whom))
    : userByAddress(ctx, viewer, whom)
  return avatarUrl(ctx, user, isMedium ? 'medium' : 'small')
}

/** POST /users/me/avatar. @returns the new address */
export async function uploadAvatar(
  ctx: Context,
  user: User,
  files: readonly File[],
): Promise<string> {
  requireMayChangeAvatar(ctx, user)
  return storePicture(ctx, 'avatar', files, 'You must upload exactly one avatar.', ({ name }) =>
    changeAvatar(ctx, user, { avatar_source: 'U', avatar_file: name }),
  )
}

/** DELETE /users/me/avatar: the generated picture again. @returns its address */
export async function removeAvatar(ctx: Context, user: User): Promise<string> {
  requireMayChangeAvatar(ctx, user)
  const { default_avatar_source } = theOrganization(ctx).settings
  return changeAvatar(ctx, user, { avatar_source: default_avatar_source, avatar_file: null })
}

type Avatar = Pick<User, 'avatar_source' | 'avatar_file'>

/** Gives a user, or a bot by its owner, another picture. @returns its address */
async function changeAvatar(ctx: Context, user: User, avatar: Avatar): Promise<string> {
  const former = await ctx.commit((emit) => setAvatar(ctx, emit, user.id, avatar))
  await discardPictures(ctx, [former])
  return avatarUrl(ctx, ctx.store.users.find(user.id)!)
}

/** The change itself, for whoever is inside a unit of work. @returns the former file, if any */
export function setAvatar(ctx: Context, emit: Emit, userId: number, avatar: Avatar): string | null {
  const { avatar_version, avatar_file } = ctx.store.users.find(userId)!
  ctx.store.users.change(userId, { ...avatar, avatar_version: avatar_version + 1 })
  ctx.messageCache.forgetAll()
  const changed = ctx.store.users.find(userId)!
  const person = {
    user_id: userId,
    avatar_url: avatarUrl(ctx, changed),
    avatar_url_medium: avatarUrl(ctx, changed, 'medium'),
    avatar_source: changed.avatar_source,
    avatar_version: changed.avatar_version,
  }
  emit({ type: 'realm_user', op: 'update', person }, userAudience(ctx, changed))
  return avatar_file
}

function requireMayChangeAvatar(ctx: Context, user: User) {
  if (user.role <= ROLE.administrator) return
  if (theOrganization(ctx).settings.avatar_changes_disabled) {
    refuse('BAD_REQUEST', 'Avatar changes are disabled in this organization.')
  }
}

// Avatars of users.

import type { SentFile } from '../../base/files.ts'
import { refuse } from '../../errors.ts'
import { ROLE } from '../access/roles.ts'
import { admitSpectator } from '../access/spectators.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { theOrganization } from '../organization/organization.ts'
import { discardPictures, storePicture } from '../pictures/pictures.ts'
import { userByAddress } from './user-lists.ts'
import { avatarUrl, type User, userAudience, visibleUser } from './users.ts'

/**
 * Address of a user's avatar.
 * @param idOrEmail a user's ID or e-mail address
 * @throws RequestError if the user does not exist or the viewer may not see them; UNAUTHORIZED for
 *   spectators, unless the organization allows them
 */
export function avatarOf(
  ctx: Context,
  viewer: Viewer,
  idOrEmail: string,
  isMedium: boolean,
): string {
  admitSpectator(ctx, viewer)
  const user = /^\d{1,15}$/.test(idOrEmail)
    ? visibleUser(ctx, viewer, Number(idOrEmail))
    : userByAddress(ctx, viewer, idOrEmail)
  return avatarUrl(ctx, user, isMedium ? 'medium' : 'small')
}

/** POST /users/me/avatar. @returns the new address */
export async function uploadAvatar(
  ctx: App,
  user: User,
  files: readonly SentFile[],
): Promise<string> {
  requireMayChangeAvatar(ctx, user)
  const expectation = 'You must upload exactly one avatar.'
  return storePicture(ctx, { sender: user.id, kind: 'avatar', files, expectation }, ({ name }) =>
    changeAvatar(ctx, user, { avatar_source: 'U', avatar_file: name }),
  )
}

/** DELETE /users/me/avatar: back to the generated picture. @returns its address */
export async function removeAvatar(ctx: App, user: User): Promise<string> {
  requireMayChangeAvatar(ctx, user)
  const { default_avatar_source } = theOrganization(ctx).settings
  return changeAvatar(ctx, user, { avatar_source: default_avatar_source, avatar_file: null })
}

type Avatar = Pick<User, 'avatar_source' | 'avatar_file'>

/** Changes the avatar of a user or a bot. @returns its address */
async function changeAvatar(ctx: App, user: User, avatar: Avatar): Promise<string> {
  await ctx.commit((tx) => setAvatar(tx, user.id, avatar))
  return avatarUrl(ctx, ctx.store.users.find(user.id)!)
}

/** Changes an avatar; the file of the former one is deleted with the commit. */
export function setAvatar(tx: Tx, userId: number, avatar: Avatar) {
  const { avatar_version, avatar_file } = tx.store.users.find(userId)!
  tx.store.users.change(userId, { ...avatar, avatar_version: avatar_version + 1 })
  const changed = tx.store.users.find(userId)!
  const person = {
    user_id: userId,
    avatar_url: avatarUrl(tx, changed),
    avatar_url_medium: avatarUrl(tx, changed, 'medium'),
    avatar_source: changed.avatar_source,
    avatar_version: changed.avatar_version,
  }
  tx.emit({ type: 'realm_user', op: 'update', person }, userAudience(tx, changed))
  tx.afterCommit(() => discardPictures(tx, [avatar_file]))
}

function requireMayChangeAvatar(ctx: Context, user: User) {
  if (user.role <= ROLE.administrator) return
  if (theOrganization(ctx).settings.avatar_changes_disabled) {
    refuse('BAD_REQUEST', 'Avatar changes are disabled in this organization.')
  }
}

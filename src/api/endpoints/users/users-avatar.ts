// Endpoints: one's own avatar.

import { removeAvatar, uploadAvatar } from '../../../domain/users/avatars.ts'
import { endpoint } from '../../core/endpoint.ts'
import { text } from '../../core/params.ts'

export const uploadAvatarEndpoint = endpoint('POST /users/me/avatar', {
  summary: "Sets the caller's picture, sent as a multipart form with one image.",
  tier: 'user',
  errors: ['BAD_IMAGE'],
  returns: { avatar_url: text },
  handle: async (ctx, _, call) => ({ avatar_url: await uploadAvatar(ctx, call.user, call.files) }),
})

export const removeAvatarEndpoint = endpoint('DELETE /users/me/avatar', {
  summary: "Removes the caller's picture, so that a generated one shows again.",
  tier: 'user',
  returns: { avatar_url: text },
  handle: async (ctx, _, call) => ({ avatar_url: await removeAvatar(ctx, call.user) }),
})

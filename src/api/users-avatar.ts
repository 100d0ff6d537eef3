import { removeAvatar, uploadAvatar } from '../domain/avatars.ts'
import { endpoint } from './endpoint.ts'
import { text } from './params.ts'

export const uploadAvatarEndpoint = endpoint('POST /users/me/avatar', {
  tier: 'user',
  returns: { avatar_url: text },
  handle: async (ctx, _, call) => ({ avatar_url: await uploadAvatar(ctx, call.user, call.files) }),
})

export const removeAvatarEndpoint = endpoint('DELETE /users/me/avatar', {
  tier: 'user',
  returns: { avatar_url: text },
  handle: async (ctx, _, call) => ({ avatar_url: await removeAvatar(ctx, call.user) }),
})

import * as z from 'zod'
import { deactivateSelf, deactivateUser, reactivateUser } from '../domain/deactivation.ts'
import { createUser } from '../domain/newcomers.ts'
import { ROLES, type Role } from '../domain/roles.ts'
import { changeUser, changeUserByEmail } from '../domain/user-changes.ts'
import { listUsers, readUser, readUserByEmail } from '../domain/user-lists.ts'
import { readStatus, setStatusOf } from '../domain/user-statuses.ts'
import { describeSelf } from '../domain/users.ts'
import { endpoint } from './endpoint.ts'
import { bool, filledText, int, ints, oneOf, text, textUpTo } from './params.ts'
import { profileEntries, self, statusPatch, user, userStatus } from './wire/users.ts'

const lookingAt = {
  client_gravatar: bool.default(true),
  include_custom_profile_fields: bool.default(false),
}

const optionsOf = (params: {
  client_gravatar: boolean
  include_custom_profile_fields: boolean
}) => ({
  clientGravatar: params.client_gravatar,
  withProfiles: params.include_custom_profile_fields,
})

/** Code points (organization 2.2). */
const MAX_COMMENT_LENGTH = 2000

export const getUsers = endpoint('GET /users', {
  tier: 'spectator',
  params: { ...lookingAt, user_ids: ints.optional() },
  returns: { members: z.array(user) },
  handle: (ctx, params, call) => ({
    members: listUsers(ctx, call.user, params.user_ids, optionsOf(params)),
  }),
})

export const getUser = endpoint('GET /users/:user_id', {
  tier: 'user',
  params: { user_id: int, ...lookingAt },
  returns: { user },
  handle: (ctx, params, call) => ({
    user: readUser(ctx, call.user, params.user_id, optionsOf(params)),
  }),
})

export const getUserByEmail = endpoint('GET /users/:email', {
  tier: 'user',
  params: { email: text, ...lookingAt },
  returns: { user },
  handle: (ctx, params, call) => ({
    user: readUserByEmail(ctx, call.user, params.email, optionsOf(params)),
  }),
})

export const createUserEndpoint = endpoint('POST /users', {
  tier: 'administrator',
  params: { email: filledText(), full_name: text, password: text },
  returns: { user_id: int },
  handle: async (ctx, { email, full_name, password }, call) => ({
    user_id: await createUser(ctx, call.user, email, full_name, password),
  }),
})

export const getOwnUser = endpoint('GET /users/me', {
  tier: 'user',
  returns: self,
  handle: (ctx, _, call) => describeSelf(ctx, call.user),
})

const userPatch = {
  full_name: text.optional(),
  role: oneOf(ROLES as [Role]).optional(),
  profile_data: profileEntries.optional(),
  new_email: text.optional(),
}

export const changeUserEndpoint = endpoint('PATCH /users/:user_id', {
  tier: 'user',
  params: { user_id: int, ...userPatch },
  handle: (ctx, { user_id, ...patch }, call) => changeUser(ctx, call.user, user_id, patch),
})

export const changeUserByEmailEndpoint = endpoint('PATCH /users/:email', {
  tier: 'user',
  params: { email: text, ...userPatch },
  handle: (ctx, { email, ...patch }, call) => changeUserByEmail(ctx, call.user, email, patch),
})

export const getStatus = endpoint('GET /users/:user_id/status', {
  tier: 'user',
  params: { user_id: int },
  returns: { status: userStatus },
  handle: (ctx, { user_id }, { user, vendorNames }) => ({
    status: readStatus(ctx, user, user_id, vendorNames),
  }),
})

export const setStatusEndpoint = endpoint('POST /users/:user_id/status', {
  tier: 'user',
  params: { user_id: int, ...statusPatch },
  handle: (ctx, { user_id, ...patch }, call) => setStatusOf(ctx, call.user, user_id, patch),
})

const messagesAndProfile = z.strictObject({
  delete_profile: bool.optional(),
  delete_public_channel_messages: bool.optional(),
  delete_private_channel_messages: bool.optional(),
  delete_direct_messages: bool.optional(),
})

export const deactivateUserEndpoint = endpoint('DELETE /users/:user_id', {
  tier: 'administrator',
  params: {
    user_id: int,
    // Would be mailed to the person, which takes a mail server.
    deactivation_notification_comment: textUpTo(MAX_COMMENT_LENGTH).optional(),
    actions: messagesAndProfile.default({}),
  },
  handle: (ctx, { user_id, actions }, call) => deactivateUser(ctx, call.user, user_id, actions),
})

export const deactivateSelfEndpoint = endpoint('DELETE /users/me', {
  tier: 'human',
  handle: (ctx, _, call) => deactivateSelf(ctx, call.user),
})

export const reactivateUserEndpoint = endpoint('POST /users/:user_id/reactivate', {
  tier: 'administrator',
  params: { user_id: int },
  handle: (ctx, { user_id }, call) => reactivateUser(ctx, call.user, user_id),
})

// Endpoints: listing, creating, changing and closing accounts.

import * as z from 'zod'
import { ROLES, type Role } from '../../../domain/access/roles.ts'
import { createUser } from '../../../domain/joining/newcomers.ts'
import {
  deactivateSelf,
  deactivateUser,
  reactivateUser,
} from '../../../domain/user-management/deactivation.ts'
import { changeUser, changeUserByEmail } from '../../../domain/user-management/user-changes.ts'
import { readStatus, setStatusOf } from '../../../domain/user-management/user-statuses.ts'
import { listUsers, readUser, readUserByEmail } from '../../../domain/users/user-lists.ts'
import { describeSelf } from '../../../domain/users/users.ts'
import { endpoint } from '../../core/endpoint.ts'
import { bool, filledText, int, ints, oneOf, text, textUpTo } from '../../core/params.ts'
import { profileEntries, self, statusPatch, user, userStatus } from '../../wire/users.ts'

const lookingAt = {
  client_gravatar: bool
    .default(true)
    .describe('Whether avatar_url may be null, for clients that compute addresses of Gravatar.'),
  include_custom_profile_fields: bool
    .default(false)
    .describe('Whether users come with the values of their custom profile fields.'),
}

const optionsOf = (params: {
  client_gravatar: boolean
  include_custom_profile_fields: boolean
}) => ({
  clientGravatar: params.client_gravatar,
  withProfiles: params.include_custom_profile_fields,
})

/** Code points of the comment that comes with a deactivation. */
const MAX_COMMENT_LENGTH = 2000

export const getUsers = endpoint('GET /users', {
  summary: 'Lists the users, deactivated ones included.',
  tier: 'spectator',
  params: { ...lookingAt, user_ids: ints.optional().describe('Only these users.') },
  returns: { members: z.array(user) },
  handle: async (ctx, params, call) => ({
    members: await listUsers(ctx, call.user, params.user_ids, optionsOf(params)),
  }),
})

export const getUser = endpoint('GET /users/:user_id', {
  summary: 'Returns one user.',
  tier: 'user',
  params: { user_id: int, ...lookingAt },
  returns: { user },
  handle: (ctx, params, call) => ({
    user: readUser(ctx, call.user, params.user_id, optionsOf(params)),
  }),
})

export const getUserByEmail = endpoint('GET /users/:email', {
  summary: 'Returns the user with an e-mail address.',
  tier: 'user',
  params: { email: text.describe('An e-mail address of the user.'), ...lookingAt },
  returns: { user },
  handle: (ctx, params, call) => ({
    user: readUserByEmail(ctx, call.user, params.email, optionsOf(params)),
  }),
})

export const createUserEndpoint = endpoint('POST /users', {
  summary: 'Creates an account; for administrators with the permission of the operator.',
  tier: 'administrator',
  params: {
    email: filledText().describe('The address of the account.'),
    full_name: text.describe('The name of the person, 1 to 100 characters.'),
    password: text.describe('6 to 100 characters, hard enough to guess.'),
  },
  returns: { user_id: int },
  handle: async (ctx, { email, full_name, password }, call) => ({
    user_id: await createUser(ctx, call.user, email, full_name, password),
  }),
})

export const getOwnUser = endpoint('GET /users/me', {
  summary: "Returns the caller's own account.",
  tier: 'user',
  returns: self,
  handle: (ctx, _, call) => describeSelf(ctx, call.user),
})

const userPatch = {
  full_name: text.optional().describe('The name of the person, 1 to 100 characters.'),
  role: oneOf(ROLES as [Role])
    .optional()
    .describe('100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.'),
  profile_data: profileEntries.optional(),
  new_email: text
    .optional()
    .describe('A new address; for administrators with the permission of the operator.'),
}

export const changeUserEndpoint = endpoint('PATCH /users/:user_id', {
  summary: 'Changes another account; for administrators, and for the owner of a bot.',
  tier: 'user',
  errors: ['UNAUTHORIZED_PRINCIPAL'],
  params: { user_id: int, ...userPatch },
  handle: (ctx, { user_id, ...patch }, call) => changeUser(ctx, call.user, user_id, patch),
})

export const changeUserByEmailEndpoint = endpoint('PATCH /users/:email', {
  summary: 'Changes the account with an e-mail address, as by its ID.',
  tier: 'user',
  errors: ['UNAUTHORIZED_PRINCIPAL'],
  params: { email: text.describe('An e-mail address of the user.'), ...userPatch },
  handle: (ctx, { email, ...patch }, call) => changeUserByEmail(ctx, call.user, email, patch),
})

export const getStatus = endpoint('GET /users/:user_id/status', {
  summary: 'Returns the status of a user.',
  tier: 'user',
  params: { user_id: int },
  returns: { status: userStatus },
  handle: (ctx, { user_id }, { user, vendorNames }) => ({
    status: readStatus(ctx, user, user_id, vendorNames),
  }),
})

export const setStatusEndpoint = endpoint('POST /users/:user_id/status', {
  summary: 'Changes the status of another user; for administrators.',
  tier: 'user',
  errors: ['UNAUTHORIZED_PRINCIPAL'],
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
  summary: 'Deactivates an account and its bots.',
  tier: 'administrator',
  errors: ['CANNOT_DEACTIVATE_LAST_USER'],
  params: {
    user_id: int,
    // Accepted and ignored: it would be mailed to the person.
    deactivation_notification_comment: textUpTo(MAX_COMMENT_LENGTH)
      .optional()
      .describe('A text for the person, which a server without outgoing mail does not send.'),
    actions: messagesAndProfile
      .default({})
      .describe('What of the account is deleted besides: its profile, its messages.'),
  },
  handle: (ctx, { user_id, actions }, call) => deactivateUser(ctx, call.user, user_id, actions),
})

export const deactivateSelfEndpoint = endpoint('DELETE /users/me', {
  summary: "Deactivates the caller's own account and its bots.",
  tier: 'human',
  errors: ['CANNOT_DEACTIVATE_LAST_USER'],
  handle: (ctx, _, call) => deactivateSelf(ctx, call.user),
})

export const reactivateUserEndpoint = endpoint('POST /users/:user_id/reactivate', {
  summary: 'Reactivates an account.',
  tier: 'administrator',
  params: { user_id: int },
  handle: (ctx, { user_id }, call) => reactivateUser(ctx, call.user, user_id),
})

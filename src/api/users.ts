import * as z from 'zod'
import { createUser } from '../domain/newcomers.ts'
import { ROLES, type Role } from '../domain/roles.ts'
import { ownSubscriptions, subscribeUsers, unsubscribeUsers } from '../domain/subscriptions.ts'
import { changeUser, changeUserByEmail } from '../domain/user-changes.ts'
import { listUsers, readUser, readUserByEmail } from '../domain/user-lists.ts'
import { describeSelf } from '../domain/users.ts'
import { endpoint } from './endpoint.ts'
import { bool, filledText, int, ints, oneOf, text } from './params.ts'
import { profileEntries, self, subscription, user } from './wire.ts'

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

export const getOwnSubscriptions = endpoint('GET /users/me/subscriptions', {
  tier: 'user',
  params: { include_subscribers: z.enum(['true', 'false', 'partial']).default('false') },
  returns: { subscriptions: z.array(subscription) },
  handle: (ctx, { include_subscribers }, call) => ({
    subscriptions: ownSubscriptions(ctx, call.user, include_subscribers !== 'false'),
  }),
})

const principals = z.union([z.array(z.int()), z.array(z.string())]).optional()

export const subscribeEndpoint = endpoint('POST /users/me/subscriptions', {
  tier: 'non-guest',
  params: {
    subscriptions: z.array(
      z.object({ name: text, color: text.optional(), description: text.optional() }),
    ),
    principals,
    authorization_errors_fatal: bool.default(true),
    invite_only: bool.default(false),
    is_web_public: bool.default(false),
    is_default_stream: bool.default(false),
    history_public_to_subscribers: bool.optional(),
  },
  returns: {
    subscribed: z.record(z.string(), z.array(text)),
    already_subscribed: z.record(z.string(), z.array(text)),
    unauthorized: z.array(text).optional(),
  },
  async handle(ctx, params, call) {
    const { unauthorized, ...outcome } = await subscribeUsers(ctx, call.user, {
      wanted: params.subscriptions,
      principals: params.principals,
      unauthorizedIsFatal: params.authorization_errors_fatal,
      isPrivate: params.invite_only,
      isWebPublic: params.is_web_public,
      isDefault: params.is_default_stream,
      sharesHistory: params.history_public_to_subscribers,
    })
    return params.authorization_errors_fatal ? outcome : { ...outcome, unauthorized }
  },
})

export const unsubscribeEndpoint = endpoint('DELETE /users/me/subscriptions', {
  tier: 'user',
  params: { subscriptions: z.array(text), principals },
  returns: { removed: z.array(text), not_removed: z.array(text) },
  handle: (ctx, params, call) =>
    unsubscribeUsers(ctx, call.user, params.subscriptions, params.principals),
})

// Endpoints: set-up, sign-up, passwords and changed addresses.

import * as z from 'zod'
import {
  confirmAddress,
  requestPasswordReset,
  resetPassword,
} from '../../../domain/joining/account-links.ts'
import { describeLink } from '../../../domain/joining/confirmation-links.ts'
import { join, signUp } from '../../../domain/joining/joining.ts'
import {
  foundOrganization,
  isSetupToken,
} from '../../../domain/organization-management/founding.ts'
import type { User } from '../../../domain/users/users.ts'
import { WRONG_SETUP_LINK } from '../../../errors/joining.ts'
import { refuse } from '../../../errors.ts'
import { type EndpointCall, endpoint } from '../../core/endpoint.ts'
import { anonymousMail, passwordResets } from '../../core/limits.ts'
import { bool, int, oneOf, text, textUpTo } from '../../core/params.ts'

const session = { user_id: int, csrf_token: text }

export const bootstrap = endpoint('POST /account/bootstrap', {
  summary:
    'Founds the organization on an empty server and logs its owner in with a browser session.',
  tier: 'anyone',
  errors: ['FORBIDDEN', 'CSRF_FAILED'],
  params: {
    setup_token: text.describe('The token in the link that an empty server prints when it starts.'),
    realm_name: text.describe('The name of the organization.'),
    email: text.describe('The e-mail address of the owner.'),
    full_name: text.describe('The name of the owner.'),
    password: text.describe('6 to 100 characters, hard enough to guess.'),
  },
  returns: session,
  async handle(ctx, { setup_token, realm_name, email, full_name, password }, call) {
    if (!isSetupToken(ctx, setup_token)) refuse(WRONG_SETUP_LINK)
    const request = { name: realm_name, ownerEmail: email, ownerName: full_name, password }
    const userId = await foundOrganization(ctx, request)
    return startSession(ctx.store.users.find(userId)!, call)
  },
})

export const getAccountKey = endpoint('GET /account/key/:key', {
  summary:
    'Says what a link from an invitation or an e-mail is for and what it asks of the visitor.',
  tier: 'anyone',
  errors: ['KEY_INVALID', 'KEY_EXPIRED'],
  params: { key: text.describe('The key of a link, as it stands in its URL.') },
  returns: {
    kind: z.enum(['invitation', 'multiuse', 'signup', 'email_change', 'password_reset']),
    realm_name: text,
    email: text.nullable(),
    invited_as: int.nullable(),
    password_required: bool,
    password_min_length: int,
    password_max_length: int,
    password_min_guesses: int,
  },
  handle: (ctx, { key }) => describeLink(ctx, key),
})

export const signUpEndpoint = endpoint('POST /account/signup', {
  summary:
    'Starts a sign-up: mails a link to the address, or returns its key where no mail is sent.',
  tier: 'anyone',
  errors: ['KEY_INVALID', 'KEY_EXPIRED'],
  limits: [anonymousMail],
  params: {
    email: text.describe('The address of the new account.'),
    key: text
      .optional()
      .describe('The key of a reusable invitation link; not needed where everyone may join.'),
  },
  returns: { is_mailed: bool, key: text.optional() },
  async handle(ctx, { email, key }) {
    const made = await signUp(ctx, email, key)
    return { is_mailed: made === undefined, ...(made !== undefined && { key: made }) }
  },
})

export const joinEndpoint = endpoint('POST /account/register', {
  summary:
    'Creates an account from an invitation or a sign-up and logs it in with a browser session.',
  tier: 'anyone',
  errors: ['KEY_INVALID', 'KEY_EXPIRED', 'CSRF_FAILED'],
  params: {
    key: text.describe('The key of a link, as it stands in its URL.'),
    email: text
      .optional()
      .describe('The address of the new account; needed with reusable invitation links only.'),
    full_name: text.describe('The name of the person, 1 to 100 characters.'),
    password: text.describe('6 to 100 characters, hard enough to guess.'),
    timezone: text
      .optional()
      .describe('A time zone of the IANA database, such as "Europe/Berlin".'),
    email_address_visibility: oneOf([1, 2, 3, 4, 5])
      .optional()
      .describe(
        'Who sees the real address: 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators.',
      ),
  },
  returns: session,
  async handle(ctx, params, call) {
    const user = await join(ctx, {
      key: params.key,
      email: params.email,
      fullName: params.full_name,
      password: params.password,
      timezone: params.timezone,
      addressVisibility: params.email_address_visibility,
    })
    return startSession(user, call)
  },
})

/** Always succeeds, so that the answer does not reveal who has an account. */
export const askForPasswordReset = endpoint('POST /account/password_reset', {
  summary:
    'Asks for a link to set a new password by mail; answers alike for every address, and is_mailed says whether this server sends mail at all.',
  tier: 'anyone',
  limits: [...passwordResets, anonymousMail],
  params: { email: textUpTo(320).describe('The address of the account.') },
  returns: { is_mailed: bool },
  handle: async (ctx, { email }) => ({ is_mailed: await requestPasswordReset(ctx, email) }),
})

export const resetPasswordEndpoint = endpoint('POST /account/password', {
  summary:
    'Sets a new password with the key of a reset link, ends all sessions, and logs in with a new one.',
  tier: 'anyone',
  errors: ['KEY_INVALID', 'KEY_EXPIRED', 'USER_DEACTIVATED', 'REALM_DEACTIVATED', 'CSRF_FAILED'],
  params: {
    key: text.describe('The key of a link, as it stands in its URL.'),
    new_password: text.describe('6 to 100 characters, hard enough to guess.'),
  },
  returns: session,
  handle: async (ctx, { key, new_password }, call) =>
    startSession(await resetPassword(ctx, key, new_password), call),
})

export const confirmAddressEndpoint = endpoint('POST /account/email_change', {
  summary: "Confirms a new address with the key from a change of one's e-mail address.",
  tier: 'anyone',
  errors: ['KEY_INVALID', 'KEY_EXPIRED', 'USER_DEACTIVATED', 'REALM_DEACTIVATED'],
  params: { key: text.describe('The key of a link, as it stands in its URL.') },
  handle: (ctx, { key }) => confirmAddress(ctx, key),
})

async function startSession(user: User, call: EndpointCall) {
  return { user_id: user.id, csrf_token: await call.startSession(user) }
}

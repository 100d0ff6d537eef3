// Rate limits: the rules, and the limits that an endpoint can declare beside the one on all requests.

import { hasLoggedInFrom } from '../../domain/authentication/login-addresses.ts'
import { warnOfGuessing } from '../../domain/joining/login-warnings.ts'
import type { App, Context } from '../../domain/kernel/context.ts'
import { emailKey, findByEmail, isEmailLike, type User } from '../../domain/users/users.ts'

/** At most `max` requests in `seconds` for each key. */
export interface RateRule {
  name: string
  seconds: number
  max: number
}

export const RATE_RULES = {
  user: { name: 'api_by_user', seconds: 60, max: 200 },
  address: { name: 'api_by_ip', seconds: 60, max: 100 },
  /** Polls return at once while much happens, so they count apart from what a person does. */
  polls: { name: 'polls_by_user', seconds: 60, max: 1000 },
  /** One file, requested by all visitors without an account together. */
  publicFile: { name: 'spectator_attachment_access', seconds: 86_400, max: 1000 },
  /** Wrong passwords for one account from one address. */
  login: { name: 'authenticate_by_username', seconds: 1800, max: 5 },
  /** The same from all addresses that nobody has logged in to the account from. */
  strangersLogin: { name: 'authenticate_by_username_elsewhere', seconds: 1800, max: 25 },
  loginWarning: { name: 'login_warning', seconds: 1800, max: 1 },
  /** Pages whose addresses carry a key: invitations, new passwords. */
  pages: { name: 'pages_by_ip', seconds: 60, max: 200 },
  /** Files that were asked for and refused. */
  refusedFiles: { name: 'refused_files_by_ip', seconds: 60, max: 100 },
  addressChange: { name: 'email_change_by_user', seconds: 3600, max: 2 },
  addressChangeOfDay: { name: 'email_change_by_user_a_day', seconds: 86_400, max: 5 },
  /** Mails that visitors without an account cause. */
  anonymousMail: { name: 'sends_email_by_ip', seconds: 86_400, max: 5 },
  passwordReset: { name: 'password_reset_form_by_email', seconds: 3600, max: 2 },
  passwordResetOfDay: { name: 'password_reset_form_by_email_a_day', seconds: 86_400, max: 5 },
} satisfies Record<string, RateRule>

type Sent = Readonly<Record<string, string>>

/** A further limit that the requests to an endpoint count against. */
export interface Limit {
  rule: RateRule
  /** @returns the key whose allowance the request takes from; undefined if the limit does not apply */
  keyOf(ctx: Context, sent: Sent, user: User | undefined, address: string): string | undefined
  /** A successful request, such as a login, resets the limit. */
  clearedBySuccess?: true
  /** What follows when the allowance is used up; as often as its own rule says. */
  whenSpent?: { rule: RateRule; work(ctx: App, sent: Sent): Promise<void> }
}

/** The account that `username` names, by its ID: two addresses can name the same one. */
const accountOf = (ctx: Context, username: string) =>
  String(findByEmail(ctx, username)?.id ?? emailKey(username))

/** Tries of the password of the account that `username` names, from one address. */
const ownTries: Limit = {
  rule: RATE_RULES.login,
  clearedBySuccess: true,
  keyOf: (ctx, { username = '' }, _user, address) =>
    isEmailLike(username) ? `${accountOf(ctx, username)} ${address}` : undefined,
}

/** The same from everywhere else than where the person has logged in before. */
const strangersTries: Limit = {
  rule: RATE_RULES.strangersLogin,
  keyOf(ctx, { username = '' }, _user, address) {
    if (!isEmailLike(username)) return undefined
    const user = findByEmail(ctx, username)
    return user && hasLoggedInFrom(ctx, user.id, address) ? undefined : accountOf(ctx, username)
  },
  whenSpent: {
    rule: RATE_RULES.loginWarning,
    work: (ctx, { username = '' }) => warnOfGuessing(ctx, username),
  },
}

/** A stranger who guesses keeps nobody out: each address has its own tries. */
export const loginTries: readonly Limit[] = [ownTries, strangersTries]

/** Tries of one's own password, sent as `old_password`; they count together with logins. */
export const ownPasswordTries: Limit = {
  rule: RATE_RULES.login,
  clearedBySuccess: true,
  keyOf: (_ctx, { old_password }, user, address) =>
    old_password !== undefined && user ? `${user.id} ${address}` : undefined,
}

/** Changes of one's own address: each can make the server send mail. */
export const addressChanges: readonly Limit[] = [
  RATE_RULES.addressChange,
  RATE_RULES.addressChangeOfDay,
].map((rule) => ({
  rule,
  keyOf: (_ctx, { email }, user) =>
    email !== undefined && user && emailKey(email) !== user.email_key ? String(user.id) : undefined,
}))

/** Mail to addresses that a visitor enters; a server without mail sends none. */
export const anonymousMail: Limit = {
  rule: RATE_RULES.anonymousMail,
  keyOf: (ctx, _sent, _user, address) => (ctx.server.sendsMail ? address : undefined),
}

/** Requests for a link to a new password, counted for each address they name. */
export const passwordResets: readonly Limit[] = [
  RATE_RULES.passwordReset,
  RATE_RULES.passwordResetOfDay,
].map((rule) => ({
  rule,
  keyOf: (_ctx, { email }) => (email === undefined ? undefined : emailKey(email)),
}))

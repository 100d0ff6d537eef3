// Links that end mail with one click and without a login: signed, so that nobody ends that of others.

import { equalsSecret } from '../../base/tokens.ts'
import { UNKNOWN_URL } from '../../errors/requests.ts'
import { refuse } from '../../errors.ts'
import type { App, Context } from '../kernel/context.ts'
import { emailKey, type User } from '../users/users.ts'

/** Mails to people that end one by one. */
const PERSONAL_KINDS = ['messages', 'logins', 'digests'] as const

export type PersonalKind = (typeof PERSONAL_KINDS)[number]

/** Whose mail a link ends: of one kind to a person, or all to an address without an account. */
export type MailEnd = { kind: PersonalKind; user: User } | { kind: 'address'; addressKey: string }

const sign = (ctx: Context, kind: string, what: string) =>
  ctx.keys.sign('unsubscribe', `${kind}:${what}`)

const urlOf = (ctx: Context, kind: string, what: string, shown = what) =>
  `${ctx.server.url}/unsubscribe/${kind}/${shown}/${sign(ctx, kind, what)}`

/** Ends mail of one kind to a person. */
export const unsubscribeUrl = (ctx: Context, kind: PersonalKind, user: User) =>
  urlOf(ctx, kind, String(user.id))

/** Ends invitations and the like to an address. */
export function addressUnsubscribeUrl(ctx: Context, address: string) {
  const key = emailKey(address)
  return urlOf(ctx, 'address', key, Buffer.from(key).toString('base64url'))
}

/** @param path of the link below `/unsubscribe/`. @throws RequestError NOT_FOUND for one we did not make */
export function readUnsubscribePath(ctx: Context, path: string): MailEnd {
  const [kind = '', shown = '', signature = '', ...rest] = path.split('/')
  const what = kind === 'address' ? Buffer.from(shown, 'base64url').toString() : shown
  const isOurs =
    rest.length === 0 && what.length <= 320 && equalsSecret(signature, sign(ctx, kind, what))
  if (!isOurs) refuse(UNKNOWN_URL)
  if (kind === 'address') return { kind: 'address', addressKey: what }
  const personal = PERSONAL_KINDS.find((one) => one === kind)
  const user = personal && ctx.store.users.find(Number(what))
  return personal && user ? { kind: personal, user } : refuse(UNKNOWN_URL)
}

/** No mail goes to the address any more while it has no account. */
export const refuseAddress = (ctx: App, addressKey: string) =>
  ctx.commit((tx) => tx.store.outbox.refuseAddress(addressKey, tx.now))

// E-mail addresses of users: which are allowed, who may see them.

import { refuse } from '../../errors.ts'
import type { Context, Tx } from '../kernel/context.ts'
import { theOrganization } from '../organization/organization.ts'
import { isReservedAddress } from './system-bots.ts'
import {
  apiEmail,
  avatarUrl,
  deliveryEmail,
  emailKey,
  seesUser,
  type User,
  userAudience,
} from './users.ts'

const ADDRESS = /^[^\s@<>()[\]\\,;:"]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i

const isAddress = (text: string) => ADDRESS.test(text.trim())

/** Hosts of disposable mailboxes. No such list is complete. */
const DISPOSABLE_DOMAINS = new Set(
  `mailinator.com guerrillamail.com sharklasers.com grr.la 10minutemail.com temp-mail.org
  tempmail.com yopmail.com trashmail.com dispostable.com getnada.com maildrop.cc
  throwawaymail.com fakeinbox.com mintemail.com mailnesia.com spamgourmet.com mohmal.com
  discard.email burnermail.io`.split(/\s+/),
)

/** Whether an address looks like those that stand for hidden ones, or like a system bot's. */
const isReserved = (ctx: Context, key: string) =>
  isReservedAddress(key) ||
  (/^(?:deleted)?user\d+@/.test(key) && key.endsWith(`@${ctx.server.mailHost}`))

/** Why an address may not be used in this organization, apart from being taken; undefined if it may. */
export function addressProblem(ctx: Context, email: string): string | undefined {
  if (!isAddress(email)) return 'Invalid address.'
  const key = emailKey(email)
  if (isReserved(ctx, key)) return 'Reserved for system bots.'
  const [local, domain] = key.split('@') as [string, string]
  const { settings } = theOrganization(ctx)
  if (settings.emails_restricted_to_domains) {
    if (local.includes('+')) return 'Email addresses containing + are not allowed.'
    const allowed = ctx.store.allowedDomains
      .all()
      .some(
        (known) =>
          known.domain === domain ||
          (known.allow_subdomains && domain.endsWith(`.${known.domain}`)),
      )
    return allowed ? undefined : 'Outside your domain.'
  }
  if (settings.disallow_disposable_email_addresses && DISPOSABLE_DOMAINS.has(domain))
    return 'Please use your real email address.'
  return undefined
}

/** @returns the address to store. @throws RequestError if no account may have it */
export function checkNewAddress(ctx: Context, email: string): string {
  const key = emailKey(email)
  if (!isAddress(email)) refuse('BAD_REQUEST', 'Invalid address.')
  if (isReserved(ctx, key)) refuse('BAD_REQUEST', 'Reserved for system bots.')
  if (ctx.store.users.findByEmail(key)) refuse('BAD_REQUEST', 'Email is already in use.')
  return email.trim()
}

/** Changes a user's real address, and emits it to users who may see it. */
export function changeAddress(tx: Tx, user: User, email: string) {
  if (email.trim() === user.email) return
  const isRespelled = emailKey(email) === user.email_key
  const changed = {
    ...user,
    email: isRespelled ? email.trim() : checkNewAddress(tx, email),
    email_key: emailKey(email),
    avatar_version: user.avatar_source === 'G' ? user.avatar_version + 1 : user.avatar_version,
  }
  const { email: address, email_key, avatar_version } = changed
  tx.store.users.change(user.id, { email: address, email_key, avatar_version })
  const seesAddress = (id: number) => {
    const viewer = tx.store.users.find(id)
    return seesUser(tx, viewer, changed) && deliveryEmail(changed, viewer) !== null
  }
  const tell = (person: Record<string, unknown>, to: (userId: number) => boolean) =>
    tx.emit({ type: 'realm_user', op: 'update', person: { user_id: user.id, ...person } }, to)
  tell({ delivery_email: address }, seesAddress)
  emitApiEmail(tx, user, changed)
  if (avatar_version !== user.avatar_version) {
    tell(
      {
        avatar_source: user.avatar_source,
        avatar_url: avatarUrl(tx, changed),
        avatar_url_medium: avatarUrl(tx, changed, 'medium'),
        avatar_version,
      },
      userAudience(tx, user),
    )
  }
}

/** Changes who may see a user's real address, and emits it to users who gained or lost access. */
export function changeAddressVisibility(tx: Tx, user: User, visibility: number) {
  if (visibility === user.email_address_visibility) return
  const changed = { ...user, email_address_visibility: visibility }
  tx.store.users.change(user.id, { email_address_visibility: visibility })
  const turnsInto = (delivery_email: string | null) => (id: number) => {
    const viewer = tx.store.users.find(id)
    return (
      seesUser(tx, viewer, changed) &&
      deliveryEmail(user, viewer) !== delivery_email &&
      deliveryEmail(changed, viewer) === delivery_email
    )
  }
  for (const delivery_email of [user.email, null]) {
    tx.emit(
      { type: 'realm_user', op: 'update', person: { user_id: user.id, delivery_email } },
      turnsInto(delivery_email),
    )
  }
  emitApiEmail(tx, user, changed)
}

function emitApiEmail(tx: Tx, before: User, after: User) {
  const new_email = apiEmail(tx, after)
  if (new_email === apiEmail(tx, before)) return
  tx.emit(
    { type: 'realm_user', op: 'update', person: { user_id: after.id, new_email } },
    userAudience(tx, after),
  )
}

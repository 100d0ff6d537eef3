import { refuse } from '../errors.ts'
import type { Context } from './context.ts'
import { theOrganization } from './organization.ts'
import { isReservedAddress } from './system-bots.ts'
import type { Emit } from './unit-of-work.ts'
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

/** Hosts that give anyone a mailbox for ten minutes; no list of them is ever complete. */
const DISPOSABLE_DOMAINS = new Set(
  `mailinator.com guerrillamail.com sharklasers.com grr.la 10minutemail.com temp-mail.org
  tempmail.com yopmail.com trashmail.com dispostable.com getnada.com maildrop.cc
  throwawaymail.com fakeinbox.com mintemail.com mailnesia.com spamgourmet.com mohmal.com
  discard.email burnermail.io`.split(/\s+/),
)

/** Addresses that stand for accounts whose real one is hidden would be confused with a real one. */
const isReserved = (ctx: Context, key: string) =>
  isReservedAddress(key) ||
  (/^(?:deleted)?user\d+@/.test(key) && key.endsWith(`@${ctx.site.mailHost}`))

/** Why nobody may join with an address, whoever has it already (organization 5.1). */
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

/** @returns the address as it is kept. @throws RequestError where no account can have it */
export function checkNewAddress(ctx: Context, email: string): string {
  const key = emailKey(email)
  if (!isAddress(email)) refuse('BAD_REQUEST', 'Invalid address.')
  if (isReserved(ctx, key)) refuse('BAD_REQUEST', 'Reserved for system bots.')
  if (ctx.store.users.findByEmail(key)) refuse('BAD_REQUEST', 'Email is already in use.')
  return email.trim()
}

/** Gives a user another real address, and tells those who may know it. */
export function changeAddress(ctx: Context, emit: Emit, user: User, email: string) {
  if (email.trim() === user.email) return
  const isRespelled = emailKey(email) === user.email_key
  const changed = {
    ...user,
    email: isRespelled ? email.trim() : checkNewAddress(ctx, email),
    email_key: emailKey(email),
    avatar_version: user.avatar_source === 'G' ? user.avatar_version + 1 : user.avatar_version,
  }
  const { email: address, email_key, avatar_version } = changed
  ctx.store.users.change(user.id, { email: address, email_key, avatar_version })
  const seesAddress = (id: number) => {
    const viewer = ctx.store.users.find(id)
    return seesUser(ctx, viewer, changed) && deliveryEmail(changed, viewer) !== null
  }
  const tell = (person: Record<string, unknown>, to: (userId: number) => boolean) =>
    emit({ type: 'realm_user', op: 'update', person: { user_id: user.id, ...person } }, to)
  tell({ delivery_email: address }, seesAddress)
  tellApiEmail(ctx, emit, user, changed)
  if (avatar_version !== user.avatar_version) {
    tell(
      {
        avatar_source: user.avatar_source,
        avatar_url: avatarUrl(ctx, changed),
        avatar_url_medium: avatarUrl(ctx, changed, 'medium'),
        avatar_version,
      },
      userAudience(ctx, user),
    )
  }
  ctx.messageCache.forgetAll()
}

/** Changes who may know a user's real address (organization 2.1); the others lose sight of it. */
export function changeAddressVisibility(ctx: Context, emit: Emit, user: User, visibility: number) {
  if (visibility === user.email_address_visibility) return
  const changed = { ...user, email_address_visibility: visibility }
  ctx.store.users.change(user.id, { email_address_visibility: visibility })
  const turnsInto = (delivery_email: string | null) => (id: number) => {
    const viewer = ctx.store.users.find(id)
    return (
      seesUser(ctx, viewer, changed) &&
      deliveryEmail(user, viewer) !== delivery_email &&
      deliveryEmail(changed, viewer) === delivery_email
    )
  }
  for (const delivery_email of [user.email, null]) {
    emit(
      { type: 'realm_user', op: 'update', person: { user_id: user.id, delivery_email } },
      turnsInto(delivery_email),
    )
  }
  tellApiEmail(ctx, emit, user, changed)
  ctx.messageCache.forgetAll()
}

function tellApiEmail(ctx: Context, emit: Emit, before: User, after: User) {
  const new_email = apiEmail(ctx, after)
  if (new_email === apiEmail(ctx, before)) return
  emit(
    { type: 'realm_user', op: 'update', person: { user_id: after.id, new_email } },
    userAudience(ctx, after),
  )
}

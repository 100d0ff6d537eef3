// Links that confirm something once: their keys, lifetimes and descriptions.

import { seconds } from '../../base/clock.ts'
import {
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_GUESSES,
  PASSWORD_MIN_LENGTH,
} from '../../base/limits.ts'
import { randomKey } from '../../base/tokens.ts'
import { EXPIRED_LINK, INVALID_LINK } from '../../errors/joining.ts'
import { RequestError, refuse } from '../../errors.ts'
import type { Confirmation } from '../../store/tables/confirmations.ts'
import type { Invitation } from '../../store/tables/invitations.ts'
import { ROLE } from '../access/roles.ts'
import type { Context, Tx } from '../kernel/context.ts'
import { theOrganization } from '../organization/organization.ts'
import { KEY_LENGTH } from './invitations.ts'

/** The purpose of a link, by its key. */
export type ConfirmationLink =
  | { kind: 'invitation' | 'multiuse'; invitation: Invitation }
  | { kind: Confirmation['kind']; confirmation: Confirmation }

/** Seconds a key works. */
const LIFETIME: Record<Confirmation['kind'], number> = {
  signup: 86_400,
  email_change: 86_400,
  password_reset: 3 * 86_400,
}

/** @throws RequestError KEY_INVALID, KEY_EXPIRED */
export function requireLink(ctx: Context, text: string): ConfirmationLink {
  const key = text.toLowerCase()
  if (!/^[a-z2-7]{24}$/.test(key)) refuse(INVALID_LINK, { problem: 'This link is not complete.' })
  const now = seconds(ctx.clock)
  const invitation = ctx.store.invitations.findByKey(key)
  if (invitation) {
    const { expires_at, status } = invitation
    if (status !== 'open' || (expires_at !== null && expires_at <= now)) refuseExpired()
    return { kind: invitation.is_multiuse ? 'multiuse' : 'invitation', invitation }
  }
  const confirmation = ctx.store.confirmations.find(key)
  if (!confirmation) refuse(INVALID_LINK, { problem: 'This link is unknown here.' })
  if (confirmation.used || confirmation.expires_at <= now) refuseExpired()
  return { kind: confirmation.kind, confirmation }
}

/** The same without a refusal: undefined where the key does nothing any more. */
export function findOpenLink(ctx: Context, key: string): ConfirmationLink | undefined {
  try {
    return requireLink(ctx, key)
  } catch (error) {
    if (error instanceof RequestError) return undefined
    throw error
  }
}

const refuseExpired = () => refuse(EXPIRED_LINK)

/** Makes a key inside a unit of work. */
export function createLinkKey(
  tx: Tx,
  kind: Confirmation['kind'],
  about: Pick<Confirmation, 'email' | 'user_id' | 'invitation_id'>,
): string {
  const key = randomKey(KEY_LENGTH)
  const created_at = tx.now
  const expires_at = created_at + LIFETIME[kind]
  tx.store.confirmations.create({ key, kind, ...about, created_at, expires_at })
  return key
}

/** GET /account/key/{key}: what a link is for, and what it asks of the visitor. */
export function describeLink(ctx: Context, text: string) {
  const key = requireLink(ctx, text)
  const { settings } = theOrganization(ctx)
  const about =
    'invitation' in key
      ? { email: key.invitation.email, invited_as: key.invitation.role }
      : { email: key.confirmation.email, invited_as: roleOf(ctx, key.confirmation) }
  return {
    kind: key.kind,
    realm_name: settings.name,
    ...about,
    password_required: key.kind !== 'email_change',
    password_min_length: PASSWORD_MIN_LENGTH,
    password_max_length: PASSWORD_MAX_LENGTH,
    password_min_guesses: PASSWORD_MIN_GUESSES,
  }
}

function roleOf(ctx: Context, { kind, invitation_id }: Confirmation): number | null {
  if (kind !== 'signup') return null
  const invitation = invitation_id === null ? undefined : ctx.store.invitations.find(invitation_id)
  return invitation?.role ?? ROLE.member
}

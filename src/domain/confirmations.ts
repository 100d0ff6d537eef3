import { seconds } from '../base/clock.ts'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_GUESSES, PASSWORD_MIN_LENGTH } from '../base/limits.ts'
import { randomKey } from '../base/tokens.ts'
import { refuse } from '../errors.ts'
import type { Confirmation } from '../store/confirmations.ts'
import type { Invitation } from '../store/invitations.ts'
import type { Context } from './context.ts'
import { KEY_LENGTH } from './invitations.ts'
import { theOrganization } from './organization.ts'
import { ROLE } from './roles.ts'

/** What a key in a link stands for. */
export type Key =
  | { kind: 'invitation' | 'multiuse'; invitation: Invitation }
  | { kind: Confirmation['kind']; confirmation: Confirmation }

/** Seconds a key works (organization 5.1). */
const LIFETIME: Record<Confirmation['kind'], number> = {
  signup: 86_400,
  email_change: 86_400,
  password_reset: 3 * 86_400,
}

/** @throws RequestError KEY_INVALID, KEY_EXPIRED */
export function findKey(ctx: Context, text: string): Key {
  const key = text.toLowerCase()
  if (!/^[a-z2-7]{24}$/.test(key)) refuse('KEY_INVALID', 'This link is not complete.')
  const now = seconds(ctx.clock)
  const invitation = ctx.store.invitations.findByKey(key)
  if (invitation) {
    const { expires_at, status } = invitation
    if (status !== 'open' || (expires_at !== null && expires_at <= now)) refuseExpired()
    return { kind: invitation.is_multiuse ? 'multiuse' : 'invitation', invitation }
  }
  const confirmation = ctx.store.confirmations.find(key)
  if (!confirmation) refuse('KEY_INVALID', 'This link is unknown here.')
  if (confirmation.used || confirmation.expires_at <= now) refuseExpired()
  return { kind: confirmation.kind, confirmation }
}

const refuseExpired = () => refuse('KEY_EXPIRED', 'This link has expired or was used already.')

/** Makes a key inside a unit of work. */
export function issueKey(
  ctx: Context,
  kind: Confirmation['kind'],
  about: Pick<Confirmation, 'email' | 'user_id' | 'invitation_id'>,
): string {
  const key = randomKey(KEY_LENGTH)
  const created_at = seconds(ctx.clock)
  const expires_at = created_at + LIFETIME[kind]
  ctx.store.confirmations.create({ key, kind, ...about, created_at, expires_at })
  return key
}

/** GET /account/key/{key} (organization 5.2). */
export function describeKey(ctx: Context, text: string) {
  const key = findKey(ctx, text)
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

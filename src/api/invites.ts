import * as z from 'zod'
import { MAX_WELCOME_TEXT_LENGTH } from '../base/limits.ts'
import { listInvitations } from '../domain/invitation-lists.ts'
import {
  createLink,
  inviteByAddress,
  renewInvitation,
  revokeInvitation,
} from '../domain/invitations.ts'
import { ROLE, ROLES, type Role } from '../domain/roles.ts'
import { endpoint } from './endpoint.ts'
import { bool, int, ints, oneOf, text, textUpTo } from './params.ts'

/** Ten days (specification 4.11). */
const DEFAULT_MINUTES = 14_400
const MAX_MINUTES = 100 * 366 * 24 * 60

const terms = {
  invite_expires_in_minutes: int.min(1).max(MAX_MINUTES).nullable().default(DEFAULT_MINUTES),
  invite_as: oneOf(ROLES as [Role]).default(ROLE.member),
  group_ids: ints.default([]),
  include_realm_default_subscriptions: bool.default(false),
  welcome_message_custom_text: textUpTo(MAX_WELCOME_TEXT_LENGTH).nullable().default(null),
}

interface Terms {
  invite_expires_in_minutes: number | null
  invite_as: Role
  stream_ids: number[]
  group_ids: number[]
  include_realm_default_subscriptions: boolean
  welcome_message_custom_text: string | null
}

const requestOf = (params: Terms, notifyInviter: boolean) => ({
  expiresInMinutes: params.invite_expires_in_minutes,
  role: params.invite_as,
  channelIds: params.stream_ids,
  groupIds: params.group_ids,
  includeDefaultChannels: params.include_realm_default_subscriptions,
  welcomeText: params.welcome_message_custom_text,
  notifyInviter,
})

export const getInvites = endpoint('GET /invites', {
  tier: 'member',
  returns: {
    invites: z.array(
      z.object({
        id: int,
        invited_by_user_id: int,
        invited: int,
        expiry_date: int.nullable(),
        invited_as: int,
        is_multiuse: bool,
        notify_referrer_on_join: bool,
        email: text.optional(),
        link_url: text.optional(),
      }),
    ),
  },
  handle: (ctx, _, call) => ({ invites: listInvitations(ctx, call.user) }),
})

export const sendInvites = endpoint('POST /invites', {
  tier: 'member',
  params: {
    invitee_emails: text,
    stream_ids: ints,
    ...terms,
    notify_referrer_on_join: bool.default(true),
  },
  handle: (ctx, params, call) =>
    inviteByAddress(
      ctx,
      call.user,
      params.invitee_emails,
      requestOf(params, params.notify_referrer_on_join),
    ),
})

export const createInviteLink = endpoint('POST /invites/multiuse', {
  tier: 'member',
  params: { stream_ids: ints.default([]), ...terms },
  returns: { invite_link: text },
  handle: async (ctx, params, call) => ({
    invite_link: await createLink(ctx, call.user, requestOf(params, false)),
  }),
})

export const revokeInvite = endpoint('DELETE /invites/:invite_id', {
  tier: 'member',
  params: { invite_id: int },
  handle: (ctx, { invite_id }, call) => revokeInvitation(ctx, call.user, invite_id, false),
})

export const revokeInviteLink = endpoint('DELETE /invites/multiuse/:invite_id', {
  tier: 'member',
  params: { invite_id: int },
  handle: (ctx, { invite_id }, call) => revokeInvitation(ctx, call.user, invite_id, true),
})

export const resendInvite = endpoint('POST /invites/:invite_id/resend', {
  tier: 'member',
  params: { invite_id: int },
  handle: (ctx, { invite_id }, call) => renewInvitation(ctx, call.user, invite_id),
})

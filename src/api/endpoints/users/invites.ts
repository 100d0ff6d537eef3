// Endpoints: invitations.

import * as z from 'zod'
import { MAX_WELCOME_TEXT_LENGTH } from '../../../base/limits.ts'
import { linkOrigin } from '../../../base/origins.ts'
import { ROLE, ROLES, type Role } from '../../../domain/access/roles.ts'
import { listInvitations } from '../../../domain/joining/invitation-lists.ts'
import {
  createLink,
  inviteByAddress,
  renewInvitation,
  revokeInvitation,
} from '../../../domain/joining/invitations.ts'
import type { Context } from '../../../domain/kernel/context.ts'
import { type EndpointCall, endpoint } from '../../core/endpoint.ts'
import { bool, int, ints, oneOf, text, textUpTo } from '../../core/params.ts'

/** Ten days. */
const DEFAULT_MINUTES = 14_400
const MAX_MINUTES = 100 * 366 * 24 * 60

const terms = {
  invite_expires_in_minutes: int
    .min(1)
    .max(MAX_MINUTES)
    .nullable()
    .default(DEFAULT_MINUTES)
    .describe('Minutes until the invitation ends; null for never.'),
  invite_as: oneOf(ROLES as [Role])
    .default(ROLE.member)
    .describe('100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.'),
  group_ids: ints.default([]).describe('The user groups new people become members of.'),
  include_realm_default_subscriptions: bool
    .default(false)
    .describe('Whether new people are subscribed to the default channels as well.'),
  welcome_message_custom_text: textUpTo(MAX_WELCOME_TEXT_LENGTH)
    .nullable()
    .default(null)
    .describe("What Welcome Bot adds for them; null for the organization's own text."),
}

interface Terms {
  invite_expires_in_minutes: number | null
  invite_as: Role
  stream_ids: number[]
  group_ids: number[]
  include_realm_default_subscriptions: boolean
  welcome_message_custom_text: string | null
}

const requestOf = (params: Terms, notifyInviter: boolean, origin: string) => ({
  origin,
  expiresInMinutes: params.invite_expires_in_minutes,
  role: params.invite_as,
  channelIds: params.stream_ids,
  groupIds: params.group_ids,
  includeDefaultChannels: params.include_realm_default_subscriptions,
  welcomeText: params.welcome_message_custom_text,
  notifyInviter,
})

const originOf = (ctx: Context, call: EndpointCall) => linkOrigin(ctx.server, call.header('host'))

export const getInvites = endpoint('GET /invites', {
  summary: "Lists the invitations that are open: the caller's, and for administrators everyone's.",
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
  handle: (ctx, _, call) => ({
    invites: listInvitations(ctx, call.user, originOf(ctx, call)),
  }),
})

export const sendInvites = endpoint('POST /invites', {
  summary:
    'Invites people by e-mail address: mails them a link, or returns the links where no mail is sent.',
  tier: 'member',
  errors: ['INVITATION_FAILED', 'UNAUTHORIZED_PRINCIPAL'],
  params: {
    invitee_emails: text.describe(
      'Addresses, separated by commas or line breaks; "Name <address>" is understood.',
    ),
    stream_ids: ints.describe('The channels to subscribe new people to.'),
    ...terms,
    notify_referrer_on_join: bool
      .default(true)
      .describe('Whether the caller is told when people join.'),
  },
  // A server without mail says so, and gives the links for the caller to pass on.
  returns: { is_mailed: bool, links: z.array(z.object({ email: text, link_url: text })) },
  async handle(ctx, params, call) {
    const request = requestOf(params, params.notify_referrer_on_join, originOf(ctx, call))
    const links = await inviteByAddress(ctx, call.user, params.invitee_emails, request)
    return { is_mailed: links === undefined, links: links ?? [] }
  },
})

export const createInviteLink = endpoint('POST /invites/multiuse', {
  summary: 'Creates an invitation link that any number of people can use.',
  tier: 'member',
  errors: ['UNAUTHORIZED_PRINCIPAL'],
  params: {
    stream_ids: ints.default([]).describe('The channels to subscribe new people to.'),
    ...terms,
  },
  returns: { invite_link: text },
  handle: async (ctx, params, call) => ({
    invite_link: await createLink(ctx, call.user, requestOf(params, false, originOf(ctx, call))),
  }),
})

export const revokeInvite = endpoint('DELETE /invites/:invite_id', {
  summary: 'Revokes an invitation that was sent to an address.',
  tier: 'member',
  errors: ['UNAUTHORIZED_PRINCIPAL'],
  params: { invite_id: int },
  handle: (ctx, { invite_id }, call) => revokeInvitation(ctx, call.user, invite_id, false),
})

export const revokeInviteLink = endpoint('DELETE /invites/multiuse/:invite_id', {
  summary: 'Revokes an invitation link.',
  tier: 'member',
  errors: ['UNAUTHORIZED_PRINCIPAL'],
  params: { invite_id: int },
  handle: (ctx, { invite_id }, call) => revokeInvitation(ctx, call.user, invite_id, true),
})

export const resendInvite = endpoint('POST /invites/:invite_id/resend', {
  summary:
    'Renews an invitation that was sent to an address, with a new link and the same lifetime.',
  tier: 'member',
  errors: ['UNAUTHORIZED_PRINCIPAL'],
  params: { invite_id: int },
  handle: (ctx, { invite_id }, call) => renewInvitation(ctx, call.user, invite_id),
})

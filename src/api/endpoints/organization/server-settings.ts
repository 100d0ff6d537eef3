// Endpoints: what a client needs before login.

import * as z from 'zod'
import { linkOrigin } from '../../../base/origins.ts'
import { serverSettings } from '../../../domain/snapshot/server-settings.ts'
import { endpoint } from '../../core/endpoint.ts'
import { bool, int, text } from '../../core/params.ts'

const method = z.object({
  name: text,
  display_name: text,
  display_icon: text.nullable(),
  login_url: text,
  signup_url: text,
})

export const getServerSettings = endpoint('GET /server_settings', {
  summary: 'Returns what a client must know before it logs in.',
  tier: 'anyone',
  returns: {
    authentication_methods: z.record(text, bool),
    external_authentication_methods: z.array(method),
    email_auth_enabled: bool,
    require_email_format_usernames: bool,
    push_notifications_enabled: bool,
    is_incompatible: bool,
    service_feature_level: int,
    service_version: text,
    service_merge_base: text,
    zulip_feature_level: int,
    zulip_version: text,
    zulip_merge_base: text,
    realm_url: text.optional(),
    realm_uri: text.optional(),
    realm_name: text.optional(),
    realm_icon: text.optional(),
    realm_description: text.optional(),
    realm_web_public_access_enabled: bool.optional(),
  },
  handle: (ctx, _, call) =>
    serverSettings(ctx, call.client, linkOrigin(ctx.server, call.header('host'))),
})

// GET /server_settings: what a client needs before login.

import { renderDescription } from '../content/rendering.ts'
import type { Context } from '../kernel/context.ts'
import { findOrganization } from '../organization/organization.ts'
import { organizationPictureUrl } from '../pictures/organization-pictures.ts'
import { versionKeys } from './snapshot.ts'

const METHODS = [
  'password',
  'dev',
  'email',
  'ldap',
  'remoteuser',
  'github',
  'azuread',
  'gitlab',
  'google',
  'apple',
  'saml',
  'openid connect',
]

/** The User-Agent that clients use to test how they handle an incompatible server. */
const INCOMPATIBLE_CLIENT = 'ZulipInvalid'

/**
 * GET /server_settings: what a client needs before anyone has logged in.
 * @param origin by which the client reaches this server
 */
export function serverSettings(ctx: Context, client: string, origin: string) {
  const organization = findOrganization(ctx)
  const enabled = new Set(['password', 'email', ...(ctx.server.dev ? ['dev'] : [])])
  return {
    authentication_methods: Object.fromEntries(METHODS.map((name) => [name, enabled.has(name)])),
    external_authentication_methods: [],
    email_auth_enabled: true,
    require_email_format_usernames: true,
    push_notifications_enabled: false,
    is_incompatible: client === INCOMPATIBLE_CLIENT,
    ...versionKeys(ctx),
    realm_url: origin,
    realm_uri: origin,
    ...(organization && {
      realm_name: organization.settings.name,
      realm_icon: organizationPictureUrl(ctx, 'icon'),
      realm_description: renderDescription(ctx, organization.settings.description),
      realm_web_public_access_enabled:
        organization.settings.enable_spectator_access && hasWebPublicChannel(ctx),
    }),
  }
}

const hasWebPublicChannel = (ctx: Context) =>
  ctx.store.channels
    .withHistory('web-public')
    .some((id) => !ctx.store.channels.find(id)!.is_archived)

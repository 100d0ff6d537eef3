// Fields of events about the organization and the server.

import * as z from 'zod'
import * as wire from '../../../src/api/wire/organization.ts'
import { bool, exactly, int, list, text } from './shapes.ts'

const versions = ['version', 'merge_base'].flatMap((name) => [`service_${name}`, `zulip_${name}`])

export const ORGANIZATION_PAYLOADS: Record<string, z.ZodType> = {
  'realm/update': exactly({ property: text, value: z.unknown() }),
  'realm/update_dict': exactly({ property: text, data: z.record(text, z.unknown()) }),
  'realm_user_settings_defaults/update': exactly({ property: text, value: z.unknown() }),
  'realm_domains/add': exactly({ realm_domain: exactly({ domain: text, allow_subdomains: bool }) }),
  'realm_domains/change': exactly({
    realm_domain: exactly({ domain: text, allow_subdomains: bool }),
  }),
  'realm_domains/remove': exactly({ domain: text }),
  'realm_emoji/add': exactly({ emoji: wire.customEmojiShape.strict() }),
  'realm_emoji/update_one': exactly({
    emoji_id: text,
    data: exactly({ deactivated: bool }),
  }),
  'realm_emoji/update': exactly({ realm_emoji: z.record(text, wire.customEmojiShape.strict()) }),
  realm_linkifiers: exactly({ realm_linkifiers: list(wire.linkifier) }),
  realm_playgrounds: exactly({
    realm_playgrounds: list(
      z.object({ id: int, name: text, pygments_language: text, url_template: text }),
    ),
  }),
  custom_profile_fields: exactly({ fields: list(wire.profileField) }),
  invites_changed: exactly({}),
  realm_export: exactly({ exports: list(wire.dataExport) }),
  realm_export_consent: exactly({ user_id: int, consented: bool }),
  restart: exactly({
    ...Object.fromEntries(versions.map((name) => [name, text])),
    service_feature_level: int,
    zulip_feature_level: int,
    server_generation: int,
  }),
  'realm/deactivated': exactly({ realm_id: int }),
}

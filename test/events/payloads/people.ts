// Fields of events about users, bots and user groups, presence and status.

import * as z from 'zod'
import * as groups from '../../../src/api/wire/groups.ts'
import * as users from '../../../src/api/wire/users.ts'
import { GROUP_PERMISSIONS } from '../../../src/store/tables/groups.ts'
import { bool, exactly, int, ints, list, oneOf, text } from './shapes.ts'

const wire = { ...groups, ...users }

const groupValues = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, wire.groupSettingValue.optional()]))

const bot = {
  user_id: int,
  default_sending_stream: text.nullable(),
  default_events_register_stream: text.nullable(),
  default_all_public_streams: bool,
  services: z.array(exactly({ base_url: text, interface: int, token: text })),
}

const group = wire.userGroup.strict()
const members = exactly({ group_id: int, user_ids: ints })
const subgroups = exactly({ group_id: int, direct_subgroup_ids: ints })

export const PEOPLE_PAYLOADS: Record<string, z.ZodType> = {
  'realm_user/add': exactly({ person: wire.user.strict() }),
  'realm_user/remove': exactly({ person: exactly({ user_id: int, full_name: text }) }),
  'realm_user/update': exactly({
    person: oneOf(
      { user_id: int },
      { full_name: text },
      { avatar_url: text, avatar_url_medium: text, avatar_source: text, avatar_version: int },
      { timezone: text, email: text },
      { bot_owner_id: int },
      { role: int },
      { delivery_email: text.nullable() },
      { new_email: text },
      {
        custom_profile_field: exactly({
          id: int,
          value: text.nullable(),
          rendered_value: text.nullable().optional(),
        }),
      },
      { is_active: bool },
    ),
  }),
  'realm_bot/add': exactly({ bot: exactly(bot) }),
  'realm_bot/update': exactly({
    bot: z
      .object({ ...bot, full_name: text })
      .partial()
      .required({ user_id: true })
      .strict(),
  }),
  'realm_bot/delete': exactly({ bot: exactly({ user_id: int }) }),
  'user_group/add': exactly({ group }),
  'user_group/update': exactly({
    group_id: int,
    data: exactly({
      name: text.optional(),
      description: text.optional(),
      deactivated: bool.optional(),
      ...groupValues(GROUP_PERMISSIONS),
    }),
  }),
  'user_group/add_members': members,
  'user_group/remove_members': members,
  'user_group/add_subgroups': subgroups,
  'user_group/remove_subgroups': subgroups,
  'user_group/remove': exactly({ group_id: int }),
  presence: z.union([
    exactly({ presences: wire.presences }),
    exactly({
      user_id: int,
      email: text.optional(),
      server_timestamp: z.number(),
      presence: exactly({
        website: exactly({ client: text, status: text, timestamp: int, pushable: bool }),
      }),
    }),
  ]),
  user_status: exactly({
    user_id: int,
    away: bool.optional(),
    status_text: text.optional(),
    emoji_name: text.optional(),
    emoji_code: text.optional(),
    reaction_type: text.optional(),
  }),
  muted_users: exactly({ muted_users: list(z.object({ id: int, timestamp: int })) }),
}

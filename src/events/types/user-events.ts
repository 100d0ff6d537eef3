// Events about users, bots and statuses.

import type { ClientFormat } from './client-format.ts'
import { shownReactionType } from './message-format.ts'

/** A user as the receiver sees them; `delivery_email` is null where the real address is hidden. */
export interface UserObject {
  user_id: number
  email: string
  delivery_email: string | null
  full_name: string
  date_joined: string
  is_active: boolean
  is_owner: boolean
  is_admin: boolean
  is_guest: boolean
  is_bot: boolean
  role: number
  timezone?: string
  avatar_url: string | null
  avatar_version: number
  is_imported_stub: boolean
  is_deleted?: boolean
  bot_type?: number | null
  bot_owner_id?: number | null
  is_system_bot?: boolean
  profile_data?: Readonly<Record<string, { value: string; rendered_value?: string }>>
}

/** What changed about a user. */
export type UserChange = Partial<Omit<UserObject, 'user_id' | 'profile_data'>> & {
  /** The address by which the API names the user; `email` beside it is the former one. */
  new_email?: string
  avatar_url_medium?: string
  avatar_source?: string
  custom_profile_field?: { id: number; value: string | null; rendered_value?: string | null }
}

/** A bot as its administrators see it; channels by name. */
export interface BotObject {
  user_id: number
  default_sending_stream: string | null
  default_events_register_stream: string | null
  default_all_public_streams: boolean
  services: readonly { base_url: string; interface: number; token: string }[]
}

export type UserEvent =
  | { type: 'realm_user'; op: 'add'; person: UserObject }
  | { type: 'realm_user'; op: 'remove'; person: { user_id: number; full_name: string } }
  | { type: 'realm_user'; op: 'update'; person: { user_id: number } & UserChange }
  | { type: 'realm_bot'; op: 'add'; bot: BotObject }
  | {
      type: 'realm_bot'
      op: 'update'
      bot: { user_id: number; full_name?: string } & Partial<BotObject>
    }
  | { type: 'realm_bot'; op: 'delete'; bot: { user_id: number } }

/** What a person says they are doing: the parts that changed, '' where cleared. */
export interface UserStatusEvent {
  type: 'user_status'
  user_id: number
  away?: boolean
  status_text?: string
  emoji_name?: string
  emoji_code?: string
  reaction_type?: string
}

/** A change of a status as a client of this format receives it. */
export function formatUserStatus(event: UserStatusEvent, format: ClientFormat): readonly object[] {
  if (event.reaction_type === undefined) return [event]
  return [{ ...event, reaction_type: shownReactionType(event.reaction_type, format.vendorNames) }]
}

// Named values of different types: the settings of a person, and those of the organization.

import { Table } from './table.ts'
import type { GroupSetting, Snapshot, UserSettings } from './wire.ts'

/** Values by name, each a signal of its own: code that reads one is notified of changes of it only. */
export class Options<T extends object> {
  readonly #values = new Table<keyof T, unknown>()

  get<K extends keyof T>(name: K): T[K] {
    return this.#values.get(name) as T[K]
  }

  /** Without subscribing. */
  peek<K extends keyof T>(name: K): T[K] {
    return this.#values.peek(name) as T[K]
  }

  set<K extends keyof T>(name: K, value: T[K]) {
    this.#values.set(name, value)
  }

  replace(values: Partial<T>) {
    this.#values.replace(Object.entries(values) as [keyof T, unknown][])
  }

  /** All values, without subscribing. */
  peekAll(): Partial<T> {
    return Object.fromEntries(this.#values.peekAll()) as Partial<T>
  }
}

/** A person's settings by name, as PATCH /settings takes them. */
export type Settings = Options<UserSettings>

/**
 * The organization: names of its settings without `realm_`, and the server's `server_…`, `max_…`
 * and other constants with the names they have in the snapshot.
 */
export interface Organization extends Record<string, unknown> {
  name: string
  description: string
  icon_url: string
  url: string
  empty_topic_display_name: string
  topics_policy: 'allow_empty_topic' | 'disable_empty_topic'
  allow_message_editing: boolean
  message_edit_history_visibility_policy: 'all' | 'moves' | 'none'
  enable_read_receipts: boolean
  enable_guest_user_indicator: boolean
  presence_disabled: boolean
  /** The channel that reports of messages go to; -1 for none. */
  moderation_request_channel_id: number
  default_code_block_language: string
  waiting_period_threshold: number
  /** Seconds after sending; null for no limit. */
  message_content_edit_limit_seconds: number | null
  message_content_delete_limit_seconds: number | null
  move_messages_between_streams_limit_seconds: number | null
  move_messages_within_stream_limit_seconds: number | null
  max_message_length: number
  max_topic_length: number
  max_stream_name_length: number
  max_file_upload_size_mib: number
  server_emoji_data_url: string
  server_generation: number
  server_presence_ping_interval_seconds: number
  server_presence_offline_threshold_seconds: number
  server_typing_started_expiry_period_milliseconds: number
  server_typing_started_wait_period_milliseconds: number
  server_typing_stopped_wait_period_milliseconds: number
  server_supported_permission_settings: Record<
    'realm' | 'stream' | 'group',
    Record<string, { allow_everyone_group: boolean }>
  >
}

/** Parts of the snapshot that are kept as rows of their own. */
const ELSEWHERE =
  /^(realm_(users|non_active_users|user_groups|bots|emoji|domains|playgrounds|linkifiers|filters|default_.*streams?.*|default_stream_groups|user_settings_defaults|embedded_bots|incoming_webhook_bots|billing)|max_message_id|server_timestamp)$/

/** The organization's part of a snapshot. */
export function organizationIn(snapshot: Snapshot): Partial<Organization> {
  const named = Object.entries(snapshot).filter(
    ([key]) => /^(realm_|server_|max_|password_|gif_|giphy_)/.test(key) && !ELSEWHERE.test(key),
  )
  return Object.fromEntries(named.map(([key, value]) => [key.replace(/^realm_/, ''), value]))
}

export type { GroupSetting }

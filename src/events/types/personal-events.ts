// Events about what one person keeps, which only that person receives.

import type { SettingValue } from './realm-events.ts'

/** `to` holds one channel ID, or user IDs; a draft without a recipient has the type ''. */
interface DraftObject {
  id: number
  type: '' | 'stream' | 'private'
  to: readonly number[]
  topic: string
  content: string
  /** UNIX seconds. */
  timestamp: number
}

/** `to` is a channel ID, or a list of user IDs. */
interface ScheduledMessageObject {
  scheduled_message_id: number
  type: 'stream' | 'private'
  to: number | readonly number[]
  topic?: string
  content: string
  rendered_content: string
  /** UNIX seconds. */
  scheduled_delivery_timestamp: number
  failed: boolean
}

interface ReminderObject {
  reminder_id: number
  type: 'private'
  to: readonly number[]
  content: string
  rendered_content: string
  /** UNIX seconds. */
  scheduled_delivery_timestamp: number
  failed: boolean
  reminder_target_message_id: number
}

interface SnippetObject {
  id: number
  title: string
  content: string
  /** UNIX seconds. */
  date_created: number
}

/** A view in the sidebar: `fragment` is its address after "#". */
interface NavigationViewObject {
  fragment: string
  is_pinned: boolean
  name: string | null
}

/** The push registration of an app. */
export interface PushState {
  push_key_id: number | null
  push_token_id: string | null
  pending_push_token_id: string | null
  /** UNIX seconds. */
  push_token_last_updated_timestamp: number | null
  push_registration_error_code: string | null
}

export type PersonalEvent =
  | { type: 'drafts'; op: 'add'; drafts: readonly DraftObject[] }
  | { type: 'drafts'; op: 'update'; draft: DraftObject }
  | { type: 'drafts'; op: 'remove'; draft_id: number }
  | {
      type: 'scheduled_messages'
      op: 'add'
      scheduled_messages: readonly ScheduledMessageObject[]
    }
  | { type: 'scheduled_messages'; op: 'update'; scheduled_message: ScheduledMessageObject }
  | { type: 'scheduled_messages'; op: 'remove'; scheduled_message_id: number }
  | { type: 'reminders'; op: 'add'; reminders: readonly ReminderObject[] }
  | { type: 'reminders'; op: 'remove'; reminder_id: number }
  | { type: 'saved_snippets'; op: 'add' | 'update'; saved_snippet: SnippetObject }
  | { type: 'saved_snippets'; op: 'remove'; saved_snippet_id: number }
  | { type: 'navigation_view'; op: 'add'; navigation_view: NavigationViewObject }
  | { type: 'navigation_view'; op: 'update'; fragment: string; data: Partial<NavigationViewObject> }
  | { type: 'navigation_view'; op: 'remove'; fragment: string }
  | { type: 'alert_words'; alert_words: readonly string[] }
  | { type: 'onboarding_steps'; onboarding_steps: readonly { type: string; name: string }[] }
  | { type: 'muted_users'; muted_users: readonly { id: number; timestamp: number }[] }
  | {
      type: 'user_settings'
      op: 'update'
      property: string
      value: SettingValue
      language_name?: string
    }
  | { type: 'device'; op: 'add' | 'remove'; device_id: number }
  | ({ type: 'device'; op: 'update'; device_id: number } & Partial<PushState>)

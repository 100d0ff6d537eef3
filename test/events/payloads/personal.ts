// Fields of events about what one person keeps: settings, drafts, reminders, files, devices.

import * as z from 'zod'
import { attachment } from '../../../src/api/wire/messages.ts'
import * as wire from '../../../src/api/wire/personal.ts'
import { bool, exactly, int, list, text } from './shapes.ts'

const file = exactly({ attachment: attachment.strict(), upload_space_used: int })

export const PERSONAL_PAYLOADS: Record<string, z.ZodType> = {
  'user_settings/update': exactly({
    property: text,
    value: z.unknown(),
    language_name: text.optional(),
  }),
  user_topic: exactly({
    stream_id: int,
    topic_name: text,
    last_updated: int,
    visibility_policy: int,
  }),
  muted_topics: exactly({ muted_topics: z.array(z.tuple([text, text, int])) }),
  alert_words: exactly({ alert_words: z.array(text) }),
  onboarding_steps: exactly({ onboarding_steps: list(z.object({ type: text, name: text })) }),
  'drafts/add': exactly({ drafts: list(wire.draft) }),
  'drafts/update': exactly({ draft: wire.draft.strict() }),
  'drafts/remove': exactly({ draft_id: int }),
  'scheduled_messages/add': exactly({ scheduled_messages: list(wire.scheduledMessage) }),
  'scheduled_messages/update': exactly({ scheduled_message: wire.scheduledMessage.strict() }),
  'scheduled_messages/remove': exactly({ scheduled_message_id: int }),
  'reminders/add': exactly({ reminders: list(wire.reminder) }),
  'reminders/remove': exactly({ reminder_id: int }),
  'saved_snippets/add': exactly({ saved_snippet: wire.savedSnippet.strict() }),
  'saved_snippets/update': exactly({ saved_snippet: wire.savedSnippet.strict() }),
  'saved_snippets/remove': exactly({ saved_snippet_id: int }),
  'navigation_view/add': exactly({ navigation_view: wire.navigationView.strict() }),
  'navigation_view/update': exactly({
    fragment: text,
    data: exactly({ is_pinned: bool.optional(), name: text.nullable().optional() }),
  }),
  'navigation_view/remove': exactly({ fragment: text }),
  'attachment/add': file,
  'attachment/update': file,
  'attachment/remove': exactly({ attachment: exactly({ id: int }), upload_space_used: int }),
  'device/add': exactly({ device_id: int }),
  'device/remove': exactly({ device_id: int }),
  'device/update': exactly({
    device_id: int,
    push_key_id: int.nullable().optional(),
    push_token_id: text.nullable().optional(),
    pending_push_token_id: text.nullable().optional(),
    push_token_last_updated_timestamp: int.nullable().optional(),
    push_registration_error_code: text.nullable().optional(),
  }),
}

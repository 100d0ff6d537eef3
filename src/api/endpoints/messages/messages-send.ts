// Endpoints: sending and rendering messages.

import * as z from 'zod'
import { serialiseInPieces } from '../../../base/json.ts'
import { renderTyped } from '../../../domain/content/rendering.ts'
import type { MessageDestination, MessageDraft } from '../../../domain/messages/message-draft.ts'
import { requestedWidget } from '../../../domain/messages/requested-widget.ts'
import { sendMessage } from '../../../domain/messages/send-message.ts'
import { refuse } from '../../../errors.ts'
import { MOST_RECIPIENTS, namedChannel, namedPeople } from '../../core/destinations.ts'
import { endpoint } from '../../core/endpoint.ts'
import { alias, bool, either, fractional, int, listOf, text } from '../../core/params.ts'
import { readsWhatItSends } from '../../core/reading-clients.ts'
import { withFewer } from '../../core/value-count.ts'

const CHANNEL_TYPES = ['channel', 'stream']

const recipients = z.union([
  z.union([z.string(), z.int(), listOf(z.union([z.string(), z.int()]))]),
  // Other JSON types are accepted here and refused later, because the error text depends on `type`.
  z.union([z.number(), z.boolean(), z.array(z.unknown()), z.record(z.string(), z.unknown())]),
])

export const sendMessageEndpoint = endpoint('POST /messages', {
  summary:
    'Sends a message to a channel or to people, once for all requests of a day with the same Idempotency-Key header.',
  tier: 'user',
  errors: [
    'STREAM_DOES_NOT_EXIST',
    'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
  ],
  forWebhookBots: true,
  params: {
    type: z
      .enum(['direct', 'private', 'channel', 'stream'])
      .describe(
        'direct for people, channel for a channel; private and stream are their older names.',
      ),
    to: withFewer(MOST_RECIPIENTS, either(recipients).optional()).describe(
      'For a channel its ID or name; for people a list of user IDs, or of e-mail addresses.',
    ),
    topic: alias('subject', text.optional()).describe(
      'Required for channels. At most 60 characters; longer ones are cut.',
    ),
    content: text.describe('Markdown, at most 10,000 characters; longer texts are cut.'),
    read_by_sender: bool
      .optional()
      .describe(
        "Whether the message is read for its sender; by default it is when the sender's client shows messages.",
      ),
    queue_id: text
      .optional()
      .describe('An event queue of the caller; the message in it carries local_id.'),
    local_id: text
      .optional()
      .describe('Chosen by the client, which finds its message by it in the queue.'),
    widget_content: text
      .optional()
      .describe(
        'A poll, a to-do list or buttons, as JSON: {"widget_type": "poll", "todo" or "zform", "extra_data": {…}}.',
      ),
    forged: bool
      .default(false)
      .describe(
        'For mirrors of other services, which this server does not let in: true is refused.',
      ),
    sender: text.optional().describe('Another sender, as mirrors name them; refused.'),
    time: fractional(z.number().optional()).describe('Another time, as mirrors name it; refused.'),
  },
  returns: { id: int, automatic_new_visibility_policy: int.optional() },
  async handle(ctx, params, call) {
    const { type, to, topic, content, read_by_sender, queue_id, local_id, widget_content } = params
    refuseMirror(params)
    const destination: MessageDestination = CHANNEL_TYPES.includes(type)
      ? { kind: 'channel', topic, ...namedChannel(to ?? '') }
      : { kind: 'people', ...namedPeople(to ?? []) }
    const draft: MessageDraft = {
      destination,
      content,
      widget: widget_content === undefined ? undefined : requestedWidget(widget_content),
      client: call.client,
      readBySender: read_by_sender ?? readsWhatItSends(call.client),
      echo:
        queue_id !== undefined && local_id !== undefined
          ? { queueId: queue_id, localId: local_id }
          : undefined,
    }
    const key = call.header('idempotency-key')
    const { id, newVisibility } = await sendMessage(ctx, call.user, draft, key)
    return {
      id,
      ...(newVisibility !== undefined && { automatic_new_visibility_policy: newVisibility }),
    }
  },
})

/** Messages of others are never taken from a program: nobody here has the permission to forge. */
function refuseMirror({
  forged,
  sender,
  time,
}: {
  forged: boolean
  sender?: string | undefined
  time?: number | undefined
}) {
  if (forged || sender !== undefined || time !== undefined)
    refuse('BAD_REQUEST', 'User not authorized for this query')
}

export const renderMessage = endpoint('POST /messages/render', {
  summary: 'Renders Markdown to HTML as a message would show it; stores nothing.',
  tier: 'user',
  params: { content: text.describe('Markdown, at most 10,000 characters.') },
  returns: { rendered: text },
  async handle(ctx, { content }, call) {
    const rendered = await renderTyped(ctx, call.user, content)
    return serialiseInPieces({ rendered: rendered.html })
  },
})

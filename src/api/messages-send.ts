import * as z from 'zod'
import { type Destination, readsWhatItSends } from '../domain/messages.ts'
import { renderFor } from '../domain/rendering.ts'
import { sendMessage } from '../domain/sending.ts'
import { endpoint } from './endpoint.ts'
import { alias, bool, either, int, text } from './params.ts'

const CHANNEL_TYPES = ['channel', 'stream']

const recipients = z.union([
  z.union([z.string(), z.int(), z.array(z.union([z.string(), z.int()]))]),
  // Other JSON names nobody, but is refused in the words that go with `type`.
  z.union([z.number(), z.boolean(), z.array(z.unknown()), z.record(z.string(), z.unknown())]),
])

export const sendMessageEndpoint = endpoint('POST /messages', {
  tier: 'user',
  forWebhookBots: true,
  params: {
    type: z.enum(['direct', 'private', 'channel', 'stream']),
    to: either(recipients).optional(),
    topic: alias('subject', text.optional()),
    content: text,
    read_by_sender: bool.optional(),
    queue_id: text.optional(),
    local_id: text.optional(),
  },
  returns: { id: int, automatic_new_visibility_policy: int.optional() },
  async handle(ctx, { type, to, topic, content, read_by_sender, queue_id, local_id }, call) {
    const destination: Destination = CHANNEL_TYPES.includes(type)
      ? { kind: 'channel', to: to ?? '', topic }
      : { kind: 'direct', to: to ?? [] }
    const { id, newVisibility } = await sendMessage(ctx, call.user, {
      destination,
      content,
      client: call.client,
      readBySender: read_by_sender ?? readsWhatItSends(call.client),
      echo:
        queue_id !== undefined && local_id !== undefined
          ? { queueId: queue_id, localId: local_id }
          : undefined,
    })
    return {
      id,
      ...(newVisibility !== undefined && { automatic_new_visibility_policy: newVisibility }),
    }
  },
})

export const renderMessage = endpoint('POST /messages/render', {
  tier: 'user',
  params: { content: text },
  returns: { rendered: text },
  handle: (ctx, { content }, call) => ({ rendered: renderFor(ctx, call.user, content).html }),
})

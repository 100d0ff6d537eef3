// Parameters that open an event queue.

import * as z from 'zod'
import { CAPABILITIES, type QueueRequest } from '../../domain/snapshot/event-queues.ts'
import { refuse } from '../../errors.ts'
import type { EndpointCall } from '../core/endpoint.ts'
import { bool, either, int, text } from '../core/params.ts'

const DEFAULT_IDLE_SECONDS = 600
const MOBILE_IDLE_SECONDS = 43_200
const MAX_IDLE_SECONDS = 604_800

/** Terms of a queue's narrow: each is checked for every event while the queue lives. */
const MAX_NARROW_TERMS = 100
export const MAX_EVENT_TYPES = 1000

/** The known capabilities; others are ignored. */
const capabilities = Object.fromEntries(CAPABILITIES.map((name) => [name, bool.optional()]))

const NARROW_OPERATORS: Record<string, 'channel' | 'topic' | 'sender' | 'is'> = {
  channel: 'channel',
  stream: 'channel',
  topic: 'topic',
  sender: 'sender',
  is: 'is',
}

/** What an event queue is opened with. */
export const queueParams = {
  apply_markdown: bool
    .default(false)
    .describe(
      "Whether messages in the queue's events carry HTML; otherwise their Markdown source.",
    ),
  client_gravatar: bool
    .nullable()
    .optional()
    .describe(
      'Whether avatar_url may be null, for clients that compute addresses of Gravatar pictures; true by default for users.',
    ),
  slim_presence: bool.default(false).describe('Whether presences are keyed by user ID.'),
  event_types: z
    .array(text)
    .max(MAX_EVENT_TYPES)
    .nullable()
    .default(null)
    .describe('The types of events to receive; without it all.'),
  all_public_streams: bool
    .optional()
    .describe(
      'Whether to receive messages of public channels without a subscription as well; not for guests.',
    ),
  client_capabilities: z
    .looseObject(capabilities)
    .default({})
    .describe('What the client understands, by name; a capability that is not named is false.'),
  narrow: z
    .array(z.tuple([text, text]))
    .max(MAX_NARROW_TERMS)
    .optional()
    .describe(
      'Only messages that match all [operator, operand] pairs; the operators are channel, topic, sender and is.',
    ),
  idle_queue_timeout: either(z.union([int.min(0), z.literal('mobile')]).optional()).describe(
    'Seconds after which a queue that is not polled ends, at most 604800, or "mobile" for 43200.',
  ),
  queue_lifespan_secs: int.min(0).default(0).describe('An older name of idle_queue_timeout.'),
}

type QueueParams = z.output<z.ZodObject<typeof queueParams>>

/** @throws RequestError for a narrow that queues cannot have */
export function queueRequest(params: QueueParams, call: EndpointCall): QueueRequest {
  const narrow = params.narrow?.map(([operator, operand]) => ({
    operator:
      (Object.hasOwn(NARROW_OPERATORS, operator) && NARROW_OPERATORS[operator]) ||
      refuse('BAD_REQUEST', `Operator ${operator} not supported.`),
    operand,
  }))
  return {
    client: call.client,
    idleTimeout: idleSeconds(params.idle_queue_timeout ?? params.queue_lifespan_secs),
    filter: {
      types: params.event_types ? new Set(params.event_types) : undefined,
      narrow,
      allPublic: params.all_public_streams,
    },
    format: {
      applyMarkdown: params.apply_markdown,
      clientGravatar: params.client_gravatar ?? call.user !== undefined,
      slimPresence: params.slim_presence,
      vendorNames: call.vendorNames,
      capabilities: new Set(
        CAPABILITIES.filter((name) => params.client_capabilities[name] === true),
      ),
    },
  }
}

function idleSeconds(asked: number | 'mobile'): number {
  if (asked === 'mobile') return MOBILE_IDLE_SECONDS
  return Math.min(asked || DEFAULT_IDLE_SECONDS, MAX_IDLE_SECONDS)
}

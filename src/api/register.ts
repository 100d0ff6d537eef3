import * as z from 'zod'
import { CAPABILITIES, register } from '../domain/event-queues.ts'
import { refuse } from '../errors.ts'
import { endpoint } from './endpoint.ts'
import { bool, either, int, text } from './params.ts'
import { snapshot } from './snapshot.ts'

const DEFAULT_IDLE_SECONDS = 600
const MOBILE_IDLE_SECONDS = 43_200
const MAX_IDLE_SECONDS = 604_800

/** Each is asked about every event, for as long as the queue lives. */
const MAX_NARROW_TERMS = 100
const MAX_EVENT_TYPES = 1000

/** Others are for other servers, or of another time. */
const capabilities = Object.fromEntries(CAPABILITIES.map((name) => [name, bool.optional()]))

const NARROW_OPERATORS: Record<string, 'channel' | 'topic' | 'sender' | 'is'> = {
  channel: 'channel',
  stream: 'channel',
  topic: 'topic',
  sender: 'sender',
  is: 'is',
}

export const registerEndpoint = endpoint('POST /register', {
  tier: 'spectator',
  params: {
    apply_markdown: bool.default(false),
    client_gravatar: bool.nullable().optional(),
    include_subscribers: z.enum(['true', 'false', 'partial']).default('false'),
    slim_presence: bool.default(false),
    presence_history_limit_days: int.min(0).default(14),
    event_types: z.array(text).max(MAX_EVENT_TYPES).nullable().default(null),
    fetch_event_types: z.array(text).max(MAX_EVENT_TYPES).nullable().default(null),
    all_public_streams: bool.optional(),
    client_capabilities: z.looseObject(capabilities).default({}),
    narrow: z
      .array(z.tuple([text, text]))
      .max(MAX_NARROW_TERMS)
      .optional(),
    idle_queue_timeout: either(z.union([int.min(0), z.literal('mobile')]).optional()),
    queue_lifespan_secs: int.min(0).default(0),
  },
  returns: {
    queue_id: text.nullable(),
    last_event_id: int,
    idle_queue_timeout_secs: int,
    ...snapshot,
  },
  handle(ctx, params, call) {
    const clientGravatar = params.client_gravatar ?? call.user !== undefined
    const narrow = params.narrow?.map(([operator, operand]) => ({
      operator:
        (Object.hasOwn(NARROW_OPERATORS, operator) && NARROW_OPERATORS[operator]) ||
        refuse('BAD_REQUEST', `Operator ${operator} not supported.`),
      operand,
    }))
    const fetchTypes = params.fetch_event_types ?? params.event_types
    return register(
      ctx,
      call.user,
      {
        client: call.client,
        idleTimeout: idleSeconds(params.idle_queue_timeout ?? params.queue_lifespan_secs),
        filter: {
          types: params.event_types ?? undefined,
          narrow,
          allPublic: params.all_public_streams,
        },
        shape: {
          applyMarkdown: params.apply_markdown,
          clientGravatar,
          slimPresence: params.slim_presence,
          vendorNames: call.vendorNames,
          capabilities: new Set(
            CAPABILITIES.filter((name) => params.client_capabilities[name] === true),
          ),
        },
      },
      {
        fetchTypes: fetchTypes ? new Set(fetchTypes) : undefined,
        includeSubscribers: params.include_subscribers,
        clientGravatar,
        presenceHistoryDays: params.presence_history_limit_days,
      },
    )
  },
})

function idleSeconds(asked: number | 'mobile'): number {
  if (asked === 'mobile') return MOBILE_IDLE_SECONDS
  return Math.min(asked || DEFAULT_IDLE_SECONDS, MAX_IDLE_SECONDS)
}

import * as z from 'zod'
import { fetchMessage, fetchMessages } from '../domain/fetch.ts'
import { type Destination, readsWhatItSends, sendMessage } from '../domain/messages.ts'
import { refuse } from '../errors.ts'
import { type Call, endpoint } from './endpoint.ts'
import { alias, bool, either, int, text } from './params.ts'
import { message } from './wire.ts'

const CHANNEL_TYPES = ['channel', 'stream']

export const sendMessageEndpoint = endpoint('POST /messages', {
  tier: 'user',
  params: {
    type: z.enum(['direct', 'private', 'channel', 'stream']),
    to: either(z.union([z.string(), z.int(), z.array(z.union([z.string(), z.int()]))])).optional(),
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
    const id = await sendMessage(ctx, call.user, {
      destination,
      content,
      client: call.client,
      readBySender: read_by_sender ?? readsWhatItSends(call.client),
      echo:
        queue_id !== undefined && local_id !== undefined
          ? { queueId: queue_id, localId: local_id }
          : undefined,
    })
    return { id }
  },
})

const operand = z.union([z.string(), z.int(), z.array(z.union([z.string(), z.int()]))])

/** A term as an object, or as a pair of operator and operand. */
const term = z.union([
  z.object({ operator: text, operand, negated: bool.default(false) }),
  z.tuple([text, text]).transform(([operator, operand]) => ({ operator, operand, negated: false })),
])

export const narrow = z.array(term).nullable().default([])

/** Clients send numbers above any message ID, and above what a JSON integer should be. */
const anchorId = z.number().refine(Number.isInteger, { error: 'is not an integer' })

const WORDS = ['newest', 'oldest'] as const

function anchorOf(anchor: string | number | undefined) {
  if (anchor === undefined) return refuse('BAD_REQUEST', "Missing 'anchor' argument.")
  if (typeof anchor === 'number') return anchor
  return WORDS.find((word) => word === anchor) ?? refuse('BAD_REQUEST', 'Invalid anchor')
}

export const getMessages = endpoint('GET /messages', {
  tier: 'user',
  params: {
    anchor: either(z.union([anchorId, z.string()]).optional()),
    include_anchor: bool.default(true),
    num_before: int.min(0).default(0),
    num_after: int.min(0).default(0),
    narrow,
    client_gravatar: bool.default(true),
    apply_markdown: bool.default(true),
    allow_empty_topic_name: bool.default(false),
  },
  returns: {
    anchor: anchorId.optional(),
    found_anchor: bool,
    found_newest: bool,
    found_oldest: bool,
    history_limited: bool,
    messages: z.array(message),
  },
  handle(ctx, params, call) {
    const range = {
      anchor: anchorOf(params.anchor),
      includeAnchor: params.include_anchor,
      before: params.num_before,
      after: params.num_after,
    }
    return fetchMessages(ctx, call.user, params.narrow ?? [], range, shapeOf(params, call))
  },
})

export const getMessage = endpoint('GET /messages/:message_id', {
  tier: 'user',
  params: {
    message_id: int,
    apply_markdown: bool.default(true),
    allow_empty_topic_name: bool.default(false),
  },
  returns: { message, raw_content: text },
  handle: (ctx, params, call) =>
    fetchMessage(
      ctx,
      call.user,
      params.message_id,
      shapeOf({ ...params, client_gravatar: true }, call),
    ),
})

function shapeOf(
  params: { apply_markdown: boolean; client_gravatar: boolean; allow_empty_topic_name: boolean },
  call: Call,
) {
  return {
    applyMarkdown: params.apply_markdown,
    clientGravatar: params.client_gravatar,
    emptyTopicName: params.allow_empty_topic_name,
    vendorNames: call.vendorNames,
  }
}

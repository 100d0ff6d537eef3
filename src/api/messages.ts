import * as z from 'zod'
import { fetchListed, fetchMessage, fetchMessages, matchNarrow } from '../domain/fetch.ts'
import { changeFlags, changeFlagsInNarrow } from '../domain/flag-changes.ts'
import type { Anchor, Range } from '../domain/range.ts'
import { refuse } from '../errors.ts'
import { type Call, endpoint } from './endpoint.ts'
import { bool, either, int, ints, text } from './params.ts'
import { message } from './wire/messages.ts'

const operand = z.union([z.string(), z.int(), z.array(z.union([z.string(), z.int()]))])

/** A term as an object, or as a pair of operator and operand. */
const term = z.union([
  z.object({ operator: text, operand, negated: bool.default(false) }),
  z.tuple([text, text]).transform(([operator, operand]) => ({ operator, operand, negated: false })),
])

const narrow = z.array(term)
const optionalNarrow = narrow.nullable().default([])

const shape = { apply_markdown: bool.default(true), allow_empty_topic_name: bool.default(false) }

/** Clients send numbers above any message ID, and above what a JSON integer should be. */
const anchorId = z.number().refine(Number.isInteger, { error: 'is not an integer' })

export const getMessages = endpoint('GET /messages', {
  tier: 'spectator',
  params: {
    anchor: either(text).optional(),
    include_anchor: bool.optional(),
    anchor_date: text.optional(),
    use_first_unread_anchor: bool.optional(),
    num_before: int.min(0).optional(),
    num_after: int.min(0).optional(),
    message_ids: ints.optional(),
    narrow: optionalNarrow,
    client_gravatar: bool.default(true),
    ...shape,
  },
  returns: {
    anchor: anchorId.optional(),
    found_anchor: bool,
    found_newest: bool,
    found_oldest: bool,
    history_limited: bool,
    messages: z.array(message),
  },
  handle(ctx, { message_ids, narrow, ...params }, call) {
    const shape = shapeOf({ ...params, client_gravatar: gravatarFor(params, call) }, call)
    if (message_ids === undefined) {
      const range = rangeOf(requireRange(params))
      return fetchMessages(ctx, call.user, narrow ?? [], range, shape)
    }
    if (OF_RANGES.some((name) => params[name] !== undefined)) {
      refuse(
        'BAD_REQUEST',
        'Unsupported parameter combination: num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor',
      )
    }
    return fetchListed(ctx, call.user, narrow ?? [], message_ids, shape)
  },
})

const OF_RANGES = [
  'anchor',
  'include_anchor',
  'use_first_unread_anchor',
  'num_before',
  'num_after',
] as const

function requireRange(params: RangeParameters): RangeParameters {
  for (const name of ['num_before', 'num_after'] as const) {
    if (params[name] === undefined)
      refuse('REQUEST_VARIABLE_MISSING', `Missing '${name}' argument`, { var_name: name })
  }
  return params
}

/** Spectators know no addresses to compute a picture's own from. */
const gravatarFor = (params: { client_gravatar: boolean }, call: Call) =>
  call.user !== undefined && params.client_gravatar

interface RangeParameters {
  anchor?: string | undefined
  anchor_date?: string | undefined
  use_first_unread_anchor?: boolean | undefined
  include_anchor?: boolean | undefined
  num_before?: number | undefined
  num_after?: number | undefined
}

const rangeOf = (params: RangeParameters): Range => ({
  // The terminal client sends both; the older parameter then decides, and the anchor counts for nothing.
  anchor: params.use_first_unread_anchor ? 'first_unread' : anchorOf(params),
  includeAnchor: params.include_anchor ?? true,
  before: params.num_before ?? 0,
  after: params.num_after ?? 0,
})

const WORDS = ['newest', 'oldest', 'first_unread'] as const

function anchorOf({ anchor, anchor_date }: RangeParameters): Anchor {
  if (anchor === undefined) return refuse('BAD_REQUEST', "Missing 'anchor' argument.")
  if (/^[+-]?\d+$/.test(anchor)) return Number(anchor)
  if (anchor === 'date') return { since: dateOf(anchor_date) }
  return WORDS.find((word) => word === anchor) ?? refuse('BAD_REQUEST', 'Invalid anchor')
}

const ISO_DATE = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })])

/** UNIX seconds of an ISO 8601 date or time, in UTC where it does not say. */
function dateOf(text: string | undefined): number {
  if (text === undefined) {
    return refuse('REQUEST_VARIABLE_MISSING', "Missing 'anchor_date' argument", {
      var_name: 'anchor_date',
    })
  }
  const iso = text.replace(' ', 'T')
  if (!ISO_DATE.safeParse(iso).success) refuse('BAD_REQUEST', 'anchor_date is not an ISO 8601 date')
  const hasZone = !iso.includes('T') || /(Z|[+-]\d\d:?\d\d)$/.test(iso)
  return Math.ceil(Date.parse(hasZone ? iso : `${iso}Z`) / 1000)
}

export const getMessage = endpoint('GET /messages/:message_id', {
  tier: 'spectator',
  params: { message_id: int, ...shape },
  returns: { message, raw_content: text },
  handle: (ctx, params, call) =>
    fetchMessage(
      ctx,
      call.user,
      params.message_id,
      shapeOf({ ...params, client_gravatar: true }, call),
    ),
})

export const getMatchesNarrow = endpoint('GET /messages/matches_narrow', {
  tier: 'user',
  params: { msg_ids: ints, narrow },
  returns: {
    messages: z.record(z.string(), z.object({ match_content: text, match_subject: text })),
  },
  handle: (ctx, { msg_ids, narrow }, call) => matchNarrow(ctx, call.user, msg_ids, narrow),
})

export const changeFlagsEndpoint = endpoint('POST /messages/flags', {
  tier: 'user',
  params: { messages: ints, op: text, flag: text },
  returns: { messages: ints, ignored_because_not_subscribed_channels: ints.optional() },
  async handle(ctx, { messages, op, flag }, call) {
    const { ignored } = await changeFlags(ctx, call.user, messages, { op, flag })
    return { messages, ...ignoredChannels(ignored) }
  },
})

export const changeFlagsInNarrowEndpoint = endpoint('POST /messages/flags/narrow', {
  tier: 'user',
  params: {
    anchor: either(text),
    include_anchor: bool.default(true),
    num_before: int.min(0),
    num_after: int.min(0),
    narrow: optionalNarrow,
    op: text,
    flag: text,
  },
  returns: {
    processed_count: int,
    updated_count: int,
    first_processed_id: int.nullable(),
    last_processed_id: int.nullable(),
    found_oldest: bool,
    found_newest: bool,
    ignored_because_not_subscribed_channels: ints.optional(),
  },
  async handle(ctx, { narrow, op, flag, ...params }, call) {
    // A date is an anchor of GET /messages alone (specification 4.10).
    if (params.anchor === 'date') refuse('BAD_REQUEST', 'Invalid anchor')
    const range = rangeOf(params)
    const { ignored, ...counts } = await changeFlagsInNarrow(ctx, call.user, narrow ?? [], range, {
      op,
      flag,
    })
    return { ...counts, ...ignoredChannels(ignored) }
  },
})

const ignoredChannels = (ignored: readonly number[] | undefined) =>
  ignored && { ignored_because_not_subscribed_channels: [...ignored] }

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

// Endpoints: reading messages and changing flags.

import * as z from 'zod'
import {
  fetchListed,
  fetchMessage,
  fetchMessages,
  matchNarrow,
} from '../../../domain/reading/fetch.ts'
import { changeFlags, changeFlagsInNarrow } from '../../../domain/reading/flag-changes.ts'
import type { Anchor, PageRequest } from '../../../domain/reading/page-request.ts'
import { INVALID_ANCHOR } from '../../../errors/messages.ts'
import { MISSING_PARAMETER, UNSUPPORTED_COMBINATION } from '../../../errors/parameters.ts'
import { refuse } from '../../../errors.ts'
import { type EndpointCall, endpoint } from '../../core/endpoint.ts'
import { bool, either, int, ints, text } from '../../core/params.ts'
import { message } from '../../wire/messages.ts'

const operand = z.union([z.string(), z.int(), z.array(z.union([z.string(), z.int()]))])

/** A term as an object, or as a pair of operator and operand. */
const term = z.union([
  z.object({ operator: text, operand, negated: bool.default(false) }),
  z.tuple([text, text]).transform(([operator, operand]) => ({ operator, operand, negated: false })),
])

const narrow = z.array(term)
const optionalNarrow = narrow.nullable().default([])

const format = {
  apply_markdown: bool
    .default(true)
    .describe('Whether messages carry HTML; otherwise their Markdown source.'),
  allow_empty_topic_name: bool
    .default(false)
    .describe('Whether the topic without a name is sent as ""; otherwise under its display name.'),
}

/** Clients send numbers above the safe integers of JSON to mean the newest message. */
const anchorId = z.number().refine(Number.isInteger, { error: 'is not an integer' })

export const getMessages = endpoint('GET /messages', {
  summary: 'Returns messages around an anchor that match a narrow, or listed ones by ID.',
  tier: 'spectator',
  errors: ['REQUEST_VARIABLE_MISSING', 'BAD_NARROW'],
  params: {
    anchor: either(text)
      .optional()
      .describe(
        'A message ID, newest, oldest or first_unread, or date with anchor_date. Required unless message_ids is sent.',
      ),
    include_anchor: bool.optional().describe('Whether the message at the anchor is returned.'),
    anchor_date: text
      .optional()
      .describe('An ISO 8601 date or time; the anchor is the first message from then on.'),
    use_first_unread_anchor: bool
      .optional()
      .describe('An older way to ask for the anchor first_unread.'),
    num_before: int
      .min(0)
      .optional()
      .describe('How many messages before the anchor; with num_after at most 5000.'),
    num_after: int
      .min(0)
      .optional()
      .describe('How many messages after the anchor; with num_before at most 5000.'),
    message_ids: ints
      .optional()
      .describe('Returns those of these messages that the caller may read, instead of a range.'),
    narrow: optionalNarrow.describe(
      'Terms that a message must all match: {operator, operand, negated} or [operator, operand].',
    ),
    client_gravatar: bool
      .default(true)
      .describe(
        'Whether avatar_url may be null, for clients that compute addresses of Gravatar pictures.',
      ),
    ...format,
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
    const format = formatOf({ ...params, client_gravatar: gravatarFor(params, call) }, call)
    if (message_ids === undefined) {
      const range = rangeOf(requireRange(params))
      return fetchMessages(ctx, call.user, narrow ?? [], range, format)
    }
    if (OF_RANGES.some((name) => params[name] !== undefined)) {
      refuse(UNSUPPORTED_COMBINATION, {
        names:
          'num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor',
      })
    }
    return fetchListed(ctx, call.user, narrow ?? [], message_ids, format)
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
    if (params[name] === undefined) refuse(MISSING_PARAMETER, { var_name: name })
  }
  return params
}

/** Spectators see no e-mail addresses, so they cannot compute Gravatars. */
const gravatarFor = (params: { client_gravatar: boolean }, call: EndpointCall) =>
  call.user !== undefined && params.client_gravatar

interface RangeParameters {
  anchor?: string | undefined
  anchor_date?: string | undefined
  use_first_unread_anchor?: boolean | undefined
  include_anchor?: boolean | undefined
  num_before?: number | undefined
  num_after?: number | undefined
}

const rangeOf = (params: RangeParameters): PageRequest => ({
  // The terminal client sends both; then the older parameter decides.
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
  return WORDS.find((word) => word === anchor) ?? refuse(INVALID_ANCHOR)
}

const ISO_DATE = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })])

/** UNIX seconds of an ISO 8601 date or time; UTC if it has no offset. */
function dateOf(text: string | undefined): number {
  if (text === undefined) {
    return refuse(MISSING_PARAMETER, { var_name: 'anchor_date' })
  }
  const iso = text.replace(' ', 'T')
  if (!ISO_DATE.safeParse(iso).success) refuse('BAD_REQUEST', 'anchor_date is not an ISO 8601 date')
  const hasZone = !iso.includes('T') || /(Z|[+-]\d\d:?\d\d)$/.test(iso)
  return Math.ceil(Date.parse(hasZone ? iso : `${iso}Z`) / 1000)
}

export const getMessage = endpoint('GET /messages/:message_id', {
  summary: 'Returns one message with its Markdown source.',
  tier: 'spectator',
  params: { message_id: int, ...format },
  returns: { message, raw_content: text },
  handle: (ctx, params, call) =>
    fetchMessage(
      ctx,
      call.user,
      params.message_id,
      formatOf({ ...params, client_gravatar: true }, call),
    ),
})

export const getMatchesNarrow = endpoint('GET /messages/matches_narrow', {
  summary:
    "Says which of the caller's messages match a narrow, with the matched words highlighted.",
  tier: 'user',
  errors: ['BAD_NARROW'],
  params: {
    msg_ids: ints.describe('The IDs of the messages to test.'),
    narrow: narrow.describe(
      'Terms that a message must all match: {operator, operand, negated} or [operator, operand].',
    ),
  },
  returns: {
    messages: z.record(z.string(), z.object({ match_content: text, match_subject: text })),
  },
  handle: (ctx, { msg_ids, narrow }, call) => matchNarrow(ctx, call.user, msg_ids, narrow),
})

export const changeFlagsEndpoint = endpoint('POST /messages/flags', {
  summary: 'Adds a flag to messages, or removes it.',
  tier: 'user',
  params: {
    // The answer repeats them as they were sent.
    messages: z.array(int).describe('The IDs of the messages.'),
    op: text.describe('add or remove.'),
    flag: text.describe('read, starred or collapsed.'),
  },
  returns: { messages: ints, ignored_because_not_subscribed_channels: ints.optional() },
  async handle(ctx, { messages, op, flag }, call) {
    const { ignored } = await changeFlags(ctx, call.user, messages, { op, flag })
    return { messages, ...ignoredChannels(ignored) }
  },
})

export const changeFlagsInNarrowEndpoint = endpoint('POST /messages/flags/narrow', {
  summary: 'Adds a flag to the messages around an anchor that match a narrow, or removes it.',
  tier: 'user',
  errors: ['BAD_NARROW'],
  params: {
    anchor: either(text).describe('A message ID, newest, oldest or first_unread.'),
    include_anchor: bool.default(true).describe('Whether the message at the anchor counts.'),
    num_before: int.min(0).describe('How many messages before the anchor.'),
    num_after: int.min(0).describe('How many messages after the anchor.'),
    narrow: optionalNarrow.describe(
      'Terms that a message must all match: {operator, operand, negated} or [operator, operand].',
    ),
    op: text.describe('add or remove.'),
    flag: text.describe('read, starred or collapsed.'),
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
    // Only GET /messages accepts a date as anchor.
    if (params.anchor === 'date') refuse(INVALID_ANCHOR)
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

function formatOf(
  params: { apply_markdown: boolean; client_gravatar: boolean; allow_empty_topic_name: boolean },
  call: EndpointCall,
) {
  return {
    applyMarkdown: params.apply_markdown,
    clientGravatar: params.client_gravatar,
    emptyTopicName: params.allow_empty_topic_name,
    vendorNames: call.vendorNames,
  }
}

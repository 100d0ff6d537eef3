// Resolves a narrow for one viewer: names to IDs, terms to filters.

import type { Filter } from '../../store/search/narrow.ts'
import type { Channel } from '../../store/tables/channels.ts'
import {
  canReadChannel,
  hasContentAccess,
  hasSharedHistory,
  loadMembership,
} from '../access/access.ts'
import { ROLE } from '../access/roles.ts'
import { namedTopic, topicKey } from '../content/topics.ts'
import type { Context } from '../kernel/context.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { POLICY } from '../topics/user-topics.ts'
import type { User } from '../users/users.ts'
import type { MessageQuery } from './message-query.ts'
import { mutedFilters, mutingOf, shownFilter } from './muting.ts'
import { inPlaces, inTopics, mergeExclusions, NOTHING, negate } from './narrow-filters.ts'
import { highlightsOf, resolveSearches } from './narrow-search.ts'
import {
  badNarrow,
  channelOf,
  checkTerms,
  messageId,
  peopleOf,
  personOf,
  shown,
  type Term,
  textOf,
} from './narrow-terms.ts'
import type { Scope } from './search.ts'

export type { Term }

/** A resolved narrow for one viewer. */
export interface ReadNarrow {
  narrow: MessageQuery
  /** Which words of a message to highlight; undefined if the narrow has no search. */
  highlights: ((word: string) => boolean) | undefined
  /** Whether the narrow is within one channel, where muting of the channel is ignored. */
  withinChannel: boolean
}

/** Resolved topics beyond this number are looked up one by one. */
const MAX_RESOLVED = 1000

/**
 * Resolves every name, and decides between messages that the viewer received and the whole history
 * of channels.
 *
 * @throws RequestError BAD_NARROW; UNAUTHORIZED if the narrow needs an account
 */
export function resolveNarrow(ctx: Context, viewer: Viewer, sent: readonly Term[]): ReadNarrow {
  const terms = checkTerms(ctx, viewer, sent)
  const channels = terms
    .filter(({ operator, negated }) => operator === 'channel' && !negated)
    .map((term) => channelOf(ctx, viewer, term))
  const only = channels.length === 1 ? channels[0] : undefined
  const filters = terms
    .filter(({ operator }) => operator !== 'search')
    .flatMap((term) => {
      const found = resolveTerm(ctx, viewer, term, only)
      return term.negated ? [negate(found)] : found
    })
  const shared = sharesHistory(ctx, viewer, terms, channels)
  return {
    narrow: {
      reader: viewer?.id ?? 0,
      personal: !shared,
      hidden: shared || viewer === undefined ? [] : hiddenChannels(ctx, viewer, terms, channels),
      filters: mergeExclusions(withoutImplied(filters)),
      ...resolveSearches(ctx, terms, scopeOf(filters, only)),
    },
    highlights: highlightsOf(ctx, terms),
    withinChannel: only !== undefined,
  }
}

/** Whether the narrow is limited to channels whose whole history the viewer may read. */
function sharesHistory(
  ctx: Context,
  viewer: Viewer,
  terms: readonly Term[],
  channels: readonly Channel[],
): boolean {
  if (viewer === undefined) return true
  if (terms.some(({ operator, operand }) => operator === 'is' && operand !== 'resolved'))
    return false
  if (channels.some((channel) => hasSharedHistory(ctx, viewer, channel))) return true
  const keepsPublic = terms.some(({ operator, negated }) => operator === 'channels' && !negated)
  return keepsPublic && viewer.role !== ROLE.guest
}

/** Channels whose messages this person may have received but may no longer read. */
function hiddenChannels(
  ctx: Context,
  viewer: User,
  terms: readonly Term[],
  channels: readonly Channel[],
): number[] {
  if (channels.length > 0) {
    return channels
      .filter((channel) => !hasContentAccess(ctx, viewer, channel))
      .map((channel) => channel.id)
  }
  if (terms.some(({ operator, negated }) => operator === 'dm' && !negated)) return []
  const membership = loadMembership(ctx, viewer)
  return ctx.store.channels
    .all()
    .filter((channel) => !canReadChannel(membership, channel))
    .map((channel) => channel.id)
}

/** The filters of a term, ignoring negation. @param only the single channel of the narrow, if any */
function resolveTerm(
  ctx: Context,
  viewer: Viewer,
  term: Term,
  only: Channel | undefined,
): Filter[] {
  const { operator, operand } = term
  switch (operator) {
    case 'channel':
      return [{ by: 'channel', id: channelOf(ctx, viewer, term).id, negated: false }]
    case 'channels':
      return [inPlaces(channelsOfKind(ctx, operand), [])]
    case 'topic':
      return [topicFilter(ctx, textOf(term), only)]
    case 'dm':
      return [directFilter(ctx, viewer!, term)]
    case 'dm-with':
      return [directWithFilter(ctx, viewer!, personOf(ctx, viewer, operand))]
    case 'group-pm-with': {
      const other = personOf(ctx, viewer, operand)
      return [inTopics(ctx.store.directConversations.groupsBetween(viewer!.id, other.id))]
    }
    case 'sender':
      return [{ by: 'sender', id: personOf(ctx, viewer, operand).id, negated: false }]
    case 'mentions':
      return [{ by: 'mention', id: personOf(ctx, viewer, operand).id, negated: false }]
    case 'id':
      return [{ by: 'messages', ids: [messageId(operand)], negated: false }]
    case 'has':
      return [traitFilter(operand)]
    case 'is':
      return stateFilters(ctx, viewer, operand, only)
    case 'in':
      if (operand === 'all') return []
      if (operand === 'home') return [shownFilter(mutingOf(ctx, viewer!))]
      return badNarrow(`unknown 'in' operand ${shown(operand)}`)
    default:
      return badNarrow(`unknown operator ${operator}`)
  }
}

function channelsOfKind(ctx: Context, operand: Term['operand']): number[] {
  if (operand !== 'public' && operand !== 'web-public') {
    return badNarrow(`unknown channels operand ${shown(operand)}`)
  }
  return ctx.store.channels.withHistory(operand)
}

function topicFilter(ctx: Context, operand: string, only: Channel | undefined): Filter {
  const key = topicKey(namedTopic(operand.trim()))
  if (!only) return inTopics(ctx.store.topics.named(key))
  const topic = ctx.store.conversations.findTopic(only.id, key)
  return topic ? { by: 'conversation', id: topic.id, negated: false } : NOTHING
}

function directFilter(ctx: Context, viewer: User, term: Term): Filter {
  const people = peopleOf(ctx, viewer, term).map((user) => user.id)
  if (people.length === 0) return NOTHING
  const members = [...new Set([viewer.id, ...people])].sort((a, b) => a - b)
  const direct = ctx.store.conversations.findDirect(members)
  return direct ? { by: 'conversation', id: direct.id, negated: false } : NOTHING
}

const directWithFilter = (ctx: Context, viewer: User, other: User): Filter =>
  other.id === viewer.id
    ? { by: 'direct', negated: false }
    : inTopics(ctx.store.directConversations.between(viewer.id, other.id))

const TRAITS = {
  link: 'link',
  image: 'image',
  attachment: 'attachment',
  reaction: 'reactions',
} as const

function traitFilter(operand: Term['operand']): Filter {
  const name = shown(operand)
  return Object.hasOwn(TRAITS, name)
    ? { by: 'trait', trait: TRAITS[name as keyof typeof TRAITS], negated: false }
    : badNarrow(`unknown 'has' operand ${name}`)
}

function stateFilters(
  ctx: Context,
  viewer: Viewer,
  operand: Term['operand'],
  only: Channel | undefined,
): Filter[] {
  switch (operand) {
    case 'dm':
    case 'private':
      return [{ by: 'direct', negated: false }]
    case 'starred':
    case 'unread':
    case 'mentioned':
    case 'alerted':
      return [{ by: 'flag', flag: operand, negated: false }]
    case 'resolved': {
      const resolved = ctx.store.topics.resolved(only?.id, MAX_RESOLVED + 1)
      return resolved.length > MAX_RESOLVED
        ? [{ by: 'resolved', negated: false }]
        : [inTopics(resolved)]
    }
    case 'followed': {
      const policies = ctx.store.topics.policies(viewer!.id)
      const followed = policies.filter(
        ({ visibility_policy }) => visibility_policy === POLICY.followed,
      )
      return [inTopics(followed.map(({ conversation_id }) => conversation_id))]
    }
    case 'muted':
      return mutedFilters(mutingOf(ctx, viewer!))
    default:
      return badNarrow(`unknown 'is' operand ${shown(operand)}`)
  }
}

/** Drops filters that others imply: a topic implies its channel. */
function withoutImplied(filters: readonly Filter[]): Filter[] {
  const named = filters.some((filter) => filter.by === 'conversation' && !filter.negated)
  return filters.filter((filter) => !named || filter.by !== 'channel' || filter.negated)
}

function scopeOf(filters: readonly Filter[], only: Channel | undefined): Scope {
  for (const filter of filters) {
    if (filter.by === 'direct' && !filter.negated) return { direct: true }
    if (filter.by === 'conversation' && !filter.negated) return { conversation: filter.id }
  }
  return only ? { channel: only.id } : {}
}

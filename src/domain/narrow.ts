import type { Channel } from '../store/channels.ts'
import type { Filter } from '../store/narrows.ts'
import { hasContentAccess, hasSharedHistory, mayRead, standingOf } from './access.ts'
import type { Context } from './context.ts'
import { mutedFilters, mutingOf, shownFilter } from './muting.ts'
import { NOTHING, negate, places, topics } from './narrow-filters.ts'
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
import { ROLE } from './roles.ts'
import {
  MAX_SEARCH_LENGTH,
  MOST_SEARCH_WORDS,
  matcher,
  readSearch,
  type Scope,
  searchAlternatives,
  searchFilters,
} from './search.ts'
import type { Selection } from './selection.ts'
import { namedTopic, topicKey } from './topics.ts'
import { POLICY } from './user-topics.ts'
import type { User, Viewer } from './users.ts'

export type { Term }

/** A narrow as one viewer reads it. */
export interface ReadNarrow {
  narrow: Selection
  /** Which words of a message to highlight; undefined where nothing is searched for. */
  highlights: ((word: string) => boolean) | undefined
  /** It stays within one channel, where the channel's own muting does not count. */
  withinChannel: boolean
}

/** Resolved topics beyond this number are looked up one by one. */
const FEW_RESOLVED = 1000

/**
 * Resolves every name and decides whether only the messages the viewer received count, or all of
 * a channel's history (messages 3.2).
 *
 * @throws RequestError BAD_NARROW; UNAUTHORIZED where one needs an account
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
      filters: withoutImplied(filters),
      ...resolveSearches(ctx, terms, scopeOf(filters, only)),
    },
    highlights: highlightsOf(ctx, terms),
    withinChannel: only !== undefined,
  }
}

/** All history counts where the narrow keeps to channels whose history the viewer may read. */
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
  const standing = standingOf(ctx, viewer)
  return ctx.store.channels
    .notSubscribed(viewer.id)
    .filter((channel) => !mayRead(standing, channel))
    .map((channel) => channel.id)
}

/** The conditions of a term, as if it were not negated. @param only the one channel of the narrow */
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
      return [places(channelsOfKind(ctx, operand), [])]
    case 'topic':
      return [topicFilter(ctx, textOf(term), only)]
    case 'dm':
      return [directFilter(ctx, viewer!, term)]
    case 'dm-with':
      return [directWithFilter(ctx, viewer!, personOf(ctx, viewer, operand))]
    case 'group-pm-with': {
      const other = personOf(ctx, viewer, operand)
      return [topics(ctx.store.directConversations.groupsBetween(viewer!.id, other.id))]
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
  const isMeant = (channel: Channel) =>
    operand === 'web-public'
      ? channel.is_web_public === 1
      : !channel.invite_only && channel.history_public_to_subscribers === 1
  return ctx.store.channels
    .all()
    .filter(isMeant)
    .map((channel) => channel.id)
}

function topicFilter(ctx: Context, operand: string, only: Channel | undefined): Filter {
  const key = topicKey(namedTopic(operand.trim()))
  if (!only) return topics(ctx.store.topics.named(key))
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
    : topics(ctx.store.directConversations.between(viewer.id, other.id))

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
      const resolved = ctx.store.topics.resolved(only?.id, FEW_RESOLVED + 1)
      return resolved.length > FEW_RESOLVED
        ? [{ by: 'resolved', negated: false }]
        : [topics(resolved)]
    }
    case 'followed': {
      const policies = ctx.store.topics.policies(viewer!.id)
      const followed = policies.filter(
        ({ visibility_policy }) => visibility_policy === POLICY.followed,
      )
      return [topics(followed.map(({ conversation_id }) => conversation_id))]
    }
    case 'muted':
      return mutedFilters(mutingOf(ctx, viewer!))
    default:
      return badNarrow(`unknown 'is' operand ${shown(operand)}`)
  }
}

/** A topic of a channel needs no second look at the channel. */
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

/** All that is searched for counts as one search; what must not be found, each by itself. */
function resolveSearches(ctx: Context, terms: readonly Term[], scope: Scope) {
  const searches = terms.filter(({ operator }) => operator === 'search')
  for (const term of searches) {
    if (textOf(term).trim() === '') badNarrow('operand cannot be blank.')
  }
  const wanted = searchedFor(ctx, terms)
  const unwanted = searches
    .filter(({ negated }) => negated)
    .map((term) => negate(searchFilters(ctx, checkedSearch(ctx, textOf(term)), scope)))
  const alternatives = wanted ? searchAlternatives(ctx, wanted, scope) : [[]]
  if (!wanted && unwanted.length === 0) return {}
  return { alternatives: alternatives.map((filters) => [...filters, ...unwanted]) }
}

function searchedFor(ctx: Context, terms: readonly Term[]) {
  const texts = terms.filter(({ operator, negated }) => operator === 'search' && !negated)
  return texts.length > 0 ? checkedSearch(ctx, texts.map(textOf).join(' ')) : undefined
}

function checkedSearch(ctx: Context, text: string) {
  if (text.length > MAX_SEARCH_LENGTH)
    badNarrow(`search is too long (maximum: ${MAX_SEARCH_LENGTH} characters)`)
  const search = readSearch(ctx, text)
  if (search.words.length > MOST_SEARCH_WORDS)
    badNarrow(`search has too many words (maximum: ${MOST_SEARCH_WORDS})`)
  return search
}

function highlightsOf(ctx: Context, terms: readonly Term[]) {
  if (!terms.some(({ operator }) => operator === 'search')) return undefined
  const wanted = searchedFor(ctx, terms)
  return wanted ? matcher(wanted) : () => false
}

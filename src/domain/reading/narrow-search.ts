// The search terms of a narrow: joined into one search, checked, and turned into filters.

import type { Context } from '../kernel/context.ts'
import { negate } from './narrow-filters.ts'
import { badNarrow, type Term, textOf } from './narrow-terms.ts'
import {
  MAX_SEARCH_LENGTH,
  MAX_SEARCH_WORDS,
  matcher,
  readSearch,
  type Scope,
  type Search,
  searchAlternatives,
  searchFilters,
} from './search.ts'

/** Joins all search terms into one search; negated ones are separate. */
export function resolveSearches(ctx: Context, terms: readonly Term[], scope: Scope) {
  const searches = terms.filter(({ operator }) => operator === 'search')
  for (const term of searches) {
    if (textOf(term).trim() === '') badNarrow('operand cannot be blank.')
  }
  const wanted = searchedFor(ctx, terms)
  const refused = searches
    .filter(({ negated }) => negated)
    .map((term) => checkedSearch(ctx, textOf(term)))
  requireFewWords(wanted ? [wanted, ...refused] : refused)
  const unwanted = refused.map((search) => negate(searchFilters(ctx, search, scope)))
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
  requireFewWords([search])
  return search
}

/** Each word is looked up in the topics and in the texts, whichever term it stands in. */
function requireFewWords(searches: readonly Search[]) {
  const count = searches.reduce((sum, { words, phrases }) => sum + words.length + phrases.length, 0)
  if (count > MAX_SEARCH_WORDS)
    badNarrow(`search has too many words (maximum: ${MAX_SEARCH_WORDS})`)
}

/** Which words of a message to highlight; undefined if the narrow has no search. */
export function highlightsOf(ctx: Context, terms: readonly Term[]) {
  if (!terms.some(({ operator }) => operator === 'search')) return undefined
  const wanted = searchedFor(ctx, terms)
  return wanted ? matcher(wanted) : () => false
}

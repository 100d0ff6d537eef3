// Reads searches, and turns them into filters on the text index.

import { addTo } from '../../base/collections.ts'
import type { Filter } from '../../store/search/narrow.ts'
import { porterStem } from '../../text/search/porter-stem.ts'
import type { Context } from '../kernel/context.ts'
import { inTopics, NOTHING } from './narrow-filters.ts'

/** Words that searches ignore: the list of PostgreSQL's full-text search. */
export const STOP_WORDS: readonly string[] = `
  i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she
  her hers herself it its itself they them their theirs themselves what which who whom this that
  these those am is are was were be been being have has had having do does did doing a an the and
  but if or because as until while of at by for with about against between into through during
  before after above below to from up down in out on off over under again further then once here
  there when where why how all any both each few more most other some such no nor not only own same
  so than too very s t can will just don should now`
  .trim()
  .split(/\s+/)

const IGNORED = new Set([...STOP_WORDS, ...'abcdefghijklmnopqrstuvwxyz'])

/** Words that one search may have. */
export const MAX_SEARCH_WORDS = 100

/** Characters of a search, as many as a message may have: splitting more into words takes too long. */
export const MAX_SEARCH_LENGTH = 10_000

/** Groups of topics by the searched words they contain; above this they are not distinguished. */
const MAX_GROUPS = 16

/** A search: words, which must all occur, and phrases, which must occur literally. */
export interface Search {
  /** Without the ignored words. */
  words: readonly string[]
  phrases: readonly string[]
}

/** The part of the messages to which the rest of the narrow limits a search. */
export interface Scope {
  channel?: number
  conversation?: number
  /** Direct messages have no topic. */
  direct?: true
}

/** Splits a search into words and phrases. @throws RequestError if it is too long */
export function readSearch(ctx: Context, text: string): Search {
  const words = ctx.store.textIndex.words(text)
  const phrases = [...text.matchAll(/"([^"]*)"/g)].map((match) => match[1]!.trim().toLowerCase())
  return {
    words: [...new Set(words)].filter((word) => !IGNORED.has(word)),
    phrases: [...new Set(phrases.filter(Boolean))],
  }
}

/** Words of which a matcher remembers whether they match, and their length: messages repeat them. */
const MOST_KNOWN = 10_000
const LONGEST_KNOWN = 40

/** Makes a function that says whether a word matches the search by its stem. */
export function matcher({ words }: Search): (word: string) => boolean {
  const stems = new Set(words.map(porterStem))
  const known = new Map<string, boolean>()
  return (word) => {
    const before = known.get(word)
    if (before !== undefined) return before
    if (known.size >= MOST_KNOWN) known.clear()
    const isMatch = stems.has(porterStem(withoutAccents(word)))
    if (word.length <= LONGEST_KNOWN) known.set(word, isMatch)
    return isMatch
  }
}

const withoutAccents = (word: string) => word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')

/** A word with the topics whose name contains it; it counts for all their messages. */
interface PlacedWord {
  word: string
  topics: readonly number[]
}

const placed = (ctx: Context, words: readonly string[], scope: Scope): PlacedWord[] =>
  words.map((word) => ({
    word,
    topics: scope.direct ? [] : ctx.store.textIndex.topicsWith(expression([word]), scope),
  }))

const expression = (words: readonly string[]) => words.map((word) => `"${word}"`).join(' AND ')

const inText = (words: readonly string[]): Filter => ({
  by: 'words',
  match: expression(words),
  negated: false,
})

const somewhere = ({ word, topics }: PlacedWord): Filter =>
  topics.length === 0
    ? inText([word])
    : { by: 'any', of: [inTopics(topics), inText([word])], negated: false }

const phraseFilters = ({ phrases }: Search) =>
  phrases.map((text): Filter => ({ by: 'phrase', text, negated: false }))

/** A search as filters that are checked for one message at a time. */
export function searchFilters(ctx: Context, search: Search, scope: Scope): Filter[] {
  if (search.words.length === 0) return [NOTHING]
  return [...placed(ctx, search.words, scope).map(somewhere), ...phraseFilters(search)]
}

/**
 * A search as alternatives that each drive a statement. A word may be in the text or in the topic,
 * which have separate indexes. So topics are grouped by the words in their name, and in each group
 * the text must have the remaining words.
 */
export function searchAlternatives(ctx: Context, search: Search, scope: Scope): Filter[][] {
  if (search.words.length === 0) return [[NOTHING]]
  const words = placed(ctx, search.words, scope)
  const groups = groupTopics(words)
  const alternatives =
    groups.length < MAX_GROUPS
      ? [
          [inText(search.words)],
          ...groups.map(({ topics, missing }) =>
            missing.length === 0 ? [inTopics(topics)] : [inTopics(topics), inText(missing)],
          ),
        ]
      : drivenByRarest(words)
  const phrases = phraseFilters(search)
  return alternatives.map((filters) => [...filters, ...phrases])
}

function groupTopics(words: readonly PlacedWord[]) {
  const held = new Map<number, number[]>()
  words.forEach(({ topics }, index) => {
    for (const topic of topics) addTo(held, topic, index)
  })
  const groups = new Map<string, { topics: number[]; missing: string[] }>()
  for (const [topic, indexes] of held) {
    const key = indexes.join()
    const group = groups.get(key)
    if (group) group.topics.push(topic)
    else {
      const missing = words.filter((_, index) => !indexes.includes(index)).map(({ word }) => word)
      groups.set(key, { topics: [topic], missing })
    }
  }
  return [...groups.values()]
}

/** Alternatives driven by the rarest word, or by several words if no topic has them. */
function drivenByRarest(words: readonly PlacedWord[]): Filter[][] {
  const inTextOnly = words.filter(({ topics }) => topics.length === 0)
  if (inTextOnly.length > 0) {
    const others = words.filter((word) => !inTextOnly.includes(word))
    return [[inText(inTextOnly.map(({ word }) => word)), ...others.map(somewhere)]]
  }
  const [rarest, ...others] = [...words].sort((a, b) => a.topics.length - b.topics.length)
  return [inText([rarest!.word]), inTopics(rarest!.topics)].map((lead) => [
    lead,
    ...others.map(somewhere),
  ])
}

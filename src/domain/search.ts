import type { Filter } from '../store/narrows.ts'
import { porterStem } from '../text/porter-stem.ts'
import type { Context } from './context.ts'
import { topics as inTopics, NOTHING } from './narrow-filters.ts'

/** Too common to tell messages apart: the list that full-text search in PostgreSQL uses. */
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

/** Words one search may have; a longer text is no search. */
export const MOST_SEARCH_WORDS = 100

/** As long as a message; finding the words of more would keep others waiting. */
export const MAX_SEARCH_LENGTH = 10_000

/** Topics alike in which words they have: beyond this number they are not told apart. */
const MOST_GROUPS = 16

/** What somebody searches for: every word, and every phrase as it stands. */
export interface Search {
  /** Without those that are ignored. */
  words: readonly string[]
  phrases: readonly string[]
}

/** Where a search looks, if not everywhere. */
export interface Scope {
  channel?: number
  conversation?: number
  /** Direct messages have no topic. */
  direct?: true
}

export function readSearch(ctx: Context, text: string): Search {
  const words = ctx.store.textIndex.words(text)
  const phrases = [...text.matchAll(/"([^"]*)"/g)].map((match) => match[1]!.trim().toLowerCase())
  return {
    words: [...new Set(words)].filter((word) => !IGNORED.has(word)),
    phrases: [...new Set(phrases.filter(Boolean))],
  }
}

/** Whether a word of a text is one that was searched for, in whatever form. */
export function matcher({ words }: Search): (word: string) => boolean {
  const stems = new Set(words.map(porterStem))
  return (word) => stems.has(porterStem(withoutAccents(word)))
}

const withoutAccents = (word: string) => word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')

/** A word with the topics it stands in: there it counts for all of the topic's messages. */
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

/** All that a message must fulfil to be found, to be checked one message at a time. */
export function searchFilters(ctx: Context, search: Search, scope: Scope): Filter[] {
  if (search.words.length === 0) return [NOTHING]
  return [...placed(ctx, search.words, scope).map(somewhere), ...phraseFilters(search)]
}

/**
 * The same condition as lists to walk. A word may stand in the text or in the topic, and each of
 * the two has its own index: so topics are grouped by the words they have, and each group needs
 * the remaining words in the text.
 */
export function searchAlternatives(ctx: Context, search: Search, scope: Scope): Filter[][] {
  if (search.words.length === 0) return [[NOTHING]]
  const words = placed(ctx, search.words, scope)
  const groups = groupTopics(words)
  const alternatives =
    groups.length < MOST_GROUPS
      ? [
          [inText(search.words)],
          ...groups.map(({ topics, missing }) =>
            missing.length === 0 ? [inTopics(topics)] : [inTopics(topics), inText(missing)],
          ),
        ]
      : ledByRarest(words)
  const phrases = phraseFilters(search)
  return alternatives.map((filters) => [...filters, ...phrases])
}

function groupTopics(words: readonly PlacedWord[]) {
  const held = new Map<number, number[]>()
  words.forEach(({ topics }, index) => {
    for (const topic of topics) {
      const indexes = held.get(topic)
      if (indexes) indexes.push(index)
      else held.set(topic, [index])
    }
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

/** Walks the messages that have one word or, where no topic has them, several. */
function ledByRarest(words: readonly PlacedWord[]): Filter[][] {
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

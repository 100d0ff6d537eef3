// How well a candidate fits what was typed: exact, from the start, by words, by initials, by letters.

/** Something that may be meant, with the words it goes by. */
export interface Candidate<T> {
  item: T
  /** The first is its name; the others count a little less. */
  words: readonly string[]
  /** The larger, the more recently used; decides between those that fit equally. */
  recency: number
}

/** Lower case and without accents, so that "jose" finds "José". */
export const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The smaller, the better a folded word fits a folded query; undefined where it does not. */
export function closeness(word: string, query: string): number | undefined {
  if (query === '') return 0
  if (word === query) return 0
  if (word.startsWith(query)) return 1
  const parts = word.split(/[^\p{L}\p{N}]+/u)
  if (parts.some((part) => part.startsWith(query))) return 2
  if (startsWords(parts, query.split(/[^\p{L}\p{N}]+/u))) return 2
  if (
    parts
      .map((part) => part[0] ?? '')
      .join('')
      .startsWith(query)
  )
    return 3
  if (word.includes(query)) return 4
  return query.length > 1 && isSubsequence(word, query) ? 5 : undefined
}

/**
 * The candidates that fit, the best first, at most `limit`.
 * @param query as it was typed; empty: all fit, the most recent first
 */
export function rank<T>(candidates: Iterable<Candidate<T>>, query: string, limit: number): T[] {
  const folded = fold(query.trim())
  const found: { item: T; fit: number; recency: number; name: string }[] = []
  for (const { item, words, recency } of candidates) {
    const fits = bestFit(words, folded)
    if (fits !== undefined) found.push({ item, fit: fits, recency, name: words[0]! })
  }
  found.sort(
    (a, b) =>
      a.fit - b.fit || b.recency - a.recency || (a.name < b.name ? -1 : Number(a.name > b.name)),
  )
  return found.slice(0, limit).map(({ item }) => item)
}

function bestFit(words: readonly string[], query: string): number | undefined {
  let best: number | undefined
  for (const [at, word] of words.entries()) {
    const fits = closeness(foldedOnce(word), query)
    // Of other words than the name, such as addresses, only beginnings are meant.
    if (fits === undefined || (at > 0 && fits > 2)) continue
    const weighed = fits + (at > 0 ? 0.5 : 0)
    if (best === undefined || weighed < best) best = weighed
  }
  return best
}

const folds = new Map<string, string>()

/** Names are folded once: thousands are looked through with each key. */
function foldedOnce(word: string): string {
  const known = folds.get(word)
  if (known !== undefined) return known
  if (folds.size > 20_000) folds.clear()
  const folded = fold(word)
  folds.set(word, folded)
  return folded
}

/** Whether each word of the query begins a word, in order: "an li" for "Ana Lima". */
function startsWords(parts: readonly string[], wanted: readonly string[]): boolean {
  if (wanted.length < 2) return false
  let at = 0
  for (const part of parts) if (at < wanted.length && part.startsWith(wanted[at]!)) at++
  return at === wanted.length
}

function isSubsequence(word: string, query: string): boolean {
  let at = 0
  for (const letter of word) if (letter === query[at]) at++
  return at === query.length
}

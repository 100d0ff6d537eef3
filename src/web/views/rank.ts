// Which of many names fits best what is typed: for suggestions, the switcher, and filters.

const MARKS = /\p{M}/gu

/** Without accents and in lower case, so that "zoe" finds "Zoë". */
export const folded = (text: string) => text.normalize('NFD').replace(MARKS, '').toLowerCase()

/**
 * How well a name fits: 0 best (equal), then its beginning, a word's beginning, initials, any part,
 * letters in this order; undefined when it does not fit.
 * @param name folded
 * @param typed folded; the empty text fits everything equally
 */
export function fitness(name: string, typed: string): number | undefined {
  if (name === typed) return 0
  if (name.startsWith(typed)) return 1
  const at = name.indexOf(typed)
  if (at > 0) return /[\s\-_/.(>]/.test(name[at - 1]!) ? 2 : startsLater(name, typed) ? 2 : 4
  if (initials(name).startsWith(typed)) return 3
  return isSpreadOver(name, typed) ? 5 : undefined
}

const startsLater = (name: string, typed: string) =>
  name.split(/[\s\-_/.(>]+/).some((word) => word.startsWith(typed))

const initials = (name: string) =>
  name
    .split(/[\s\-_/.]+/)
    .map((word) => word[0] ?? '')
    .join('')

function isSpreadOver(name: string, typed: string): boolean {
  let from = 0
  for (const letter of typed) {
    const at = name.indexOf(letter, from)
    if (at < 0) return false
    from = at + 1
  }
  return typed.length > 1
}

interface Named<T> {
  item: T
  /** Folded. */
  name: string
  /** Greater goes first among those that fit equally. */
  weight: number
}

/** The best that fit, best first. */
export function ranked<T>(candidates: Iterable<Named<T>>, typed: string, limit: number): T[] {
  const wanted = folded(typed.trim())
  const fitting: { item: T; fit: number; weight: number; name: string }[] = []
  for (const { item, name, weight } of candidates) {
    const fits = fitness(name, wanted)
    if (fits !== undefined) fitting.push({ item, fit: fits, weight, name })
  }
  fitting.sort((a, b) => a.fit - b.fit || b.weight - a.weight || (a.name < b.name ? -1 : 1))
  return fitting.slice(0, limit).map(({ item }) => item)
}

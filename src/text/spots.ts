import { findEmoji } from './emoji-characters.ts'
import { findEmoticons } from './emoticons.ts'
import type { LinkifierMatch } from './lookup.ts'
import type { Rendering } from './rendering.ts'
import { findUrls } from './urls.ts'

/** A stretch of inline content that turns into something by itself, without markup. */
export type Spot = { start: number; end: number } & (
  | { kind: 'url'; url: string }
  | { kind: 'linkified'; url: string }
  | { kind: 'emoji'; code: string; name: string }
  /** An emoji we have no name for: no part of it may become another emoji. */
  | { kind: 'text' }
)

/**
 * All spots in order of position. Where two overlap the earlier kind wins:
 * URLs, linkifiers in the organization's order, emoticons, emoji.
 */
export function findSpots(text: string, { lookup, options }: Rendering): readonly Spot[] {
  const spots: Spot[] = findUrls(text)
  const finders: (() => Spot[])[] = lookup
    .linkifiers()
    .map((linkifier) => () => linkifier.matches(text).map(toSpot))
  if (options.translateEmoticons) finders.push(() => findEmoticons(text))
  finders.push(() => findEmoji(text))

  let taken: Uint8Array | undefined
  for (const find of finders) {
    const found = find()
    if (found.length === 0) continue
    taken ??= take(new Uint8Array(text.length), spots)
    const free = found.filter((spot) => !taken?.subarray(spot.start, spot.end).includes(1))
    take(taken, free)
    spots.push(...free)
  }
  return spots.sort((a, b) => a.start - b.start)
}

const toSpot = (match: LinkifierMatch): Spot => ({ ...match, kind: 'linkified' })

function take(taken: Uint8Array, spots: readonly Spot[]): Uint8Array {
  for (const { start, end } of spots) taken.fill(1, start, end)
  return taken
}

// Finds what turns into a link or an emoji without markup: URLs, linkifiers, emoticons, emoji.

import { findUrls } from '../../urls.ts'
import type { LinkifierMatch } from '../lookup.ts'
import type { Rendering } from '../rendering.ts'
import { findEmoji } from './emoji-characters.ts'
import { findEmoticons } from './emoticons.ts'
import type { Autolink } from './scan.ts'

/**
 * All spots in order of position. Where two overlap the earlier kind wins:
 * URLs, linkifiers in the organization's order, emoticons, emoji.
 */
export function findAutolinks(text: string, { lookup, options }: Rendering): readonly Autolink[] {
  const spots: Autolink[] = findUrls(text)
  const finders: (() => Autolink[])[] = lookup
    .linkifiers()
    .map((linkifier) => () => linkifier.matches(text).map(toAutolink))
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

const toAutolink = (match: LinkifierMatch): Autolink => ({ ...match, kind: 'linkified' })

function take(taken: Uint8Array, spots: readonly Autolink[]): Uint8Array {
  for (const { start, end } of spots) taken.fill(1, start, end)
  return taken
}

// Stretches of a narrow that are known without gaps, as sorted lists of disjoint intervals of IDs.

import { firstPlace } from '../../base/sorted.ts'

/**
 * All messages that a narrow holds with IDs from `from` to `to`: 0 reaches to the oldest, Infinity
 * to the newest and those to come. What is stale may be wrong, and is shown until it is fetched.
 */
export interface Segment {
  readonly from: number
  readonly to: number
  /** Ascending. */
  readonly ids: readonly number[]
  readonly stale: boolean
}

/** By `from`, ascending; no two overlap, and no two that are not stale touch. */
export type Segments = readonly Segment[]

/** The segment that reaches over an ID; undefined in a gap. */
export const covering = (segments: Segments, id: number): Segment | undefined =>
  segments.find((segment) => segment.from <= id && id <= segment.to)

/** Takes in a stretch that was fetched: what was stale there is forgotten, the rest is joined. */
export function insert(segments: Segments, fetched: Segment): Segments {
  const apart: Segment[] = []
  let joined = fetched
  for (const segment of segments) {
    const touches = segment.from <= joined.to + 1 && joined.from <= segment.to + 1
    if (!touches) apart.push(segment)
    else if (segment.stale) apart.push(...outside(segment, fetched))
    else joined = union(joined, segment)
  }
  // What was joined may reach over something stale that the fetched stretch alone did not.
  const rest = apart.flatMap((segment) => (segment.stale ? outside(segment, joined) : [segment]))
  return [...rest, joined].sort((a, b) => a.from - b.from)
}

/** A message is in the narrow now. The same list where the ID lies in a gap, or is there already. */
export function add(segments: Segments, id: number): Segments {
  const segment = covering(segments, id)
  if (!segment) return segments
  const at = indexFrom(segment.ids, id)
  if (segment.ids[at] === id) return segments
  return exchange(segments, segment, { ...segment, ids: segment.ids.toSpliced(at, 0, id) })
}

/** A message is not in the narrow any more. */
export function remove(segments: Segments, id: number): Segments {
  const segment = covering(segments, id)
  const at = segment ? indexFrom(segment.ids, id) : -1
  if (!segment || segment.ids[at] !== id) return segments
  return exchange(segments, segment, { ...segment, ids: segment.ids.toSpliced(at, 1) })
}

/** Whether a message is in the narrow is not known any more: a gap opens at its ID. */
export function cut(segments: Segments, id: number): Segments {
  const segment = covering(segments, id)
  if (!segment) return segments
  return exchange(segments, segment, ...outside(segment, { from: id, to: id }))
}

/** What was known up to now may be wrong, and nothing is known of what came after `newest`. */
export const expire = (segments: Segments, newest: number): Segments =>
  segments
    .filter(({ from }) => from <= newest)
    .map((segment) => ({
      ...between(segment, segment.from, Math.min(segment.to, newest)),
      stale: true,
    }))

/** Index of the first ID that is not smaller. */
export const indexFrom = (ids: readonly number[], id: number): number =>
  firstPlace(ids.length, (at) => ids[at]! >= id)

const exchange = (segments: Segments, old: Segment, ...by: Segment[]): Segments =>
  segments.flatMap((segment) => (segment === old ? by : [segment]))

/** The parts of a segment that lie before and after a stretch. */
function outside(segment: Segment, { from, to }: { from: number; to: number }): Segment[] {
  if (segment.to < from || segment.from > to) return [segment]
  return [between(segment, segment.from, from - 1), between(segment, to + 1, segment.to)].filter(
    (part) => part.from <= part.to,
  )
}

const between = (segment: Segment, from: number, to: number): Segment => ({
  ...{ from, to, stale: segment.stale },
  ids: segment.ids.filter((id) => id >= from && id <= to),
})

const union = (a: Segment, b: Segment): Segment => ({
  from: Math.min(a.from, b.from),
  to: Math.max(a.to, b.to),
  ids: [...new Set([...a.ids, ...b.ids])].sort((one, other) => one - other),
  stale: false,
})

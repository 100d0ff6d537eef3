// Counts how often things are drawn, for tests; in what people run it is nothing.

const counts: Record<string, number> = {}

export function count(what: string) {
  if (!__HEARTH_TEST__) return
  counts[what] = (counts[what] ?? 0) + 1
  ;(globalThis as { hearthCounts?: typeof counts }).hearthCounts = counts
}

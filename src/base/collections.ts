// Maps whose values are made when they are first needed, and numbers for lists.

/** The value of a key; a missing one is made and kept. */
export function getOrMake<K, V>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

/** Adds a value to the list of a key. */
export function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V) {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/**
 * Numbers lists of IDs, equal ones alike, for finding what has the same lists. A list may not change; one that was met
 * before is not read again, because it may be long.
 */
export function listNumbers(): (ids: readonly number[]) => number {
  const byList = new Map<readonly number[], number>()
  const byText = new Map<string, number>()
  return (ids) => getOrMake(byList, ids, () => getOrMake(byText, ids.join(), () => byText.size))
}

// Looks into sorted lists by halves.

/**
 * The first place from which on something holds, as it does for all places behind it.
 * @param length of the list, which is the answer if it holds nowhere
 */
export function firstPlace(length: number, holds: (at: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

// Bounds on what one person keeps of a kind, such as drafts: POST /register hands it out in one answer.

import { refuse } from '../../errors.ts'

/** How much of a kind a person keeps. */
export interface Kept {
  count: number
  /** Characters of all its texts, rendered ones included. */
  characters: number
}

/** Characters of everything that a person keeps of one kind. */
const MOST_CHARACTERS = 5_000_000

/**
 * Called before something is added or changes, in the same transaction: work that fails after it has
 * written is done twice.
 * @param what the kind, in the plural
 * @param keptNow counts what there is; not called where nothing is added or grows
 * @param more what comes to it; fewer characters where a text becomes shorter
 * @throws RequestError BAD_REQUEST
 */
export function requireRoom(
  what: string,
  keptNow: () => Kept,
  mostCount: number,
  more: Kept,
): void {
  if (more.count === 0 && more.characters <= 0) return
  const kept = keptNow()
  if (kept.count + more.count > mostCount)
    refuse('BAD_REQUEST', `You can keep ${mostCount} ${what} at most.`)
  if (kept.characters + more.characters > MOST_CHARACTERS)
    refuse(
      'BAD_REQUEST',
      `Your ${what} would have more than ${MOST_CHARACTERS} characters together; delete some first.`,
    )
}

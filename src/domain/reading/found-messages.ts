// The messages that a long read has found, over several turns of the event loop. In between, messages may be
// deleted or moved, and the reader may lose access or mark some as read.

import type { Selected } from '../../store/search/narrow.ts'
import type { Context } from '../kernel/context.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { type MessageQuery, selectListed } from './message-query.ts'
import { resolveNarrow, type Term } from './narrow.ts'

/**
 * Which of the found messages the reader may read, and with which flags. To select five thousand again takes 6
 * to 8 ms at once, so what was selected in an earlier turn counts until something that decides about it changes.
 */
export class FoundMessages {
  readonly #ctx: Context
  readonly #viewer: Viewer
  readonly #terms: readonly Term[]
  /** By ID, as they were selected; null: not among what the reader may read. */
  #rows = new Map<number, Selected | null>()
  /** What decided about them. */
  #state: string | undefined

  /** @param terms of the narrow by which the messages are found from now on */
  constructor(ctx: Context, viewer: Viewer, terms: readonly Term[]) {
    this.#ctx = ctx
    this.#viewer = viewer
    // Messages that were found need not be searched again. Terms that leave some out say nothing about
    // what the reader may read.
    this.#terms = terms.filter(({ operator, negated }) => operator !== 'search' && !negated)
    this.#resolve()
  }

  /** Adds rows that were selected in this turn and earlier ones; they count if nothing has changed meanwhile. */
  add(rows: readonly Selected[]) {
    const before = this.#state
    this.#resolve()
    if (this.#state === before) for (const row of rows) this.#rows.set(row.id, row)
  }

  /** Makes a function that says in this turn which of some messages exist and may be read, in the order given. */
  inThisTurn(): (ids: readonly number[]) => Selected[] {
    const narrow = this.#resolve()
    const rows = this.#rows
    return (ids) => {
      const missing = ids.filter((id) => !rows.has(id))
      for (const id of missing) rows.set(id, null)
      const selected = missing.length === 0 ? [] : selectListed(this.#ctx, narrow, missing)
      for (const row of selected) rows.set(row.id, row)
      return ids.map((id) => rows.get(id)).filter((row) => row != null)
    }
  }

  /** The narrow as it is in this turn. Rows that were selected with another one are forgotten. */
  #resolve(): MessageQuery {
    const { store } = this.#ctx
    const { narrow } = resolveNarrow(this.#ctx, this.#viewer, this.#terms)
    const flagsVersion = this.#viewer && store.userMessages.flagsVersion(this.#viewer.id)
    const state = JSON.stringify([narrow, store.messageChanges.version(), flagsVersion])
    if (state !== this.#state) this.#rows = new Map()
    this.#state = state
    return narrow
  }
}

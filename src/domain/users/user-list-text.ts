// Everyone in JSON, the larger part of a snapshot. It is written by ranges of IDs, with turns for others in between;
// where a user changes, the range of that user is written again, so that one who changes all the time holds nobody.

import { utf8Of } from '../../base/json.ts'
import type { Context } from '../kernel/context.ts'
import type { User } from './users.ts'

/** Users are written so many at once: about a millisecond. */
const RANGE = 100

/** The values that stand in the list for those of some users who belong to it. */
type Describe = (ctx: Context, users: readonly User[]) => unknown[]

/** A list of users in JSON that follows what changes. */
export class UserListText {
  readonly #describe: Describe
  /** Of the log of changed users. */
  #position = Number.NEGATIVE_INFINITY
  /** By range, without the brackets; '' for a range without users of this list. */
  #written: string[] = []
  readonly #unwritten = new Set<number>()
  #text: string | undefined

  constructor(describe: Describe) {
    this.#describe = describe
  }

  /** Ranges that are to be written. */
  get left(): number {
    return this.#unwritten.size
  }

  /** Notices which users have changed. */
  follow({ store: { users } }: Context): void {
    const changed = users.changes.since(this.#position)
    this.#position = users.changes.position()
    if (changed) for (const id of changed) this.#unwritten.add(Math.floor(id / RANGE))
    else for (let id = 0; id <= users.newestId(); id += RANGE) this.#unwritten.add(id / RANGE)
    if (this.left > 0) this.#text = undefined
  }

  /** Writes one more range. */
  goOn(ctx: Context): void {
    const [range] = this.#unwritten
    if (range === undefined) return
    this.#unwritten.delete(range)
    const users = ctx.store.users.between(range * RANGE, (range + 1) * RANGE - 1)
    this.#written[range] = utf8Of(JSON.stringify(this.#describe(ctx, users)).slice(1, -1))
  }

  /** The whole list in UTF-8, see `JsonBytes`. */
  text(ctx: Context): string {
    while (this.left > 0) this.goOn(ctx)
    this.#text ??= `[${this.#written.filter((part) => part !== '').join(',')}]`
    return this.#text
  }
}

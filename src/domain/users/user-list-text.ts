// Everyone in JSON, the larger part of a snapshot, in ranges of IDs.

import { utf8Of } from '../../base/json.ts'
import type { Context } from '../kernel/context.ts'
import { WrittenInParts } from '../kernel/written-parts.ts'
import type { User } from './users.ts'

/** Users are written so many at once: about a millisecond. */
const RANGE = 100

/** A list of users in UTF-8, see `JsonBytes`, by ranges without the brackets. */
export type UserListText = WrittenInParts<string, string>

/** @param describe the values that stand in the list for those of some users who belong to it */
export function userListText(
  describe: (ctx: Context, users: readonly User[]) => unknown[],
): UserListText {
  /** The position in the log of changed users up to which the list holds. */
  let position = Number.NEGATIVE_INFINITY
  return new WrittenInParts({
    changed({ store: { users } }) {
      const changed = users.changes.since(position)
      position = users.changes.position()
      const all = () =>
        Array.from({ length: Math.floor(users.newestId() / RANGE) + 1 }, (_, range) => range)
      return changed ? [...changed].map((id) => Math.floor(id / RANGE)) : all()
    },
    write(ctx, range) {
      const users = ctx.store.users.between(range * RANGE, (range + 1) * RANGE - 1)
      const described = describe(ctx, users)
      return described.length > 0 ? utf8Of(JSON.stringify(described).slice(1, -1)) : undefined
    },
    join: (_, ranges) =>
      `[${[...ranges]
        .sort(([a], [b]) => a - b)
        .map(([, text]) => text)
        .join(',')}]`,
  })
}

// Values of custom profile fields, as user objects carry them.

import type { ProfileValue } from '../../store/tables/profile-fields.ts'
import type { User } from '../../store/tables/users.ts'
import type { Context } from '../kernel/context.ts'

/** Values by field ID, as user objects carry them. */
export type ProfileData = Record<string, { value: string; rendered_value?: string }>

/** The profile values of one user. */
export const profileDataOf = (ctx: Context, user: User): ProfileData =>
  asData(ctx.store.profileFields.valuesOf(user.id))

/** Everyone's values, read at once. */
export function profileDataOfAll(ctx: Context): (user: User) => ProfileData {
  const byUser = Map.groupBy(ctx.store.profileFields.values(), (value) => value.user_id)
  return (user) => asData(byUser.get(user.id) ?? [])
}

const asData = (values: readonly ProfileValue[]): ProfileData =>
  Object.fromEntries(
    values.map(({ field_id, value, rendered }) => [
      field_id,
      { value, ...(rendered !== null && { rendered_value: rendered }) },
    ]),
  )

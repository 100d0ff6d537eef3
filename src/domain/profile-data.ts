import type { ProfileValue } from '../store/profile-fields.ts'
import type { Context } from './context.ts'
import type { User } from './users.ts'

/** Values by field ID, as user objects carry them. */
export type ProfileData = Record<string, { value: string; rendered_value?: string }>

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

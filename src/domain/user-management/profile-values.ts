// The values of custom profile fields.

import { codePoints } from '../../base/limits.ts'
import { TOO_LONG, WRONG_TYPE } from '../../errors/parameters.ts'
import { INVALID_USER_ID } from '../../errors/users.ts'
import { refuse } from '../../errors.ts'
import type { ProfileField } from '../../store/tables/profile-fields.ts'
import { ROLE } from '../access/roles.ts'
import { renderDescription } from '../content/rendering.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { isPerson, type User, userAudience } from '../users/users.ts'
import { type DropdownOptions, FIELD_TYPE, isWebAddress } from './profile-field-types.ts'

/** One entry of a profile_data parameter; an empty value removes the stored one. */
export interface ProfileEntry {
  id: number
  value: string | number[] | null
}

const MAX_SHORT_LENGTH = 50
const MAX_PARAGRAPH_LENGTH = 500

/** PATCH /users/me/profile_data. */
export const changeOwnProfile = (ctx: App, user: User, entries: readonly ProfileEntry[]) =>
  ctx.commit((tx) => {
    for (const { id } of entries) requireEditable(user, requireProfileField(tx, id))
    setProfile(tx, user, entries)
  })

/** DELETE /users/me/profile_data. */
export const clearOwnProfile = (ctx: App, user: User, ids: readonly number[]) =>
  ctx.commit((tx) => {
    const fields = ids.map((id) => requireProfileField(tx, id))
    for (const field of fields) requireEditable(user, field)
    for (const field of fields) setProfileValue(tx, user, field, undefined)
  })

/** Changes a user's values, without permission checks. */
export function setProfile(tx: Tx, user: User, entries: readonly ProfileEntry[]) {
  if (!isPerson(user)) refuse('BAD_REQUEST', 'Bots have no profile fields.')
  for (const { id, value } of entries) {
    const field = requireProfileField(tx, id)
    const isEmpty = value === null || value.length === 0
    setProfileValue(tx, user, field, isEmpty ? undefined : checkValue(tx, field, value))
  }
}

/** Sets one value. @param value undefined removes it */
export function setProfileValue(
  tx: Tx,
  user: User,
  field: ProfileField,
  value: string | undefined,
) {
  const { profileFields } = tx.store
  const before = profileFields.valuesOf(user.id).find((known) => known.field_id === field.id)
  if (before?.value === value) return
  const rendered = value !== undefined && isMarkdown(field) ? renderDescription(tx, value) : null
  if (value === undefined) profileFields.removeValue(user.id, field.id)
  else profileFields.setValue({ user_id: user.id, field_id: field.id, value, rendered })
  const custom_profile_field = {
    id: field.id,
    value: value ?? null,
    ...(isMarkdown(field) && { rendered_value: rendered }),
  }
  tx.emit(
    { type: 'realm_user', op: 'update', person: { user_id: user.id, custom_profile_field } },
    userAudience(tx, user),
  )
}

const isMarkdown = ({ type }: ProfileField) =>
  type === FIELD_TYPE.shortText || type === FIELD_TYPE.paragraph

/** A field by ID. @throws RequestError for an unknown one */
export const requireProfileField = (ctx: Context, id: number): ProfileField =>
  ctx.store.profileFields.find(id) ?? refuse('BAD_REQUEST', `Field id ${id} not found.`)

function requireEditable(user: User, field: ProfileField) {
  if (!field.editable_by_user && user.role > ROLE.administrator) {
    refuse(
      'BAD_REQUEST',
      'You are not allowed to change this field. Contact an administrator to update it.',
    )
  }
}

/**
 * @returns the value as it is kept, by the type of the field.
 * @throws RequestError naming the field
 */
function checkValue(ctx: Context, field: ProfileField, value: string | number[]): string {
  const { name, type } = field
  if (type === FIELD_TYPE.users) return checkPeople(ctx, name, value)
  if (typeof value !== 'string') refuse(WRONG_TYPE, { name, type: 'a string' })
  const limit = type === FIELD_TYPE.paragraph ? MAX_PARAGRAPH_LENGTH : MAX_SHORT_LENGTH
  switch (type) {
    case FIELD_TYPE.dropdown:
      if (!Object.hasOwn(JSON.parse(field.data) as DropdownOptions, value))
        refuse('BAD_REQUEST', `'${value}' is not a valid choice for '${name}'.`)
      return value
    case FIELD_TYPE.date:
      if (!isDate(value)) refuse('BAD_REQUEST', `${name} is not a date`)
      return value
    case FIELD_TYPE.link:
      if (!isWebAddress(value)) refuse('BAD_REQUEST', `${name} is not a URL`)
      return value
    default:
      if (codePoints(value) > limit) refuse(TOO_LONG, { name, limit })
      return value
  }
}

function isDate(text: string): boolean {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  // A day that does not exist, as 30 February, comes back as another one.
  return date !== undefined && !Number.isNaN(+date) && date.toISOString().startsWith(text)
}

function checkPeople(ctx: Context, name: string, value: string | number[]): string {
  if (typeof value === 'string') refuse(WRONG_TYPE, { name, type: 'a list' })
  for (const id of value) {
    const user = ctx.store.users.find(id)
    if (!user || user.system_bot !== null) refuse(INVALID_USER_ID, { id })
    if (!user.is_active) refuse('BAD_REQUEST', `User with ID ${id} is deactivated`)
    if (!isPerson(user)) refuse('BAD_REQUEST', `User with ID ${id} is a bot`)
  }
  return JSON.stringify([...new Set(value)])
}

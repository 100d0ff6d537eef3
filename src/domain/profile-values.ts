import { codePoints } from '../base/limits.ts'
import { refuse } from '../errors.ts'
import type { ProfileField } from '../store/profile-fields.ts'
import type { Context } from './context.ts'
import { type DropdownOptions, FIELD_TYPE, isWebAddress } from './profile-field-types.ts'
import { renderDescription } from './rendering.ts'
import { ROLE } from './roles.ts'
import type { Emit } from './unit-of-work.ts'
import { isPerson, type User, userAudience } from './users.ts'

/** One entry of a profile_data parameter; nothing in it takes the value away. */
export interface ProfileEntry {
  id: number
  value: string | number[] | null
}

const MAX_SHORT_LENGTH = 50
const MAX_PARAGRAPH_LENGTH = 500

/** PATCH /users/me/profile_data. */
export const changeOwnProfile = (ctx: Context, user: User, entries: readonly ProfileEntry[]) =>
  ctx.commit((emit) => {
    for (const { id } of entries) requireEditable(user, profileField(ctx, id))
    setProfile(ctx, emit, user, entries)
  })

/** DELETE /users/me/profile_data. */
export const clearOwnProfile = (ctx: Context, user: User, ids: readonly number[]) =>
  ctx.commit((emit) => {
    const fields = ids.map((id) => profileField(ctx, id))
    for (const field of fields) requireEditable(user, field)
    for (const field of fields) setProfileValue(ctx, emit, user, field, undefined)
  })

/** Changes a person's values, whoever asked for it. */
export function setProfile(ctx: Context, emit: Emit, user: User, entries: readonly ProfileEntry[]) {
  if (!isPerson(user)) refuse('BAD_REQUEST', 'Bots have no profile fields.')
  for (const { id, value } of entries) {
    const field = profileField(ctx, id)
    const isEmpty = value === null || value.length === 0
    setProfileValue(ctx, emit, user, field, isEmpty ? undefined : checkValue(ctx, field, value))
  }
}

/** @param value undefined takes it away */
export function setProfileValue(
  ctx: Context,
  emit: Emit,
  user: User,
  field: ProfileField,
  value: string | undefined,
) {
  const { profileFields } = ctx.store
  const before = profileFields.valuesOf(user.id).find((known) => known.field_id === field.id)
  if (before?.value === value) return
  const rendered = value !== undefined && isMarkdown(field) ? renderDescription(ctx, value) : null
  if (value === undefined) profileFields.removeValue(user.id, field.id)
  else profileFields.setValue({ user_id: user.id, field_id: field.id, value, rendered })
  const custom_profile_field = {
    id: field.id,
    value: value ?? null,
    ...(isMarkdown(field) && { rendered_value: rendered }),
  }
  emit(
    { type: 'realm_user', op: 'update', person: { user_id: user.id, custom_profile_field } },
    userAudience(ctx, user),
  )
}

const isMarkdown = ({ type }: ProfileField) =>
  type === FIELD_TYPE.shortText || type === FIELD_TYPE.paragraph

export const profileField = (ctx: Context, id: number): ProfileField =>
  ctx.store.profileFields.find(id) ?? refuse('BAD_REQUEST', `Field id ${id} not found.`)

function requireEditable(user: User, field: ProfileField) {
  if (!field.editable_by_user && user.role > ROLE.administrator) {
    refuse(
      'BAD_REQUEST',
      'You are not allowed to change this field. Contact an administrator to update it.',
    )
  }
}

/** Organization 4.3. @returns the value as it is kept */
function checkValue(ctx: Context, field: ProfileField, value: string | number[]): string {
  const { name, type } = field
  if (type === FIELD_TYPE.users) return checkPeople(ctx, name, value)
  if (typeof value !== 'string') refuse('BAD_REQUEST', `${name} is not a string`)
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
      if (codePoints(value) > limit)
        refuse('BAD_REQUEST', `${name} is too long (limit: ${limit} characters)`)
      return value
  }
}

function isDate(text: string): boolean {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  // A day that does not exist, as 30 February, comes back as another one.
  return date !== undefined && !Number.isNaN(+date) && date.toISOString().startsWith(text)
}

function checkPeople(ctx: Context, name: string, value: string | number[]): string {
  if (typeof value === 'string') refuse('BAD_REQUEST', `${name} is not a list`)
  for (const id of value) {
    const user = ctx.store.users.find(id)
    if (!user || user.system_bot !== null) refuse('BAD_REQUEST', `Invalid user ID: ${id}`)
    if (!user.is_active) refuse('BAD_REQUEST', `User with ID ${id} is deactivated`)
    if (!isPerson(user)) refuse('BAD_REQUEST', `User with ID ${id} is a bot`)
  }
  return JSON.stringify([...new Set(value)])
}

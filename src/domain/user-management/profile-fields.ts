// Custom profile fields of the organization.

import { INVALID_ORDER } from '../../errors/parameters.ts'
import { refuse } from '../../errors.ts'
import type { Bool } from '../../store/db.ts'
import type { ProfileField } from '../../store/tables/profile-fields.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import {
  checkFieldData,
  type DropdownOptions,
  defaultAccount,
  FIELD_TYPE,
  FIELD_TYPE_NAMES,
  type FieldType,
} from './profile-field-types.ts'
import { requireProfileField, setProfileValue } from './profile-values.ts'

/** A field as an administrator defines it; everything except the type can change later. */
export interface FieldRequest {
  name?: string | undefined
  hint?: string | undefined
  field_data?: unknown
  required?: boolean | undefined
  editable_by_user?: boolean | undefined
  display_in_profile_summary?: boolean | undefined
  use_for_user_matching?: boolean | undefined
}

const MAX_IN_SUMMARY = 2

/** Custom profile fields as everyone reads them, in display order. */
export const listProfileFields = (ctx: Context) => ctx.store.profileFields.all().map(describe)

const describe = (field: ProfileField) => ({
  id: field.id,
  field_type: field.type,
  // What existing clients call it.
  type: field.type,
  order: field.position,
  name: field.name,
  hint: field.hint,
  field_data: field.data,
  required: field.required === 1,
  editable_by_user: field.editable_by_user === 1,
  display_in_profile_summary: field.display_in_profile_summary === 1,
  ...(field.use_for_user_matching && { use_for_user_matching: true }),
})

/** Section custom_profile_fields of the snapshot. */
export const profileFieldSection = (ctx: Context) => ({
  custom_profile_fields: listProfileFields(ctx),
  custom_profile_field_types: FIELD_TYPE_NAMES,
})

/** POST /realm/profile_fields. @returns the field's ID */
export const createProfileField = (ctx: App, type: FieldType, request: FieldRequest) =>
  ctx.commit((tx) => {
    const data = checkFieldData(type, request.field_data)
    const account = defaultAccount(type, data)
    const field = {
      type,
      data,
      name: checkName(tx, account?.name ?? request.name ?? ''),
      hint: account?.hint ?? request.hint?.trim() ?? '',
      ...switches(request, {
        required: 0,
        editable_by_user: 1,
        display_in_profile_summary: 0,
        use_for_user_matching: 0,
      }),
    }
    requireFits(tx, { id: 0, position: 0, ...field })
    const id = tx.store.profileFields.create(field)
    emitProfileFields(tx)
    return id
  })

/** PATCH /realm/profile_fields/{id}. */
export const changeProfileField = (ctx: App, id: number, request: FieldRequest) =>
  ctx.commit((tx) => {
    const field = requireProfileField(tx, id)
    const changed = { ...field, ...switches(request, field) }
    if (defaultAccount(field.type, field.data)) requireSwitchesOnly(field, request)
    else {
      if (request.name !== undefined) changed.name = checkName(tx, request.name, field)
      if (request.hint !== undefined) changed.hint = request.hint.trim()
      if (request.field_data !== undefined)
        changed.data = checkFieldData(field.type as FieldType, request.field_data)
    }
    requireFits(tx, changed)
    tx.store.profileFields.save(changed)
    if (field.type === FIELD_TYPE.dropdown) removeDroppedChoices(tx, changed)
    emitProfileFields(tx)
  })

/** PATCH /realm/profile_fields. @throws RequestError unless every field is named once */
export const orderProfileFields = (ctx: App, order: readonly number[]) =>
  ctx.commit((tx) => {
    const { profileFields } = tx.store
    const fields = profileFields.all()
    const isComplete =
      order.length === fields.length && fields.every((field) => order.includes(field.id))
    if (!isComplete) refuse(INVALID_ORDER)
    for (const field of fields)
      profileFields.save({ ...field, position: order.indexOf(field.id) + 1 })
    emitProfileFields(tx)
  })

/** DELETE /realm/profile_fields/{id}: everyone's values go too. */
export const removeProfileField = (ctx: App, id: number) =>
  ctx.commit((tx) => {
    requireProfileField(tx, id)
    tx.store.profileFields.remove(id)
    emitProfileFields(tx)
  })

type Switches = Pick<
  ProfileField,
  'required' | 'editable_by_user' | 'display_in_profile_summary' | 'use_for_user_matching'
>

function switches(request: FieldRequest, otherwise: Switches): Switches {
  const value = (name: keyof Switches): Bool =>
    request[name] === undefined ? otherwise[name] : request[name] ? 1 : 0
  return {
    required: value('required'),
    editable_by_user: value('editable_by_user'),
    display_in_profile_summary: value('display_in_profile_summary'),
    use_for_user_matching: value('use_for_user_matching'),
  }
}

function checkName(ctx: Context, name: string, own?: ProfileField): string {
  const trimmed = name.trim()
  if (trimmed === '') refuse('BAD_REQUEST', 'Label cannot be blank.')
  const other = ctx.store.profileFields.findByName(trimmed)
  if (other && other.id !== own?.id)
    refuse('BAD_REQUEST', 'A field with that label already exists.')
  return trimmed
}

/** Refuses changes of fixed properties; clients send all properties, so equal values are fine. */
function requireSwitchesOnly(field: ProfileField, request: FieldRequest) {
  const { name, hint, field_data } = request
  const differs =
    (name !== undefined && name.trim() !== field.name) ||
    (hint !== undefined && hint.trim() !== field.hint) ||
    (field_data !== undefined &&
      checkFieldData(FIELD_TYPE.externalAccount, field_data) !== field.data)
  if (differs) refuse('BAD_REQUEST', 'Default custom field cannot be updated.')
}

function requireFits(ctx: Context, field: ProfileField) {
  const { type } = field
  if (
    field.use_for_user_matching &&
    type !== FIELD_TYPE.shortText &&
    type !== FIELD_TYPE.externalAccount
  ) {
    refuse('BAD_REQUEST', 'Field type not supported for user matching.')
  }
  if (!field.display_in_profile_summary) return
  if (type === FIELD_TYPE.users)
    refuse('BAD_REQUEST', 'Field type not supported for display in profile summary.')
  const others = ctx.store.profileFields
    .all()
    .filter((other) => other.display_in_profile_summary && other.id !== field.id)
  if (others.length >= MAX_IN_SUMMARY) {
    refuse(
      'BAD_REQUEST',
      `Only ${MAX_IN_SUMMARY} custom profile fields can be displayed in the profile summary.`,
    )
  }
}

function removeDroppedChoices(tx: Tx, field: ProfileField) {
  const choices = JSON.parse(field.data) as DropdownOptions
  for (const { user_id, value } of tx.store.profileFields.valuesIn(field.id)) {
    if (!Object.hasOwn(choices, value))
      setProfileValue(tx, tx.store.users.find(user_id)!, field, undefined)
  }
}

function emitProfileFields(tx: Tx) {
  tx.emit({ type: 'custom_profile_fields', fields: listProfileFields(tx) }, 'everyone')
}

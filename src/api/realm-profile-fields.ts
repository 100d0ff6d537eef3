import * as z from 'zod'
import {
  changeProfileField,
  createProfileField,
  listProfileFields,
  orderProfileFields,
  removeProfileField,
} from '../domain/profile-fields.ts'
import { endpoint } from './endpoint.ts'
import { bool, int, ints, oneOf, textUpTo } from './params.ts'
import { profileField } from './wire/organization.ts'

const MAX_NAME_LENGTH = 40
const MAX_HINT_LENGTH = 80

const description = {
  name: textUpTo(MAX_NAME_LENGTH).optional(),
  hint: textUpTo(MAX_HINT_LENGTH).optional(),
  field_data: z.record(z.string(), z.unknown()).optional(),
  required: bool.optional(),
  editable_by_user: bool.optional(),
  display_in_profile_summary: bool.optional(),
  use_for_user_matching: bool.optional(),
}

export const getProfileFields = endpoint('GET /realm/profile_fields', {
  tier: 'user',
  returns: { custom_fields: z.array(profileField) },
  handle: (ctx) => ({ custom_fields: listProfileFields(ctx) }),
})

export const createProfileFieldEndpoint = endpoint('POST /realm/profile_fields', {
  tier: 'administrator',
  params: { field_type: oneOf([1, 2, 3, 4, 5, 6, 7, 8]), ...description },
  returns: { id: int },
  handle: async (ctx, { field_type, ...request }) => ({
    id: await createProfileField(ctx, field_type, request),
  }),
})

export const orderProfileFieldsEndpoint = endpoint('PATCH /realm/profile_fields', {
  tier: 'administrator',
  params: { order: ints },
  handle: (ctx, { order }) => orderProfileFields(ctx, order),
})

export const changeProfileFieldEndpoint = endpoint('PATCH /realm/profile_fields/:field_id', {
  tier: 'administrator',
  params: { field_id: int, ...description },
  handle: (ctx, { field_id, ...request }) => changeProfileField(ctx, field_id, request),
})

export const removeProfileFieldEndpoint = endpoint('DELETE /realm/profile_fields/:field_id', {
  tier: 'administrator',
  params: { field_id: int },
  handle: (ctx, { field_id }) => removeProfileField(ctx, field_id),
})

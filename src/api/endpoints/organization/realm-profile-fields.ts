// Endpoints: custom profile fields.

import * as z from 'zod'
import {
  changeProfileField,
  createProfileField,
  listProfileFields,
  orderProfileFields,
  removeProfileField,
} from '../../../domain/user-management/profile-fields.ts'
import { endpoint } from '../../core/endpoint.ts'
import { bool, int, oneOf, order, textUpTo } from '../../core/params.ts'
import { profileField } from '../../wire/organization.ts'

const MAX_NAME_LENGTH = 40
const MAX_HINT_LENGTH = 80

const description = {
  name: textUpTo(MAX_NAME_LENGTH).optional().describe('The name of the field, unique.'),
  hint: textUpTo(MAX_HINT_LENGTH).optional().describe('What people should enter.'),
  field_data: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      'For choices {key: {text, order}}; for accounts elsewhere {subtype} and, with the subtype custom, url_pattern.',
    ),
  required: bool.optional().describe('Whether clients urge people to fill it in.'),
  editable_by_user: bool
    .optional()
    .describe('Whether people set it for themselves; otherwise administrators do.'),
  display_in_profile_summary: bool
    .optional()
    .describe('Whether short profiles show it; two fields at most may.'),
  use_for_user_matching: bool
    .optional()
    .describe('Whether clients find people by it; for short texts and accounts elsewhere.'),
}

export const getProfileFields = endpoint('GET /realm/profile_fields', {
  summary: 'Lists the custom profile fields in their order.',
  tier: 'user',
  returns: { custom_fields: z.array(profileField) },
  handle: (ctx) => ({ custom_fields: listProfileFields(ctx) }),
})

export const createProfileFieldEndpoint = endpoint('POST /realm/profile_fields', {
  summary: 'Adds a custom profile field.',
  tier: 'administrator',
  params: {
    field_type: oneOf([1, 2, 3, 4, 5, 6, 7, 8]).describe(
      '1 short text, 2 long text, 3 choice, 4 date, 5 link, 6 people, 7 account elsewhere, 8 pronouns.',
    ),
    ...description,
  },
  returns: { id: int },
  handle: async (ctx, { field_type, ...request }) => ({
    id: await createProfileField(ctx, field_type, request),
  }),
})

export const orderProfileFieldsEndpoint = endpoint('PATCH /realm/profile_fields', {
  summary: 'Puts the custom profile fields into another order.',
  tier: 'administrator',
  params: { order: order.describe('The IDs of all fields, each once.') },
  handle: (ctx, { order }) => orderProfileFields(ctx, order),
})

export const changeProfileFieldEndpoint = endpoint('PATCH /realm/profile_fields/:field_id', {
  summary: 'Changes a custom profile field; its type stays.',
  tier: 'administrator',
  params: { field_id: int, ...description },
  handle: (ctx, { field_id, ...request }) => changeProfileField(ctx, field_id, request),
})

export const removeProfileFieldEndpoint = endpoint('DELETE /realm/profile_fields/:field_id', {
  summary: 'Deletes a custom profile field and the values that people entered.',
  tier: 'administrator',
  params: { field_id: int },
  handle: (ctx, { field_id }) => removeProfileField(ctx, field_id),
})

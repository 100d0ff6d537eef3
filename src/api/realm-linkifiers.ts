import * as z from 'zod'
import {
  changeLinkifier,
  createLinkifier,
  listLinkifiers,
  orderLinkifiers,
  removeLinkifier,
} from '../domain/linkifiers.ts'
import { endpoint } from './endpoint.ts'
import { filledText, int, ints, textUpTo } from './params.ts'
import { linkifier } from './wire/organization.ts'

const MAX_LENGTH = 2000

const pattern = filledText(MAX_LENGTH)
const template = filledText(MAX_LENGTH)
const example = {
  example_input: textUpTo(MAX_LENGTH).optional(),
  reverse_template: textUpTo(MAX_LENGTH).optional(),
  alternative_url_templates: z.array(template).max(20).optional(),
}

export const getLinkifiers = endpoint('GET /realm/linkifiers', {
  tier: 'user',
  returns: { linkifiers: z.array(linkifier) },
  handle: (ctx) => ({ linkifiers: listLinkifiers(ctx) }),
})

export const orderLinkifiersEndpoint = endpoint('PATCH /realm/linkifiers', {
  tier: 'administrator',
  params: { ordered_linkifier_ids: ints },
  handle: (ctx, { ordered_linkifier_ids }) => orderLinkifiers(ctx, ordered_linkifier_ids),
})

export const createLinkifierEndpoint = endpoint('POST /realm/filters', {
  tier: 'administrator',
  params: { pattern, url_template: template, ...example },
  returns: { id: int },
  handle: async (ctx, { pattern, url_template, ...more }) => ({
    id: await createLinkifier(ctx, {
      pattern,
      url_template,
      example_input: more.example_input ?? null,
      reverse_template: more.reverse_template ?? null,
      alternative_url_templates: more.alternative_url_templates ?? [],
    }),
  }),
})

export const changeLinkifierEndpoint = endpoint('PATCH /realm/filters/:filter_id', {
  tier: 'administrator',
  params: {
    filter_id: int,
    pattern: pattern.optional(),
    url_template: template.optional(),
    ...example,
  },
  handle: (ctx, { filter_id, ...request }) => changeLinkifier(ctx, filter_id, request),
})

export const removeLinkifierEndpoint = endpoint('DELETE /realm/filters/:filter_id', {
  tier: 'administrator',
  params: { filter_id: int },
  handle: (ctx, { filter_id }) => removeLinkifier(ctx, filter_id),
})

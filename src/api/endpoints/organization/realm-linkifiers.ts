// Endpoints: linkifiers.

import * as z from 'zod'
import {
  changeLinkifier,
  createLinkifier,
  listLinkifiers,
  orderLinkifiers,
  removeLinkifier,
} from '../../../domain/content/linkifiers.ts'
import { endpoint } from '../../core/endpoint.ts'
import { filledText, int, order, textUpTo } from '../../core/params.ts'
import { linkifier } from '../../wire/organization.ts'

const MAX_LENGTH = 2000

const pattern = filledText(MAX_LENGTH)
const template = filledText(MAX_LENGTH)
const example = {
  example_input: textUpTo(MAX_LENGTH).optional().describe('A text that the pattern matches.'),
  reverse_template: textUpTo(MAX_LENGTH)
    .optional()
    .describe('A template that makes the text from the variables again; needs example_input.'),
  alternative_url_templates: z
    .array(template)
    .max(20)
    .optional()
    .describe('Further URL templates with the same variables.'),
}

export const getLinkifiers = endpoint('GET /realm/linkifiers', {
  summary: 'Lists the linkifiers in their order.',
  tier: 'user',
  returns: { linkifiers: z.array(linkifier) },
  handle: (ctx) => ({ linkifiers: listLinkifiers(ctx) }),
})

export const orderLinkifiersEndpoint = endpoint('PATCH /realm/linkifiers', {
  summary: 'Puts the linkifiers into another order.',
  tier: 'administrator',
  params: { ordered_linkifier_ids: order.describe('The IDs of all linkifiers, each once.') },
  handle: (ctx, { ordered_linkifier_ids }) => orderLinkifiers(ctx, ordered_linkifier_ids),
})

export const createLinkifierEndpoint = endpoint('POST /realm/filters', {
  summary: 'Adds a linkifier: a pattern in messages and topics that becomes a link.',
  tier: 'administrator',
  params: {
    pattern: pattern.describe(
      'A regular expression in the syntax of RE2; its named groups are the variables of the template.',
    ),
    url_template: template.describe(
      'A URL template of RFC 6570 with the variables of the pattern.',
    ),
    ...example,
  },
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
  summary: 'Changes a linkifier.',
  tier: 'administrator',
  params: {
    filter_id: int,
    pattern: pattern
      .optional()
      .describe(
        'A regular expression in the syntax of RE2; its named groups are the variables of the template.',
      ),
    url_template: template
      .optional()
      .describe('A URL template of RFC 6570 with the variables of the pattern.'),
    ...example,
  },
  handle: (ctx, { filter_id, ...request }) => changeLinkifier(ctx, filter_id, request),
})

export const removeLinkifierEndpoint = endpoint('DELETE /realm/filters/:filter_id', {
  summary: 'Deletes a linkifier.',
  tier: 'administrator',
  params: { filter_id: int },
  handle: (ctx, { filter_id }) => removeLinkifier(ctx, filter_id),
})

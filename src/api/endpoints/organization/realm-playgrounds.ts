// Endpoints: code playgrounds.

import { createPlayground, removePlayground } from '../../../domain/content/playgrounds.ts'
import { endpoint } from '../../core/endpoint.ts'
import { filledText, int } from '../../core/params.ts'

export const createPlaygroundEndpoint = endpoint('POST /realm/playgrounds', {
  summary: 'Adds a playground: a website that code blocks of a language can be opened in.',
  tier: 'administrator',
  params: {
    name: filledText(60).describe('The name of the website, unique for the language.'),
    pygments_language: filledText(40).describe('The language as code blocks name it.'),
    url_template: filledText(2000).describe(
      'A URL template of RFC 6570 with the one variable "code".',
    ),
  },
  returns: { id: int },
  handle: async (ctx, playground) => ({ id: await createPlayground(ctx, playground) }),
})

export const deletePlayground = endpoint('DELETE /realm/playgrounds/:playground_id', {
  summary: 'Deletes a playground.',
  tier: 'administrator',
  params: { playground_id: int },
  handle: (ctx, { playground_id }) => removePlayground(ctx, playground_id),
})

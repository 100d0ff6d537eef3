import { createPlayground, removePlayground } from '../domain/playgrounds.ts'
import { endpoint } from './endpoint.ts'
import { filledText, int } from './params.ts'

export const createPlaygroundEndpoint = endpoint('POST /realm/playgrounds', {
  tier: 'administrator',
  params: {
    name: filledText(60),
    pygments_language: filledText(40),
    url_template: filledText(2000),
  },
  returns: { id: int },
  handle: async (ctx, playground) => ({ id: await createPlayground(ctx, playground) }),
})

export const deletePlayground = endpoint('DELETE /realm/playgrounds/:playground_id', {
  tier: 'administrator',
  params: { playground_id: int },
  handle: (ctx, { playground_id }) => removePlayground(ctx, playground_id),
})

import * as z from 'zod'
import {
  changeSnippet,
  createSnippet,
  ownSnippets,
  removeSnippet,
} from '../domain/saved-snippets.ts'
import { endpoint } from './endpoint.ts'
import { int, textUpTo } from './params.ts'
import { savedSnippet } from './wire/personal.ts'

const title = textUpTo(60)
const content = textUpTo(10_000)

export const getSavedSnippets = endpoint('GET /saved_snippets', {
  tier: 'human',
  returns: { saved_snippets: z.array(savedSnippet) },
  handle: (ctx, _, call) => ({ saved_snippets: ownSnippets(ctx, call.user) }),
})

export const createSavedSnippet = endpoint('POST /saved_snippets', {
  tier: 'human',
  params: { title, content },
  returns: { saved_snippet_id: int },
  handle: async (ctx, { title, content }, call) => ({
    saved_snippet_id: await createSnippet(ctx, call.user, title, content),
  }),
})

export const updateSavedSnippet = endpoint('PATCH /saved_snippets/:saved_snippet_id', {
  tier: 'human',
  params: { saved_snippet_id: int, title: title.optional(), content: content.optional() },
  handle: (ctx, { saved_snippet_id, ...changes }, call) =>
    changeSnippet(ctx, call.user, saved_snippet_id, changes),
})

export const deleteSavedSnippet = endpoint('DELETE /saved_snippets/:saved_snippet_id', {
  tier: 'human',
  params: { saved_snippet_id: int },
  handle: (ctx, { saved_snippet_id }, call) => removeSnippet(ctx, call.user, saved_snippet_id),
})

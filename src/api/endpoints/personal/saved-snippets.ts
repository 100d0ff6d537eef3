// Endpoints: saved snippets.

import * as z from 'zod'
import { listInSlices } from '../../../base/list-text.ts'
import {
  changeSnippet,
  createSnippet,
  ownSnippets,
  removeSnippet,
} from '../../../domain/personal/saved-snippets.ts'
import { endpoint } from '../../core/endpoint.ts'
import { int, textUpTo } from '../../core/params.ts'
import { savedSnippet } from '../../wire/personal.ts'

const title = textUpTo(60)
const content = textUpTo(10_000)

export const getSavedSnippets = endpoint('GET /saved_snippets', {
  summary: "Lists the caller's saved snippets.",
  tier: 'user',
  returns: { saved_snippets: z.array(savedSnippet) },
  handle: async (ctx, _, call) => ({
    saved_snippets: await listInSlices(ownSnippets(ctx, call.user), (snippet) => snippet),
  }),
})

export const createSavedSnippet = endpoint('POST /saved_snippets', {
  summary: 'Saves a snippet of text.',
  tier: 'user',
  params: {
    title: title.describe('The name of the snippet, not blank.'),
    content: content.describe('Markdown, not blank.'),
  },
  returns: { saved_snippet_id: int },
  handle: async (ctx, { title, content }, call) => ({
    saved_snippet_id: await createSnippet(ctx, call.user, title, content),
  }),
})

export const updateSavedSnippet = endpoint('PATCH /saved_snippets/:saved_snippet_id', {
  summary: "Changes one of the caller's saved snippets.",
  tier: 'user',
  errors: ['NOT_FOUND'],
  params: {
    saved_snippet_id: int,
    title: title.optional().describe('The name of the snippet, not blank.'),
    content: content.optional().describe('Markdown, not blank.'),
  },
  handle: (ctx, { saved_snippet_id, ...changes }, call) =>
    changeSnippet(ctx, call.user, saved_snippet_id, changes),
})

export const deleteSavedSnippet = endpoint('DELETE /saved_snippets/:saved_snippet_id', {
  summary: "Deletes one of the caller's saved snippets.",
  tier: 'user',
  errors: ['NOT_FOUND'],
  params: { saved_snippet_id: int },
  handle: (ctx, { saved_snippet_id }, call) => removeSnippet(ctx, call.user, saved_snippet_id),
})

import * as z from 'zod'
import { changeDraft, createDrafts, ownDrafts, removeDraft } from '../domain/drafts.ts'
import { endpoint } from './endpoint.ts'
import { int } from './params.ts'
import { draft } from './wire/personal.ts'

/** A draft as it is sent: without an ID, and with nothing else. */
const newDraft = z.strictObject({
  type: z.enum(['', 'stream', 'private']),
  to: z.array(int).max(1000),
  topic: z.string(),
  content: z.string(),
  timestamp: int.optional(),
})

export const getDrafts = endpoint('GET /drafts', {
  tier: 'human',
  returns: { count: int, drafts: z.array(draft) },
  handle(ctx, _, call) {
    const drafts = ownDrafts(ctx, call.user)
    return { count: drafts.length, drafts }
  },
})

export const createDraftsEndpoint = endpoint('POST /drafts', {
  tier: 'human',
  params: { drafts: z.array(newDraft).max(1000) },
  returns: { ids: z.array(int) },
  handle: async (ctx, { drafts }, call) => ({ ids: await createDrafts(ctx, call.user, drafts) }),
})

export const updateDraft = endpoint('PATCH /drafts/:draft_id', {
  tier: 'human',
  params: { draft_id: int, draft: newDraft },
  handle: (ctx, { draft_id, draft }, call) => changeDraft(ctx, call.user, draft_id, draft),
})

export const deleteDraft = endpoint('DELETE /drafts/:draft_id', {
  tier: 'human',
  params: { draft_id: int },
  handle: (ctx, { draft_id }, call) => removeDraft(ctx, call.user, draft_id),
})

// Endpoints: drafts.

import * as z from 'zod'
import {
  changeDraft,
  createDrafts,
  listDrafts,
  removeDraft,
} from '../../../domain/personal/drafts.ts'
import { endpoint } from '../../core/endpoint.ts'
import { fractional, int } from '../../core/params.ts'
import { draft } from '../../wire/personal.ts'

/** A draft as clients send it: without an ID and without unknown fields. */
const newDraft = z.strictObject({
  type: z.enum(['', 'stream', 'private']),
  to: z.array(int).max(1000),
  topic: z.string(),
  content: z.string(),
  // Programs send the time of their clock, with its fraction.
  timestamp: z.number().max(Number.MAX_SAFE_INTEGER).optional(),
})

export const getDrafts = endpoint('GET /drafts', {
  summary: "Lists the caller's drafts, the most recently edited last.",
  tier: 'user',
  returns: { count: int, drafts: z.array(draft) },
  handle: (ctx, _, call) => listDrafts(ctx, call.user),
})

export const createDraftsEndpoint = endpoint('POST /drafts', {
  summary: 'Saves drafts.',
  tier: 'user',
  params: {
    drafts: fractional(z.array(newDraft).max(1000)).describe(
      'At most 1000 drafts. Their type is "", stream or private; to holds one channel ID or user IDs; timestamp is in UNIX seconds.',
    ),
  },
  returns: { ids: z.array(int) },
  handle: async (ctx, { drafts }, call) => ({ ids: await createDrafts(ctx, call.user, drafts) }),
})

export const updateDraft = endpoint('PATCH /drafts/:draft_id', {
  summary: "Replaces one of the caller's drafts.",
  tier: 'user',
  errors: ['NOT_FOUND'],
  params: {
    draft_id: int,
    draft: fractional(newDraft).describe(
      'The whole draft. Its type is "", stream or private; to holds one channel ID or user IDs; timestamp is in UNIX seconds.',
    ),
  },
  handle: (ctx, { draft_id, draft }, call) => changeDraft(ctx, call.user, draft_id, draft),
})

export const deleteDraft = endpoint('DELETE /drafts/:draft_id', {
  summary: "Deletes one of the caller's drafts.",
  tier: 'user',
  errors: ['NOT_FOUND'],
  params: { draft_id: int },
  handle: (ctx, { draft_id }, call) => removeDraft(ctx, call.user, draft_id),
})
